/**
 * The hybrid schedulers of Delgado's thesis, and what they are compared with: Sparrow, Hawk, Eagle,
 * and two that place the least work left first, one with a centre and one without.
 *
 * <p>{@link org.foresight.planner.distributed.hybrid.HybridPolicy} is all of them: they differ in
 * their {@link org.foresight.planner.distributed.hybrid.HybridSettings}.
 */
@NullMarked
package org.foresight.planner.distributed.hybrid;

import org.jspecify.annotations.NullMarked;
