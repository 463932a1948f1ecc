package org.foresight.cli.predict;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.foresight.cli.support.JsonNumbers.orNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PredictionScore;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StageEstimate;
import org.jspecify.annotations.Nullable;

/**
 * What is in a history, for programs. What is unknown is null.
 *
 * @param score how well answers did; null where the predictor does not say
 * @param asked whether an estimate was asked for
 * @param estimate what is predicted; null also where the job is unknown
 */
record HistoryJson(
    long records,
    long learned,
    @Nullable Long firstSubmitMillis,
    @Nullable Long lastEndMillis,
    long users,
    long names,
    @Nullable Long featureValues,
    @Nullable ScoreJson score,
    ImmutableList<String> problems,
    boolean asked,
    @Nullable EstimateJson estimate) {

  /** See {@link PredictionScore}. */
  record ScoreJson(
      long jobs,
      long unknown,
      @Nullable Double medianRelativeError,
      @Nullable Double shareOffByTwo,
      @Nullable Double coverage50,
      @Nullable Double coverage80,
      @Nullable Double coverage95,
      @Nullable Double nmae) {}

  /** Of an estimate; quantiles are those of the runtime with all tasks at once. */
  record EstimateJson(
      double pointMillis,
      double p10Millis,
      double p50Millis,
      double p90Millis,
      @Nullable Double confidence,
      double meanWidth,
      String estimator,
      long samples,
      @Nullable Double nmae,
      ImmutableList<SourceJson> sources,
      ImmutableList<StageJson> stages) {}

  /** A history that an estimate comes from. */
  record SourceJson(String feature, String value, long samples, double weight) {}

  /** A stage of an estimate. */
  record StageJson(
      String name,
      double meanWidth,
      double taskP50Millis,
      double longestToMean,
      @Nullable Long memoryAskedMb,
      @Nullable Long memoryUsedMb) {}

  static HistoryJson of(HistoryFacts facts, boolean asked, Optional<JobEstimate> estimate) {
    return new HistoryJson(
        facts.records(),
        facts.learned(),
        orNull(facts.firstSubmitMillis()),
        orNull(facts.lastEndMillis()),
        facts.users(),
        facts.names(),
        orNull(facts.values()),
        facts.score().map(HistoryJson::of).orElse(null),
        facts.problems().stream().map(problem -> problem.message()).collect(toImmutableList()),
        asked,
        estimate.map(HistoryJson::of).orElse(null));
  }

  private static ScoreJson of(PredictionScore score) {
    return new ScoreJson(
        score.jobs(),
        score.unknown(),
        orNull(score.medianRelativeError()),
        orNull(score.shareOffByTwo()),
        orNull(score.coverage50()),
        orNull(score.coverage80()),
        orNull(score.coverage95()),
        orNull(score.nmae()));
  }

  private static EstimateJson of(JobEstimate estimate) {
    RuntimeDistribution span = estimate.span();
    return new EstimateJson(
        estimate.pointMillis(),
        span.quantile(0.1),
        span.quantile(0.5),
        span.quantile(0.9),
        orNull(estimate.statedConfidence()),
        estimate.meanWidth(),
        estimate.basis().estimator(),
        estimate.basis().samples(),
        orNull(estimate.basis().nmae()),
        estimate.basis().sources().stream()
            .map(
                source ->
                    new SourceJson(
                        source.feature(), source.value(), source.samples(), source.weight()))
            .collect(toImmutableList()),
        estimate.stages().stream().map(HistoryJson::of).collect(toImmutableList()));
  }

  private static StageJson of(StageEstimate stage) {
    return new StageJson(
        stage.name(),
        stage.meanWidth(),
        stage.taskRuntime().quantile(0.5),
        stage.longestToMean(),
        orNull(stage.memoryAskedMb()),
        orNull(stage.memoryUsedMb()));
  }

  /** One JSON object on one line. */
  String text() {
    try {
      return new ObjectMapper().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Records of text and finite numbers are always JSON.", e);
    }
  }
}
