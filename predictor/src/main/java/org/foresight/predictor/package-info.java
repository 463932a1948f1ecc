/**
 * 3σPredict: learns how long jobs run and says so as distributions (3Sigma §4.1).
 *
 * <p>{@link org.foresight.predictor.ThreeSigmaPredictor} keeps one history per feature value, each
 * a {@link org.foresight.predictor.StreamingHistogram} and the scores of four point estimators, and
 * answers with the histogram whose estimators did best so far. The package {@code store} keeps what
 * was learnt across restarts; the package {@code posterior} puts history together with what a job's
 * own first tasks show.
 *
 * <p>Nothing here reads a clock or draws a random number: the same jobs in the same order give the
 * same estimates.
 */
@NullMarked
package org.foresight.predictor;

import org.jspecify.annotations.NullMarked;
