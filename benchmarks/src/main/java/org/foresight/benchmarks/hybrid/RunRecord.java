package org.foresight.benchmarks.hybrid;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.google.common.collect.Maps;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.foresight.benchmarks.RunFile;
import org.foresight.benchmarks.evaluation.DoneRun;

/**
 * What a run gave, as a line of a {@link RunFile}.
 *
 * @param fingerprint of what the run depended on, see {@link RunSpec#fingerprint}
 * @param trial name of the trial
 * @param system name of the system
 * @param load offered load
 * @param seed of all random draws
 * @param figures those that this run has
 */
@JsonPropertyOrder({"fingerprint", "trial", "system", "load", "seed", "figures"})
record RunRecord(
    String fingerprint,
    String trial,
    String system,
    double load,
    long seed,
    Map<Figure, Double> figures)
    implements DoneRun {

  /** Part of the fingerprint: changes with the form of the record and the meaning of figures. */
  static final int FORMAT = 1;

  /** A file may have null in place of any of these. */
  RunRecord {
    requireNonNull(fingerprint, "there is no fingerprint");
    requireNonNull(trial, "there is no trial");
    requireNonNull(system, "there is no system");
    requireNonNull(figures, "there are no figures");
    figures = Maps.immutableEnumMap(figures);
  }

  @Override
  public RunKey key() {
    return new RunKey(trial, system, load, seed);
  }

  /** A figure; empty if this run has none. */
  OptionalDouble figure(Figure figure) {
    Double value = figures.get(figure);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  @Override
  public String summary() {
    return String.format(
        Locale.ROOT,
        "short p90 %.0f s, long p90 %.0f s, %.1f s of CPU time",
        figure(Figure.SHORT_P90).orElse(0.0),
        figure(Figure.LONG_P90).orElse(0.0),
        figure(Figure.CPU_SECONDS).orElse(0.0));
  }
}
