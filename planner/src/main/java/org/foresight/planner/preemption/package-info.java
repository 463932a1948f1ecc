/**
 * From a plan's wish to stop tasks to their end, on a cluster where that takes time: notice, grace,
 * the end, and room that is kept for the job that it was made for.
 */
@NullMarked
package org.foresight.planner.preemption;

import org.jspecify.annotations.NullMarked;
