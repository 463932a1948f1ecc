package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.threesigma.Results.Side;

/** Compares systems of {@link Results} by what the paper compares them by. */
final class Comparisons {

  private final Results results;

  Comparisons(Results results) {
    this.results = results;
  }

  /** Missed deadlines of one system and of another in the same case, seed by seed. */
  Pairs misses(String experiment, String caseName, PaperSystem first, PaperSystem second) {
    return pairs(experiment, caseName, first, second, Metric.SLO_MISSES);
  }

  /** A figure of one system and of another in the same case, seed by seed. */
  Pairs pairs(
      String experiment, String caseName, PaperSystem first, PaperSystem second, Metric metric) {
    return results.pairs(
        ImmutableList.of(new Side(experiment, caseName, first)),
        ImmutableList.of(new Side(experiment, caseName, second)),
        metric);
  }

  /** A figure of a system and another of the same system, in the same case, seed by seed. */
  Pairs pairs(String experiment, String caseName, PaperSystem system, Metric first, Metric second) {
    return results.pairs(new Side(experiment, caseName, system), first, second);
  }

  /** A figure of one system and of another, summed over cases of an experiment that both have. */
  Pairs pairs(
      String experiment,
      List<String> caseNames,
      PaperSystem first,
      PaperSystem second,
      Metric metric) {
    return results.pairs(
        sides(experiment, caseNames, first), sides(experiment, caseNames, second), metric);
  }

  private static ImmutableList<Side> sides(
      String experiment, List<String> caseNames, PaperSystem system) {
    return caseNames.stream()
        .map(name -> new Side(experiment, name, system))
        .collect(ImmutableList.toImmutableList());
  }

  /** Missed deadlines of two cases, each under its system, seed by seed. */
  Pairs misses(Side first, Side second) {
    return results.pairs(ImmutableList.of(first), ImmutableList.of(second), Metric.SLO_MISSES);
  }
}
