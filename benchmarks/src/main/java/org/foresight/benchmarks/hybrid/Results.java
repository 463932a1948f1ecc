package org.foresight.benchmarks.hybrid;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.traces.statistics.Interval;

/**
 * The runs of trials that have been done, of the seeds from 1 to a number.
 *
 * <p>Immutable.
 */
final class Results {

  private final ImmutableList<Trial> trials;
  private final int seeds;
  private final ImmutableMap<Object, RunRecord> runs;

  private Results(ImmutableList<Trial> trials, int seeds, ImmutableMap<Object, RunRecord> runs) {
    this.trials = trials;
    this.seeds = seeds;
    this.runs = runs;
  }

  /** Takes from the records those of these trials. */
  static Results of(ImmutableList<Trial> trials, int seeds, ImmutableList<RunRecord> records) {
    ImmutableList<RunSpec> all =
        trials.stream()
            .flatMap(trial -> trial.runs(seeds).stream())
            .collect(ImmutableList.toImmutableList());
    return new Results(trials, seeds, Evaluation.done(all, records));
  }

  ImmutableList<Trial> trials() {
    return trials;
  }

  /** How many seeds were asked for. */
  int seeds() {
    return seeds;
  }

  /** All runs that are there. */
  Collection<RunRecord> runs() {
    return runs.values();
  }

  /** Processor time of all runs. */
  double cpuSeconds() {
    return runs.values().stream()
        .mapToDouble(run -> run.figure(Figure.CPU_SECONDS).orElse(0.0))
        .sum();
  }

  private OptionalDouble figure(
      Trial trial, HybridSystem system, double load, long seed, Figure figure) {
    RunRecord run = runs.get(new RunKey(trial.name(), system.name(), load, seed));
    return run == null ? OptionalDouble.empty() : run.figure(figure);
  }

  /** How many seeds there are of a system at a load. */
  int seeds(Trial trial, HybridSystem system, double load) {
    return pairs(trial, system, system, load, Figure.CPU_SECONDS).size();
  }

  /** Mean and Student's interval of a figure over the seeds; empty where no run has it. */
  Optional<Interval> mean(Trial trial, HybridSystem system, double load, Figure figure) {
    return Pairs.mean(pairs(trial, system, system, load, figure).first().toArray());
  }

  /** A figure of two systems, of the seeds of which both are there. */
  Pairs pairs(Trial trial, HybridSystem first, HybridSystem second, double load, Figure figure) {
    return Pairs.bySeed(
        LongStream.rangeClosed(1, seeds),
        seed -> figure(trial, first, load, seed, figure),
        seed -> figure(trial, second, load, seed, figure));
  }
}
