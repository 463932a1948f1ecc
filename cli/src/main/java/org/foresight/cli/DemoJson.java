package org.foresight.cli;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import org.foresight.traces.RunMetrics;
import org.foresight.traces.Workload;

/**
 * The demo's result for programs, see {@link #of}.
 *
 * @param workload what was run
 * @param runs how each scheduler did
 * @param validity how the simulator says that they do; left out unless asked for
 */
@JsonPropertyOrder({"workload", "runs", "validity"})
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record DemoJson(
    WorkloadJson workload, ImmutableList<RunJson> runs, ImmutableList<ValidityJson> validity) {

  /** What was run. */
  @JsonPropertyOrder({"name", "description", "seed"})
  record WorkloadJson(String name, String description, long seed) {}

  /** How a scheduler did; fields as in {@link RunMetrics}, in workload time. */
  @JsonPropertyOrder({"scheduler", "mode"})
  record RunJson(
      String scheduler,
      String mode,
      int jobs,
      int unfinished,
      int sloJobs,
      int sloMissed,
      double sloMissRate,
      double goodputHours,
      double beMeanLatencySeconds,
      double beP90LatencySeconds,
      double meanJctSeconds) {

    static RunJson of(DemoRun run) {
      RunMetrics metrics = run.metrics();
      return new RunJson(
          run.scheduler().id(),
          run.mode(),
          metrics.jobs(),
          metrics.unfinished(),
          metrics.sloJobs(),
          metrics.sloMissed(),
          metrics.sloMissRate(),
          metrics.goodputHours(),
          metrics.beMeanLatencySeconds(),
          metrics.beP90LatencySeconds(),
          metrics.meanJctSeconds());
    }
  }

  static DemoJson of(Workload workload, long seed, DemoResult result) {
    return new DemoJson(
        new WorkloadJson(workload.name(), workload.description(), seed),
        result.runs().stream().map(RunJson::of).collect(toImmutableList()),
        result.validity().stream().map(ValidityJson::of).collect(toImmutableList()));
  }

  /** One JSON object on one line. */
  String text() {
    try {
      return new ObjectMapper().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Records of text and finite numbers are always JSON.", e);
    }
  }
}
