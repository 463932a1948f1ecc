/**
 * Simulates the evaluation of Hawk and Eagle (Delgado's thesis, chapters 2 and 3) and compares what
 * comes out with what the thesis says.
 *
 * <p>{@link org.foresight.benchmarks.hybrid.HybridEvaluation} is the command.
 */
@NullMarked
package org.foresight.benchmarks.hybrid;

import org.jspecify.annotations.NullMarked;
