@NullMarked
package org.foresight.cli.mode;

import org.jspecify.annotations.NullMarked;
