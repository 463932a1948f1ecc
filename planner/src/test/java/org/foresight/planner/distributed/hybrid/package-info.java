/** Tests of the parts of the hybrid schedulers; whole runs are tested with the simulator. */
@NullMarked
package org.foresight.planner.distributed.hybrid;

import org.jspecify.annotations.NullMarked;
