package org.foresight.cli;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.foresight.cli.support.JsonNumbers.orNull;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.google.common.collect.ImmutableList;
import org.foresight.testbed.Latency;
import org.foresight.testbed.YarnLatencies;
import org.foresight.traces.SimulationMetrics;
import org.jspecify.annotations.Nullable;

/**
 * How far the simulator is off, for programs.
 *
 * @param scheduler who scheduled
 * @param mode how it allocated
 * @param yarn how it did on a real YARN
 * @param simulator how it did in the simulator
 * @param varied how it did there if every job asked a little earlier or later
 * @param latenciesMillis what was measured on YARN and told to the simulator, in real time
 */
@JsonPropertyOrder({"scheduler", "mode", "yarn", "simulator", "varied", "latenciesMillis"})
record ValidityJson(
    String scheduler,
    String mode,
    FiguresJson yarn,
    FiguresJson simulator,
    ImmutableList<FiguresJson> varied,
    LatenciesJson latenciesMillis) {

  /** Figures of a run, in workload time; null where no job defines one. */
  record FiguresJson(
      long jobs,
      long unfinished,
      long sloJobs,
      long sloMissed,
      @Nullable Double sloMissRate,
      double goodputHours,
      @Nullable Double beMeanLatencySeconds,
      @Nullable Double beP90LatencySeconds,
      @Nullable Double meanJctSeconds,
      @Nullable Double p50JctSeconds) {

    static FiguresJson of(SimulationMetrics metrics) {
      return new FiguresJson(
          metrics.jobs(),
          metrics.unfinished(),
          metrics.sloJobs(),
          metrics.sloMissed(),
          orNull(ValidityFigure.SLO_MISS_RATE.of(metrics)),
          metrics.goodputHours(),
          orNull(ValidityFigure.BE_MEAN_LATENCY.of(metrics)),
          orNull(ValidityFigure.BE_P90_LATENCY.of(metrics)),
          orNull(ValidityFigure.MEAN_JCT.of(metrics)),
          orNull(ValidityFigure.P50_JCT.of(metrics)));
    }
  }

  /** See {@link YarnLatencies}. */
  record LatenciesJson(
      LatencyJson ask, LatencyJson launch, LatencyJson overhead, LatencyJson report) {

    static LatenciesJson of(YarnLatencies latencies) {
      return new LatenciesJson(
          LatencyJson.of(latencies.ask()),
          LatencyJson.of(latencies.launch()),
          LatencyJson.of(latencies.overhead()),
          LatencyJson.of(latencies.report()));
    }
  }

  /** See {@link Latency}. */
  record LatencyJson(int count, double mean, double p90) {

    static LatencyJson of(Latency latency) {
      return new LatencyJson(latency.count(), latency.meanMillis(), latency.p90Millis());
    }
  }

  static ValidityJson of(DemoValidity validity) {
    return new ValidityJson(
        validity.run().scheduler().id(),
        validity.run().mode(),
        FiguresJson.of(validity.real()),
        FiguresJson.of(validity.simulated()),
        validity.varied().stream().map(FiguresJson::of).collect(toImmutableList()),
        LatenciesJson.of(validity.latencies()));
  }
}
