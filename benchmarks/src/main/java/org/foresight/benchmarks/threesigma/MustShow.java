package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.foresight.benchmarks.evaluation.Claim;
import org.foresight.benchmarks.evaluation.Claim.Verdict;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.benchmarks.threesigma.Results.Side;
import org.foresight.traces.statistics.Interval;

/**
 * What must show if the paper is right, decided by the results alone. A claim that something is
 * larger holds where the 95 % interval says so.
 */
final class MustShow {

  /** How much more than perfect estimates 3Sigma may miss, and by how many points on top. */
  private static final double PERFECT_FACTOR = 1.25;

  private static final double PERFECT_POINTS = 0.5;

  /** How many times as many deadlines points miss as distributions, at no shift (§6.3). */
  private static final double POINTS_FACTOR = 2.0;

  /** Slacks of which the paper says that over-estimates matter, in percent. */
  private static final int LARGEST_LOW_SLACK = 40;

  private final Results results;
  private final Comparisons comparisons;
  private final ImmutableList.Builder<Claim> claims = ImmutableList.builder();

  private MustShow(Results results) {
    this.results = results;
    this.comparisons = new Comparisons(results);
  }

  /** The claims, in order. */
  static ImmutableList<Claim> of(Results results) {
    MustShow mustShow = new MustShow(results);
    mustShow.add();
    return mustShow.claims.build();
  }

  private void add() {
    // Load 1.4 in all of these.
    atLoad("E2E", PaperExperiments.E2E, PaperExperiments.E2E_CASE);
    atLoad("E2E over 5 h", PaperExperiments.WORKLOADS, PaperExperiments.GOOGLE_CASE);
    results.experiment(PaperExperiments.SHIFT).ifPresent(this::pointsAgainstDistributions);
    results.experiment(PaperExperiments.DEADLINE).ifPresent(this::ablations);
  }

  private void atLoad(String name, String experiment, String caseName) {
    missesMore("(a) " + name, experiment, caseName, PaperSystem.PRIO, "2.3");
    missesMore("(a) " + name, experiment, caseName, PaperSystem.POINT_REAL_EST, "4.0");
    Pairs rates =
        comparisons.pairs(
            experiment,
            caseName,
            PaperSystem.THREE_SIGMA,
            PaperSystem.POINT_PERF_EST,
            Metric.MISS_PERCENT);
    Optional<Interval> excess = rates.difference(PERFECT_FACTOR);
    claim(
        "(c) "
            + name
            + ": 3Sigma's miss rate is at most 1.25 times that of PointPerfEst, and half a point",
        excess,
        interval ->
            Texts.difference(interval, 1) + " points beyond 1.25 times, n = " + rates.size(),
        interval -> interval.value() <= PERFECT_POINTS);
    goodputNotBelow(name, experiment, caseName, PaperSystem.PRIO);
    goodputNotBelow(name, experiment, caseName, PaperSystem.POINT_REAL_EST);
  }

  private void missesMore(
      String name, String experiment, String caseName, PaperSystem other, String aim) {
    Pairs misses = comparisons.misses(experiment, caseName, other, PaperSystem.THREE_SIGMA);
    claim(
        name + ": " + other.title() + " misses more deadlines than 3Sigma (aim: " + aim + " times)",
        misses.ratio(),
        ratio -> misses.ratioText(),
        ratio -> ratio.low() > 1.0);
  }

  private void goodputNotBelow(String name, String experiment, String caseName, PaperSystem other) {
    Pairs goodput =
        comparisons.pairs(experiment, caseName, PaperSystem.THREE_SIGMA, other, Metric.GOODPUT);
    claim(
        "(d) " + name + ": 3Sigma's goodput is not below that of " + other.title(),
        goodput.difference(1.0),
        difference -> Texts.difference(difference, 1) + " node-h, n = " + goodput.size(),
        difference -> difference.value() >= 0.0);
  }

  private void pointsAgainstDistributions(Experiment shift) {
    Side points =
        new Side(shift.name(), "0 " + PaperExperiments.POINT_VARIANT, PaperSystem.POINT_REAL_EST);
    for (Case c : shift.cases()) {
      if (c.x().equals("0") && c.systems().contains(PaperSystem.THREE_SIGMA)) {
        Pairs misses =
            comparisons.misses(points, new Side(shift.name(), c.name(), PaperSystem.THREE_SIGMA));
        claim(
            "(b) Shift 0: points miss at least twice as many deadlines as distributions of "
                + c.variant(),
            misses.ratio(),
            ratio -> misses.ratioText(),
            ratio -> ratio.value() >= POINTS_FACTOR && ratio.low() > 1.0);
      }
    }
  }

  private void ablations(Experiment deadline) {
    ImmutableList<String> all = deadline.xs();
    ImmutableList<String> low =
        all.stream()
            .filter(x -> Integer.parseInt(x) <= LARGEST_LOW_SLACK)
            .collect(ImmutableList.toImmutableList());
    ablationMissesMore("over all slacks", all, PaperSystem.NO_DIST);
    ablationMissesMore("at slacks of at most 40 %", low, PaperSystem.NO_OE);
    Pairs goodput =
        comparisons.pairs(
            PaperExperiments.DEADLINE,
            all,
            PaperSystem.THREE_SIGMA,
            PaperSystem.NO_ADAPT,
            Metric.BE_GOODPUT);
    claim(
        "(e) 3SigmaNoAdapt has less best-effort goodput than 3Sigma, over all slacks",
        goodput.difference(1.0),
        difference ->
            Texts.difference(difference, 1)
                + " node-h in "
                + all.size()
                + " workloads, n = "
                + goodput.size(),
        difference -> difference.low() > 0.0);
  }

  private void ablationMissesMore(String where, List<String> caseNames, PaperSystem ablation) {
    Pairs misses =
        comparisons.pairs(
            PaperExperiments.DEADLINE,
            caseNames,
            ablation,
            PaperSystem.THREE_SIGMA,
            Metric.SLO_MISSES);
    claim(
        "(e) " + ablation.title() + " misses more deadlines than 3Sigma " + where,
        misses.ratio(),
        ratio -> misses.ratioText(),
        ratio -> ratio.low() > 1.0);
  }

  /** Writes the figures that decide. */
  private interface Measured {
    String text(Interval figure);
  }

  private void claim(
      String text, Optional<Interval> figure, Measured measured, Predicate<Interval> holds) {
    claims.add(
        new Claim(
            text,
            figure.map(measured::text).orElse(Texts.NOT_RUN),
            figure.map(value -> Verdict.of(holds.test(value))).orElse(Verdict.NOT_RUN)));
  }
}
