/**
 * The ResourceManager plug-in: translates YARN's events into the planner's vocabulary, and its
 * decisions into containers. No policy lives here.
 *
 * <p>Lock order: YARN's own locks (scheduler, then queue, then application) may be held when this
 * package is called; it takes none of its own but inside {@link org.foresight.yarn.PlannerThread},
 * which never calls YARN while holding it. Planning works on snapshots and holds no lock of YARN's.
 */
@NullMarked
package org.foresight.yarn;

import org.jspecify.annotations.NullMarked;
