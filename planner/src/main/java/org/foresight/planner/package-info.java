/**
 * Decides which task starts where and when.
 *
 * <p>The contract between a scheduler's host (a ResourceManager, a simulator) and its decision
 * code: the host tells a {@link org.foresight.planner.SchedulingPolicy} what happens, asks it now
 * and then for a {@link org.foresight.planner.Plan}, and asks at every chance to start a task for a
 * {@link org.foresight.planner.Decision}.
 */
@NullMarked
package org.foresight.planner;

import org.jspecify.annotations.NullMarked;
