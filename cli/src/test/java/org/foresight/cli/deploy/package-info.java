@NullMarked
package org.foresight.cli.deploy;

import org.jspecify.annotations.NullMarked;
