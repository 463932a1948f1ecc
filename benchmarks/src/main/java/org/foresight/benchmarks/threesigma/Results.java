package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.traces.statistics.Interval;
import org.foresight.traces.statistics.Intervals;

/**
 * The runs of experiments that have been done, of the seeds from 1 to a number.
 *
 * <p>Immutable.
 */
final class Results {

  private final ImmutableList<Experiment> experiments;
  private final int seeds;

  /** Of which there is any run. */
  private final ImmutableSortedSet<Long> runSeeds;

  private final ImmutableMap<Object, RunRecord> runs;

  private Results(
      ImmutableList<Experiment> experiments, int seeds, ImmutableMap<Object, RunRecord> runs) {
    this.experiments = experiments;
    this.seeds = seeds;
    this.runSeeds =
        runs.values().stream()
            .map(RunRecord::seed)
            .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder()));
    this.runs = runs;
  }

  /** Takes from the records those of these experiments. */
  static Results of(List<Experiment> experiments, int seeds, List<RunRecord> records) {
    List<RunSpec> all =
        experiments.stream().flatMap(experiment -> experiment.runs(seeds).stream()).toList();
    return new Results(ImmutableList.copyOf(experiments), seeds, Evaluation.done(all, records));
  }

  ImmutableList<Experiment> experiments() {
    return experiments;
  }

  /** How many seeds were asked for. */
  int seeds() {
    return seeds;
  }

  /** How many runs there are. */
  int size() {
    return runs.size();
  }

  /** The experiment of this name, if it is one of these. */
  Optional<Experiment> experiment(String name) {
    return experiments.stream().filter(e -> e.name().equals(name)).findFirst();
  }

  /** The runs of a case under a system, by seed. */
  ImmutableSortedMap<Long, RunRecord> runs(String experiment, String caseName, PaperSystem system) {
    return runs.values().stream()
        .filter(
            run ->
                run.experiment().equals(experiment)
                    && run.caseName().equals(caseName)
                    && run.system().equals(system.policy()))
        .collect(
            ImmutableSortedMap.toImmutableSortedMap(
                Comparator.naturalOrder(), RunRecord::seed, run -> run));
  }

  /** The runs of a cell of an experiment. */
  ImmutableList<RunRecord> runs(Experiment experiment, Experiment.Cell cell) {
    return runs(experiment.name(), cell.theCase().name(), cell.system()).values().asList();
  }

  /**
   * The runs of a series at a value of an experiment's knob; none where it is not measured there.
   */
  ImmutableList<RunRecord> runs(Experiment experiment, String x, String series) {
    return experiment
        .cell(x, series)
        .map(cell -> runs(experiment, cell))
        .orElse(ImmutableList.of());
  }

  /** Processor time of all runs. */
  double cpuSeconds() {
    return runs.values().stream().mapToDouble(RunRecord::cpuSeconds).sum();
  }

  /**
   * Mean and interval of a figure over runs; empty where none has it. One run alone has no interval
   * but its value.
   */
  static Optional<Interval> mean(List<RunRecord> runs, Metric metric) {
    double[] values =
        runs.stream().map(metric::of).flatMapToDouble(OptionalDouble::stream).toArray();
    return switch (values.length) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(new Interval(values[0], values[0], values[0]));
      default -> {
        Interval mean = Intervals.meanOfPositive(values);
        yield Optional.of(
            new Interval(mean.value(), mean.low(), Math.min(mean.high(), metric.largest())));
      }
    };
  }

  /**
   * A figure of two systems in the same cases, summed over the cases, seed by seed; of the seeds of
   * which all of these runs are there and have it.
   */
  Pairs pairs(List<Side> first, List<Side> second, Metric metric) {
    return Pairs.bySeed(
        runSeeds.stream().mapToLong(Long::longValue),
        seed -> sum(first, seed, metric),
        seed -> sum(second, seed, metric));
  }

  /** Two figures of the same runs, seed by seed; of the seeds of which both are there. */
  Pairs pairs(Side side, Metric first, Metric second) {
    return Pairs.bySeed(
        runSeeds.stream().mapToLong(Long::longValue),
        seed -> sum(ImmutableList.of(side), seed, first),
        seed -> sum(ImmutableList.of(side), seed, second));
  }

  private OptionalDouble sum(List<Side> sides, long seed, Metric metric) {
    double sum = 0.0;
    for (Side side : sides) {
      RunRecord run =
          runs.get(new RunKey(side.experiment(), side.caseName(), side.system().policy(), seed));
      OptionalDouble value = run == null ? OptionalDouble.empty() : metric.of(run);
      if (value.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += value.getAsDouble();
    }
    return sides.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
  }

  /** One side of a comparison: a case under a system. */
  record Side(String experiment, String caseName, PaperSystem system) {}
}
