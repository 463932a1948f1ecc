/**
 * Readers of trace formats that hold one job a line, and the choice among all formats. Each reads a
 * file job by job, plain or compressed by gzip, and reports what it cannot use to a {@link
 * org.foresight.traces.BadLines}.
 */
@NullMarked
package org.foresight.traces.formats;

import org.jspecify.annotations.NullMarked;
