/**
 * Simulates the evaluation of 3Sigma (§5, §6) and compares what comes out with what the paper says.
 *
 * <p>{@link org.foresight.benchmarks.threesigma.ThreeSigmaEvaluation} is the command. An {@link
 * org.foresight.benchmarks.threesigma.Experiment} is a figure of the paper, made of cases (a
 * workload and the value of a knob); one case under one system with one seed is a run, whose record
 * a {@link org.foresight.benchmarks.RunFile} keeps.
 */
@NullMarked
package org.foresight.benchmarks.threesigma;

import org.jspecify.annotations.NullMarked;
