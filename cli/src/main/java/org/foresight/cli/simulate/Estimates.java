package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.foresight.traces.statistics.Intervals;

/**
 * Sums up runs of several seeds: missed deadlines are pooled over all seeds (Wilson's interval; for
 * the ratio of two rates Katz's), the other figures are averaged over the seeds, ratios by the
 * geometric mean (Student's interval on the logarithm, since no figure can be negative). One seed
 * has no interval.
 */
final class Estimates {

  /** Two runs of the same seed. */
  private record Pair(RunRecord base, RunRecord other) {}

  private Estimates() {}

  /** The figure of a column; empty where none of its runs has it. */
  static Optional<Estimate> of(Column column, Figure figure) {
    if (figure == Figure.SLO_MISS_RATE) {
      return missRate(column.runs());
    }
    return mean(
        column.runs().stream()
            .map(run -> figure.of(run.figures()))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray());
  }

  private static Optional<Estimate> missRate(ImmutableList<RunRecord> runs) {
    long jobs = sum(runs, RunRecord::sloJobs);
    if (jobs == 0) {
      return Optional.empty();
    }
    Estimate pooled = Estimate.of(Intervals.rate(sum(runs, RunRecord::sloMissed), jobs));
    return Optional.of(runs.size() < 2 ? Estimate.withoutInterval(pooled.value()) : pooled);
  }

  /**
   * The figure of a column over that of another, seed by seed; empty where no seed has it in both
   * columns, or where it is zero in one of them.
   */
  static Optional<Estimate> ratio(Column base, Column other, Figure figure) {
    if (figure == Figure.SLO_MISS_RATE) {
      return ratioOfMisses(pairs(base, other));
    }
    double[] ratios = ratios(base, other, figure);
    return switch (ratios.length) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Estimate.withoutInterval(ratios[0]));
      default -> Optional.of(Estimate.of(Intervals.geometricMean(ratios)));
    };
  }

  /** How many runs of one column have one of the same seed in the other. */
  static int commonSeeds(Column base, Column other) {
    return pairs(base, other).size();
  }

  private static Optional<Estimate> ratioOfMisses(ImmutableList<Pair> pairs) {
    ImmutableList<RunRecord> base = ImmutableList.copyOf(pairs.stream().map(Pair::base).toList());
    ImmutableList<RunRecord> other = ImmutableList.copyOf(pairs.stream().map(Pair::other).toList());
    Optional<Estimate> ratio =
        Intervals.ratioOfRates(
                sum(base, RunRecord::sloMissed),
                sum(base, RunRecord::sloJobs),
                sum(other, RunRecord::sloMissed),
                sum(other, RunRecord::sloJobs))
            .map(Estimate::of);
    return pairs.size() < 2 ? ratio.map(pooled -> Estimate.withoutInterval(pooled.value())) : ratio;
  }

  private static double[] ratios(Column base, Column other, Figure figure) {
    ImmutableDoubleArray.Builder ratios = ImmutableDoubleArray.builder();
    for (Pair pair : pairs(base, other)) {
      OptionalDouble before = figure.of(pair.base().figures());
      OptionalDouble after = figure.of(pair.other().figures());
      if (before.isPresent() && after.isPresent()) {
        if (!(before.getAsDouble() > 0 && after.getAsDouble() > 0)) {
          // Leaving out this seed alone would bias the others' mean.
          return new double[0];
        }
        ratios.add(after.getAsDouble() / before.getAsDouble());
      }
    }
    return ratios.build().toArray();
  }

  private static ImmutableList<Pair> pairs(Column base, Column other) {
    if (base.sameForAllSeeds() && other.sameForAllSeeds()) {
      return ImmutableList.of(new Pair(base.runs().get(0), other.runs().get(0)));
    }
    ImmutableList.Builder<Pair> pairs = ImmutableList.builder();
    other
        .bySeed()
        .forEach(
            (seed, run) -> {
              RunRecord before = base.bySeed().get(seed);
              if (before != null) {
                pairs.add(new Pair(before, run));
              }
            });
    return pairs.build();
  }

  private static Optional<Estimate> mean(double[] values) {
    return switch (values.length) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Estimate.withoutInterval(StatUtils.mean(values)));
      default -> Optional.of(Estimate.of(Intervals.meanOfPositive(values)));
    };
  }

  private static long sum(ImmutableList<RunRecord> runs, ToLongFunction<RunRecord> count) {
    return runs.stream().mapToLong(count).sum();
  }
}
