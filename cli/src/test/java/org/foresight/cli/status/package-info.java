@NullMarked
package org.foresight.cli.status;

import org.jspecify.annotations.NullMarked;
