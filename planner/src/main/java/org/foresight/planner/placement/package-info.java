/** Placement options and the capacity they compete for: what a policy's solver chooses from. */
@NullMarked
package org.foresight.planner.placement;

import org.jspecify.annotations.NullMarked;
