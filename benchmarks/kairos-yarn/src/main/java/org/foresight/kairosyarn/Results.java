package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.math.Quantiles;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.Pairs;

/**
 * The runs that have been done, of the repeats from 1 to a number.
 *
 * <p>Immutable.
 */
final class Results {

  private final ImmutableList<RunSpec> planned;
  private final int repeats;
  private final ImmutableMap<Object, RunRecord> runs;

  private Results(
      ImmutableList<RunSpec> planned, int repeats, ImmutableMap<Object, RunRecord> runs) {
    this.planned = planned;
    this.repeats = repeats;
    this.runs = runs;
  }

  /** Takes from the records those of these runs. */
  static Results of(ImmutableList<RunSpec> planned, int repeats, List<RunRecord> records) {
    return new Results(planned, repeats, Evaluation.done(planned, records));
  }

  /** How many repeats were asked for. */
  int repeats() {
    return repeats;
  }

  /** How many runs were asked for. */
  int planned() {
    return planned.size();
  }

  /** All runs that are there. */
  ImmutableCollection<RunRecord> runs() {
    return runs.values();
  }

  /** Whether a run of it was asked for. */
  boolean has(Experiment experiment) {
    return planned.stream().anyMatch(run -> run.key().experiment() == experiment);
  }

  /** A run; empty if it is not there. */
  Optional<RunRecord> run(Experiment experiment, YarnSystem system, long repeat) {
    return Optional.ofNullable(runs.get(new RunKey(experiment, system, repeat)));
  }

  /** What a run of a mix says, over all its jobs or some. */
  @FunctionalInterface
  interface Statistic {
    /** Of values of which there is at least one. */
    double of(double[] values);

    /** The mean. */
    static Statistic mean() {
      return values -> DoubleStream.of(values).average().orElseThrow();
    }

    /** A percentile, between two values by proportion. */
    static Statistic percentile(int percent) {
      return values -> Quantiles.percentiles().index(percent).compute(values);
    }
  }

  /** What is told of each job. */
  enum Quantity {
    /** From its submission to its end. */
    COMPLETION_SECONDS,
    /** That, over the time that a job of its category took alone in the same repeat. */
    SLOWDOWN
  }

  /** What is to be told of a run, of jobs of some categories. */
  record Question(Quantity quantity, Statistic statistic, Predicate<Category> categories) {

    /** Of all jobs. */
    static Question of(Quantity quantity, Statistic statistic) {
      return new Question(quantity, statistic, category -> true);
    }
  }

  /** The answer of two systems, of the repeats of which both are there. */
  Pairs pairs(Mix mix, YarnSystem first, YarnSystem second, Question question) {
    return Pairs.bySeed(
        LongStream.rangeClosed(1, repeats),
        repeat -> answer(mix, first, repeat, question),
        repeat -> answer(mix, second, repeat, question));
  }

  private OptionalDouble answer(Mix mix, YarnSystem system, long repeat, Question question) {
    double[] values =
        values(mix, system, repeat, question.quantity(), question.categories()).toArray();
    return values.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(question.statistic().of(values));
  }

  /** Of all jobs of all repeats. */
  double[] pooled(Mix mix, YarnSystem system, Quantity quantity) {
    return LongStream.rangeClosed(1, repeats)
        .boxed()
        .flatMapToDouble(repeat -> values(mix, system, repeat, quantity, category -> true))
        .toArray();
  }

  /** None where a run is not there, or the one that tells what a slowdown is over. */
  private DoubleStream values(
      Mix mix, YarnSystem system, long repeat, Quantity quantity, Predicate<Category> categories) {
    Optional<RunRecord> run = run(Experiment.of(mix), system, repeat);
    if (run.isEmpty()
        || (quantity == Quantity.SLOWDOWN
            && run(Experiment.ALONE, YarnSystem.FIFO, repeat).isEmpty())) {
      return DoubleStream.empty();
    }
    return mix.categories().stream()
        .filter(categories)
        .flatMapToDouble(
            category -> {
              double unit =
                  quantity == Quantity.SLOWDOWN ? alone(category, repeat).orElseThrow() : 1;
              return run.get().seconds(category.title()).map(seconds -> seconds / unit);
            });
  }

  /** How long a job of a category took alone; empty if nobody has measured it. */
  OptionalDouble alone(Category category, long repeat) {
    return run(Experiment.ALONE, YarnSystem.FIFO, repeat)
        .map(run -> run.seconds(category.title()).average())
        .orElse(OptionalDouble.empty());
  }

  /** How many cores were in use on average, run by run of those that are there. */
  ImmutableDoubleArray cores(Mix mix, YarnSystem system, Figure cpuSeconds) {
    ImmutableDoubleArray.Builder cores = ImmutableDoubleArray.builder();
    for (long repeat = 1; repeat <= repeats; repeat++) {
      run(Experiment.of(mix), system, repeat)
          .ifPresent(
              run ->
                  cores.add(
                      run.figure(cpuSeconds).orElseThrow()
                          / run.figure(Figure.ELAPSED_SECONDS).orElseThrow()));
    }
    return cores.build();
  }

  /** The trials of the agent; empty if they have not been run. */
  Optional<RunRecord> agent() {
    return run(Experiment.AGENT, YarnSystem.KAIROS, 1);
  }
}
