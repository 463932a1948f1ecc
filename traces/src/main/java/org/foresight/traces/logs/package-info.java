/** Readers of the logs that MapReduce and Spark write of the jobs that they ran. */
@NullMarked
package org.foresight.traces.logs;

import org.jspecify.annotations.NullMarked;
