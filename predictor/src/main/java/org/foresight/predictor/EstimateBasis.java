package org.foresight.predictor;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;

/**
 * Why an estimate is what it is: the histories it comes from and how well they did so far.
 *
 * @param sources where it comes from, the most important first; at least one
 * @param samples the experience that it rests on: how many finished jobs like this one there were;
 *     of the mixture, of the same user at least
 * @param estimator how the point was found, such as {@code rolling} or {@code mixture}
 * @param nmae normalised mean absolute error of past estimates from the first source, Σ|estimate −
 *     actual| / Σ actual; NaN while too few are scored
 * @param pointMillis the one runtime to name where one is wanted
 */
public record EstimateBasis(
    ImmutableList<Source> sources,
    long samples,
    String estimator,
    double nmae,
    double pointMillis) {

  private static final Splitter ATTRIBUTES = Splitter.on('+');

  /** Of fewer jobs nobody can say how often such an estimate comes true. */
  private static final long FEWEST_SAMPLES = 5;

  /**
   * A history that an estimate comes from.
   *
   * @param feature which feature, or several together, such as {@code user+name}
   * @param value what this job has for it
   * @param samples how many finished jobs the history has seen
   * @param weight its part in the estimate; the parts of all sources sum up to at most 1
   */
  public record Source(String feature, String value, long samples, double weight) {

    private boolean isOfUser() {
      return ATTRIBUTES.splitToList(feature).contains(Attribute.USER.label());
    }
  }

  public EstimateBasis {
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("An estimate's basis needs at least one source.");
    }
  }

  /** The basis of an estimate that comes from one history alone. */
  public EstimateBasis(
      String feature,
      String value,
      String estimator,
      long samples,
      double nmae,
      double pointMillis) {
    this(
        ImmutableList.of(new Source(feature, value, samples, 1.0)),
        samples,
        estimator,
        nmae,
        pointMillis);
  }

  /** Whether it rests on too few jobs to say how sure the estimate is. */
  public boolean isThin() {
    return samples < FEWEST_SAMPLES;
  }

  /**
   * Whether some of it comes from jobs of the same user; else all of it is of jobs that anybody may
   * have run.
   */
  public boolean isOfUser() {
    return sources.stream().anyMatch(Source::isOfUser);
  }

  /** The most important source, for people, such as {@code user+name (ada, etl)}. */
  public String source() {
    return value().isEmpty() ? feature() : feature() + " (" + value() + ")";
  }

  /** The feature of the most important source. */
  public String feature() {
    return sources.get(0).feature();
  }

  /** The value of the most important source. */
  public String value() {
    return sources.get(0).value();
  }
}
