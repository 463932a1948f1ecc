/**
 * The ResourceManager plug-in: translates YARN's events into the planner's vocabulary, and its
 * decisions into containers. No policy lives here.
 *
 * <p>Lock order: the lock under which {@link org.foresight.yarn.ForesightScheduler} changes its
 * configuration, starts and stops; then YARN's own (scheduler, then queue, then application); then
 * those inside other classes of this package, none of which calls YARN while holding its own.
 * YARN's locks may be held when this package is called, except by a refresh, a start and a stop.
 * Planning works on snapshots and holds no lock of YARN's.
 */
@NullMarked
package org.foresight.yarn;

import org.jspecify.annotations.NullMarked;
