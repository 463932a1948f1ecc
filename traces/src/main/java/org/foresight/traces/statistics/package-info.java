/** How sure one may be of what repeated runs measure. */
@NullMarked
package org.foresight.traces.statistics;

import org.jspecify.annotations.NullMarked;
