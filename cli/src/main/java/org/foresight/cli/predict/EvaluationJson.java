package org.foresight.cli.predict;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.foresight.cli.support.JsonNumbers.orNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.foresight.predictor.evaluation.PredictionFigures;
import org.jspecify.annotations.Nullable;

/**
 * An evaluation for programs.
 *
 * @param predictors over all traces together
 * @param traces trace by trace
 */
record EvaluationJson(ImmutableList<PredictorJson> predictors, ImmutableList<TraceJson> traces) {

  /** A trace; {@code failed} and {@code cancelled} jobs are excluded. */
  record TraceJson(
      String trace, long failed, long cancelled, ImmutableList<PredictorJson> predictors) {}

  /** A predictor; a figure that no job defines is null. */
  record PredictorJson(
      String name,
      long jobs,
      long unknown,
      @Nullable Double medianRelativeError,
      @Nullable Double p90RelativeError,
      @Nullable Double shareOffByTwo,
      @Nullable Double coverage50,
      @Nullable Double coverage80,
      @Nullable Double coverage95,
      @Nullable Double nmae,
      @Nullable Double p99PredictMicros,
      @Nullable Double bytesPerValue,
      ImmutableList<ExperienceJson> experience) {}

  /** The jobs of one class of experience. */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  record ExperienceJson(
      String samples,
      long jobs,
      @Nullable Double medianRelativeError,
      @Nullable Double p90RelativeError,
      @Nullable Double shareOffByTwo,
      @Nullable Double coverage50,
      @Nullable Double coverage80,
      @Nullable Double coverage95,
      @Nullable Double nmae) {}

  static EvaluationJson of(EvaluationResult result) {
    return new EvaluationJson(
        predictors(result.together()),
        result.traces().stream()
            .map(
                trace ->
                    new TraceJson(
                        trace.name(),
                        trace.failed(),
                        trace.cancelled(),
                        predictors(trace.predictors())))
            .collect(toImmutableList()));
  }

  private static ImmutableList<PredictorJson> predictors(List<PredictorScores> scores) {
    return scores.stream().map(EvaluationJson::predictor).collect(toImmutableList());
  }

  private static PredictorJson predictor(PredictorScores scores) {
    PredictionFigures all = scores.all();
    return new PredictorJson(
        scores.name(),
        all.jobs(),
        all.unknown(),
        orNull(all.medianRelativeError()),
        orNull(all.p90RelativeError()),
        orNull(all.shareOffByTwo()),
        orNull(all.covered50()),
        orNull(all.covered80()),
        orNull(all.covered95()),
        orNull(all.nmae()),
        orNull(scores.p99PredictMicros()),
        orNull(scores.bytesPerValue()),
        scores.byExperience().entrySet().stream()
            .map(entry -> experience(entry.getKey().label(), entry.getValue()))
            .collect(toImmutableList()));
  }

  private static ExperienceJson experience(String samples, PredictionFigures figures) {
    return new ExperienceJson(
        samples,
        figures.jobs(),
        orNull(figures.medianRelativeError()),
        orNull(figures.p90RelativeError()),
        orNull(figures.shareOffByTwo()),
        orNull(figures.covered50()),
        orNull(figures.covered80()),
        orNull(figures.covered95()),
        orNull(figures.nmae()));
  }

  /** As text. */
  String text() {
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An evaluation could not be written.", e);
    }
  }
}
