package org.foresight.benchmarks.evaluation;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.foresight.traces.statistics.Interval;
import org.foresight.traces.statistics.Intervals;

/** Two figures, seed by seed; equally many. */
public record Pairs(ImmutableDoubleArray first, ImmutableDoubleArray second) {

  private static final int RATIO_DECIMALS = 2;

  /** Of the seeds of which both are there. */
  public static Pairs bySeed(
      LongStream seeds, LongFunction<OptionalDouble> first, LongFunction<OptionalDouble> second) {
    ImmutableDoubleArray.Builder firsts = ImmutableDoubleArray.builder();
    ImmutableDoubleArray.Builder seconds = ImmutableDoubleArray.builder();
    seeds.forEachOrdered(
        seed -> {
          OptionalDouble one = first.apply(seed);
          OptionalDouble other = second.apply(seed);
          if (one.isPresent() && other.isPresent()) {
            firsts.add(one.getAsDouble());
            seconds.add(other.getAsDouble());
          }
        });
    return new Pairs(firsts.build(), seconds.build());
  }

  /** Mean of values with Student's interval; of a single value that alone; empty without any. */
  public static Optional<Interval> mean(double[] values) {
    return switch (values.length) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(new Interval(values[0], values[0], values[0]));
      default -> Optional.of(Intervals.mean(values));
    };
  }

  /** How many seeds. */
  public int size() {
    return first.length();
  }

  /** First over second; empty without any. */
  public Optional<Interval> ratio() {
    return size() == 0 ? Optional.empty() : Optional.of(PairedBootstrap.ratio(first, second));
  }

  /** Mean of first − factor × second, with Student's interval; empty with less than two seeds. */
  public Optional<Interval> difference(double factor) {
    if (size() < 2) {
      return Optional.empty();
    }
    double[] differences = new double[size()];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = first.get(i) - factor * second.get(i);
    }
    return Optional.of(Intervals.mean(differences));
  }

  /** The ratio for people, such as {@code 2.31 (1.80–2.95), n = 10}. */
  public String ratioText() {
    return ratio()
        .map(ratio -> Texts.interval(ratio, RATIO_DECIMALS) + ", n = " + size())
        .orElse(Texts.NOT_RUN);
  }
}
