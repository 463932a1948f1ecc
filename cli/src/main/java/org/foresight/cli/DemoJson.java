package org.foresight.cli;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.foresight.cli.support.JsonNumbers.orNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import org.foresight.traces.JobRun;
import org.foresight.traces.RunMetrics;
import org.jspecify.annotations.Nullable;

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

  /** How a scheduler did; fields as in {@link RunMetrics}, in workload time, null if empty. */
  @JsonPropertyOrder({"scheduler", "policy", "mode"})
  record RunJson(
      String scheduler,
      String policy,
      String mode,
      int jobs,
      int unfinished,
      int sloJobs,
      int sloMissed,
      double sloMissRate,
      double goodputHours,
      @Nullable Double beMeanLatencySeconds,
      @Nullable Double beP90LatencySeconds,
      @Nullable Double meanJctSeconds,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PreemptionJson preemption) {

    static RunJson of(DemoRun run) {
      RunMetrics metrics = run.metrics();
      return new RunJson(
          run.scheduler().id(),
          run.scheduler().policy(),
          run.mode(),
          metrics.jobs(),
          metrics.unfinished(),
          metrics.sloJobs(),
          metrics.sloMissed(),
          metrics.sloMissRate(),
          metrics.goodputHours(),
          orNull(metrics.beMeanLatencySeconds()),
          orNull(metrics.beP90LatencySeconds()),
          orNull(metrics.meanJctSeconds()),
          run.stopped().map(PreemptionJson::of).orElse(null));
    }
  }

  /** The tasks that were stopped for deadlines; work in workload time. */
  record PreemptionJson(
      int tasks, int jobs, int jobsFinished, double lostHours, ImmutableList<StoppedJson> stopped) {

    static PreemptionJson of(ImmutableList<StoppedTasks> all) {
      ImmutableList<JobRun> victims = StoppedTasks.victims(all);
      return new PreemptionJson(
          StoppedTasks.tasks(all),
          victims.size(),
          (int) victims.stream().filter(JobRun::succeeded).count(),
          StoppedTasks.lostHours(all),
          all.stream().map(StoppedJson::of).collect(toImmutableList()));
    }
  }

  /** Tasks of one job that were stopped for another one, if it is known for which. */
  @JsonPropertyOrder({"job", "tasks", "lostSeconds", "finished", "for", "deadlineMet"})
  record StoppedJson(
      String job,
      int tasks,
      double lostSeconds,
      boolean finished,
      @JsonProperty("for") @Nullable String beneficiary,
      @Nullable Boolean deadlineMet) {

    static StoppedJson of(StoppedTasks stopped) {
      return new StoppedJson(
          stopped.victim().id(),
          stopped.tasks(),
          stopped.lostMillis() / 1_000.0,
          stopped.victim().succeeded(),
          stopped.beneficiary().map(JobRun::id).orElse(null),
          stopped.beneficiary().map(job -> !job.missedDeadline()).orElse(null));
    }
  }

  static DemoJson of(DemoResult result) {
    return new DemoJson(
        new WorkloadJson(result.workload().name(), result.workload().description(), result.seed()),
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
