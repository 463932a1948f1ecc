@NullMarked
package org.foresight.cli;

import org.jspecify.annotations.NullMarked;
