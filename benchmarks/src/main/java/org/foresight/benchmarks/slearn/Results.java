package org.foresight.benchmarks.slearn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
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
  static Results of(List<Trial> trials, int seeds, List<RunRecord> records) {
    List<RunSpec> all = trials.stream().flatMap(trial -> trial.runs(seeds).stream()).toList();
    return new Results(ImmutableList.copyOf(trials), seeds, Evaluation.done(all, records));
  }

  ImmutableList<Trial> trials() {
    return trials;
  }

  /** How many seeds were asked for. */
  int seeds() {
    return seeds;
  }

  /** How many runs there are. */
  int size() {
    return runs.size();
  }

  /** Processor time of all runs. */
  double cpuSeconds() {
    return runs.values().stream()
        .mapToDouble(run -> run.figure(Figure.CPU_SECONDS).orElse(0.0))
        .sum();
  }

  /** A figure of a system by seed, where it is there. */
  private OptionalDouble figure(Trial trial, GsSystem system, long seed, Figure figure) {
    RunRecord run = runs.get(new RunKey(trial.name(), system.policy(), seed));
    return run == null ? OptionalDouble.empty() : run.figure(figure);
  }

  /** Mean and Student's interval of a figure over the seeds; empty where no run has it. */
  Optional<Interval> mean(Trial trial, GsSystem system, Figure figure) {
    return Pairs.mean(pairs(trial, system, system, figure).first().toArray());
  }

  /** A figure of two systems, of the seeds of which both are there. */
  Pairs pairs(Trial trial, GsSystem first, GsSystem second, Figure figure) {
    return Pairs.bySeed(
        LongStream.rangeClosed(1, seeds),
        seed -> figure(trial, first, seed, figure),
        seed -> figure(trial, second, seed, figure));
  }

  /** Whichever of the trial's base and 3Sigma has the smaller figure, by the sum over the seeds. */
  GsSystem better(Trial trial, Figure figure) {
    Optional<Interval> toBase = pairs(trial, GsSystem.THREE_SIGMA, trial.base(), figure).ratio();
    return toBase.isPresent() && toBase.get().value() < 1.0 ? GsSystem.THREE_SIGMA : trial.base();
  }
}
