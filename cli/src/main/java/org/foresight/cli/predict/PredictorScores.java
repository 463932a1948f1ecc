package org.foresight.cli.predict;

import com.google.common.collect.ImmutableMap;
import java.util.OptionalDouble;
import org.foresight.predictor.evaluation.Experience;
import org.foresight.predictor.evaluation.ExperienceScorer;
import org.foresight.predictor.evaluation.PredictionFigures;

/**
 * How well a predictor did.
 *
 * @param name the predictor
 * @param all of all jobs
 * @param byExperience by the number of samples that it rested on
 * @param p99PredictMicros 99th percentile of the CPU time that an answer took
 * @param bytesPerValue heap that a feature value takes; empty of predictors without feature values
 */
record PredictorScores(
    String name,
    PredictionFigures all,
    ImmutableMap<Experience, PredictionFigures> byExperience,
    OptionalDouble p99PredictMicros,
    OptionalDouble bytesPerValue) {

  static PredictorScores of(
      String name,
      ExperienceScorer scorer,
      OptionalDouble p99PredictMicros,
      OptionalDouble bytesPerValue) {
    return new PredictorScores(
        name, scorer.all(), scorer.byExperience(), p99PredictMicros, bytesPerValue);
  }
}
