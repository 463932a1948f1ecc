package org.foresight.predictor.evaluation;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.util.Arrays;
import java.util.Optional;
import org.foresight.predictor.JobEstimate;

/** Scores answers all together and by the experience that they rest on. Not thread-safe. */
public final class ExperienceScorer {

  private final PredictionScorer all = new PredictionScorer();
  private final ImmutableMap<Experience, PredictionScorer> byExperience =
      Maps.toMap(Arrays.asList(Experience.values()), experience -> new PredictionScorer());

  /** A scorer of nothing. */
  public ExperienceScorer() {}

  /**
   * Scores an answer; see {@link PredictionScorer#add}. Without an answer there is no experience.
   */
  public void add(Optional<JobEstimate> answer, long actualMillis) {
    all.add(answer, actualMillis);
    long samples = answer.map(estimate -> estimate.basis().samples()).orElse(0L);
    PredictionScorer scorer = byExperience.get(Experience.of(samples));
    if (scorer != null) {
      scorer.add(answer, actualMillis);
    }
  }

  /** The figures of all. */
  public PredictionFigures all() {
    return all.figures();
  }

  /** The figures of each class. */
  public ImmutableMap<Experience, PredictionFigures> byExperience() {
    return ImmutableMap.copyOf(Maps.transformValues(byExperience, PredictionScorer::figures));
  }
}
