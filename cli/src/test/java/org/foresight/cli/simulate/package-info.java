@NullMarked
package org.foresight.cli.simulate;

import org.jspecify.annotations.NullMarked;
