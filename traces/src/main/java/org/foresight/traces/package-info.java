@NullMarked
package org.foresight.traces;

import org.jspecify.annotations.NullMarked;
