@NullMarked
package org.foresight.traces.past;

import org.jspecify.annotations.NullMarked;
