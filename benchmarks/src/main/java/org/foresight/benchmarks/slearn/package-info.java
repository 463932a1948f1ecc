/**
 * Simulates the evaluation of SLearn (§4.3, §5.3, §6) and compares what comes out with what the
 * paper says, and with the posterior of history and pilots.
 *
 * <p>{@link org.foresight.benchmarks.slearn.SlearnEvaluation} is the command.
 */
@NullMarked
package org.foresight.benchmarks.slearn;

import org.jspecify.annotations.NullMarked;
