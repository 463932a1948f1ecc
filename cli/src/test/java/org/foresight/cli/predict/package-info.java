@NullMarked
package org.foresight.cli.predict;

import org.jspecify.annotations.NullMarked;
