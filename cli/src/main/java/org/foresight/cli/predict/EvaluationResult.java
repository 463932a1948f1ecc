package org.foresight.cli.predict;

import com.google.common.collect.ImmutableList;

/**
 * What an evaluation found.
 *
 * @param together the predictors over all traces
 * @param traces the predictors trace by trace
 */
record EvaluationResult(
    ImmutableList<PredictorScores> together, ImmutableList<TraceScores> traces) {

  /**
   * The predictors on one trace.
   *
   * @param name of the trace
   * @param jobs how many jobs ran to success
   * @param failed how many failed, which are excluded
   * @param cancelled how many were cancelled, which are excluded
   * @param predictors how well they did
   */
  record TraceScores(
      String name,
      long jobs,
      long failed,
      long cancelled,
      ImmutableList<PredictorScores> predictors) {}
}
