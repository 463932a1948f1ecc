package org.foresight.predictor.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PointDistribution;
import org.foresight.predictor.StreamingHistogram;
import org.junit.jupiter.api.Test;

class PredictionScorerTest {

  @Test
  void errorsAreRelativeToWhatCameTrue() {
    PredictionScorer scorer = new PredictionScorer();
    scorer.add(point(100), 200); // error 0.5, off by 2
    scorer.add(point(199), 100); // error 0.99
    scorer.add(point(200), 100); // error 1, off by 2
    scorer.add(point(100), 100); // none
    scorer.add(point(110), 100); // error 0.1
    scorer.add(Optional.empty(), 100);

    PredictionFigures figures = scorer.figures();

    assertThat(figures.jobs()).isEqualTo(5);
    assertThat(figures.unknown()).isEqualTo(1);
    assertThat(figures.medianRelativeError()).hasValue(0.5);
    assertThat(figures.offByTwo()).isEqualTo(2);
    assertThat(figures.shareOffByTwo()).hasValue(0.4);
    assertThat(figures.nmae().orElseThrow()).isCloseTo(309.0 / 600, within(1e-12));
    assertThat(figures.covered80()).isEmpty();
  }

  @Test
  void intervalsAreCentral() {
    StreamingHistogram even = new StreamingHistogram();
    for (int i = 0; i <= 100; i++) {
      even.add(1_000 + i);
    }
    JobEstimate estimate =
        new JobEstimate(
            even.toDistribution(), 1, 1, new EstimateBasis("user", "ann", "mean", 9, 0.1, 1_050));
    PredictionScorer scorer = new PredictionScorer();
    for (int i = 0; i < 100; i++) {
      scorer.add(Optional.of(estimate), 1_000 + i);
    }

    PredictionFigures figures = scorer.figures();

    assertThat(figures.covered50().orElseThrow()).isCloseTo(0.5, within(0.02));
    assertThat(figures.covered80().orElseThrow()).isCloseTo(0.8, within(0.02));
    assertThat(figures.covered95().orElseThrow()).isCloseTo(0.95, within(0.02));
  }

  @Test
  void nothingScoredHasNoFigures() {
    PredictionFigures figures = new PredictionScorer().figures();

    assertThat(figures.jobs()).isZero();
    assertThat(figures.medianRelativeError()).isEmpty();
    assertThat(figures.shareOffByTwo()).isEmpty();
  }

  @Test
  void everyClassOfExperienceIsScoredForItself() {
    ExperienceScorer scorer = new ExperienceScorer();
    scorer.add(point(100, 0), 100);
    scorer.add(point(100, 4), 100);
    scorer.add(point(100, 5), 100);
    scorer.add(point(100, 1_000), 100);
    scorer.add(point(100, 25), 100);

    assertThat(scorer.all().jobs()).isEqualTo(5);
    assertThat(scorer.byExperience().values().stream().map(PredictionFigures::jobs))
        .containsExactly(1L, 1L, 1L, 2L);
  }

  private static Optional<JobEstimate> point(double millis) {
    return point(millis, 1);
  }

  private static Optional<JobEstimate> point(double millis, long samples) {
    return Optional.of(
        new JobEstimate(
            new PointDistribution(millis),
            1,
            1,
            new EstimateBasis("user", "ann", "last", samples, Double.NaN, millis)));
  }
}
