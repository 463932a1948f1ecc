package org.foresight.throughput;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ListMultimap;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.foresight.traces.statistics.Interval;
import org.foresight.traces.statistics.Intervals;

/** What all runs gave. Not thread-safe. */
final class Results {

  private record Case(Subject subject, Load load) {}

  private final ListMultimap<Case, Figures> runs = ArrayListMultimap.create();

  void add(Subject subject, Load load, Figures figures) {
    runs.put(new Case(subject, load), figures);
  }

  /** The runs of a case, in the order of the repeats. */
  List<Figures> of(Subject subject, Load load) {
    return runs.get(new Case(subject, load));
  }

  ImmutableList<Figures> all() {
    return ImmutableList.copyOf(runs.values());
  }

  /** The mean over the repeats, with its interval. */
  Interval mean(Subject subject, Load load, ToDoubleFunction<Figures> figure) {
    return Intervals.meanOfPositive(values(subject, load, figure));
  }

  /** The greatest of the repeats. */
  double most(Subject subject, Load load, ToDoubleFunction<Figures> figure) {
    return of(subject, load).stream().mapToDouble(figure).max().orElseThrow();
  }

  /**
   * How many times as much one case has as another, on the geometric mean of the repeats that were
   * measured beside one another, with its interval; empty if one of them has none of it, or without
   * end.
   */
  Optional<Interval> ratio(
      Subject subject, Load load, Subject base, Load baseLoad, ToDoubleFunction<Figures> figure) {
    return geometricMean(ratios(subject, load, base, baseLoad, figure));
  }

  /**
   * The same of two schedulers over several loads: each repeat under each of them counts alike, as
   * a pair by itself.
   */
  Optional<Interval> ratio(
      Subject subject, Subject base, List<Load> loads, ToDoubleFunction<Figures> figure) {
    return geometricMean(
        loads.stream()
            .flatMapToDouble(load -> Arrays.stream(ratios(subject, load, base, load, figure)))
            .toArray());
  }

  private double[] ratios(
      Subject subject, Load load, Subject base, Load baseLoad, ToDoubleFunction<Figures> figure) {
    double[] values = values(subject, load, figure);
    double[] bases = values(base, baseLoad, figure);
    double[] ratios = new double[values.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = values[i] / bases[i];
    }
    return ratios;
  }

  private static Optional<Interval> geometricMean(double[] ratios) {
    return Arrays.stream(ratios).allMatch(ratio -> ratio > 0 && Double.isFinite(ratio))
        ? Optional.of(Intervals.geometricMean(ratios))
        : Optional.empty();
  }

  /** By how much more one scheduler has than another one, repeat by repeat, with its interval. */
  Interval difference(Subject subject, Subject base, Load load, ToDoubleFunction<Figures> figure) {
    double[] values = values(subject, load, figure);
    double[] bases = values(base, load, figure);
    double[] differences = new double[values.length];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = values[i] - bases[i];
    }
    return Intervals.mean(differences);
  }

  private double[] values(Subject subject, Load load, ToDoubleFunction<Figures> figure) {
    return of(subject, load).stream().mapToDouble(figure).toArray();
  }
}
