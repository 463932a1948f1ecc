package org.foresight.kairosyarn;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Maps;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.foresight.benchmarks.RunFile;
import org.foresight.benchmarks.evaluation.DoneRun;

/**
 * What a run gave, as a line of a {@link RunFile}.
 *
 * @param fingerprint of what the run depended on, see {@link RunSpec#fingerprint}
 * @param experiment what it is of
 * @param system under which scheduler
 * @param repeat which one
 * @param samples of jobs, in the order of their arrival, or of what else was measured
 * @param figures those that this run has
 */
@JsonPropertyOrder({"fingerprint", "experiment", "system", "repeat", "samples", "figures"})
record RunRecord(
    String fingerprint,
    Experiment experiment,
    YarnSystem system,
    long repeat,
    List<Sample> samples,
    Map<Figure, Double> figures)
    implements DoneRun {

  /** Part of the fingerprint: changes with the form of the record and the meaning of figures. */
  static final int FORMAT = 1;

  /** A file may have null in place of any of these. */
  RunRecord {
    requireNonNull(fingerprint, "there is no fingerprint");
    requireNonNull(experiment, "there is no experiment");
    requireNonNull(system, "there is no system");
    samples = ImmutableList.copyOf(requireNonNull(samples, "there are no samples"));
    figures = Maps.immutableEnumMap(requireNonNull(figures, "there are no figures"));
  }

  @Override
  public RunKey key() {
    return new RunKey(experiment, system, repeat);
  }

  /** A figure; empty if this run has none. */
  OptionalDouble figure(Figure figure) {
    Double value = figures.get(figure);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** The times of what has a name. */
  DoubleStream seconds(String of) {
    return samples.stream().filter(sample -> sample.of().equals(of)).mapToDouble(Sample::seconds);
  }

  @Override
  public String summary() {
    return String.format(
        Locale.ROOT,
        "mean %.1f s, %.0f of %.0f s, %.0f tasks lost, load average %.1f",
        samples.stream().mapToDouble(Sample::seconds).average().orElse(0),
        figure(Figure.TASK_CPU_SECONDS).orElse(0),
        figure(Figure.ELAPSED_SECONDS).orElse(0) * Scale.CORES,
        figure(Figure.LOST_TASKS).orElse(0),
        figure(Figure.LOAD_AVERAGE).orElse(0));
  }
}
