package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;

/** Small workloads for tests. */
final class TestJobs {

  private TestJobs() {}

  static WorkloadJob slo(String id, long submitMillis, long deadlineMillis, Long... taskMillis) {
    return job(id, submitMillis, "production", OptionalLong.of(deadlineMillis), taskMillis);
  }

  static WorkloadJob bestEffort(String id, long submitMillis, Long... taskMillis) {
    return job(id, submitMillis, "adhoc", OptionalLong.empty(), taskMillis);
  }

  static Workload workload(WorkloadJob... jobs) {
    return new Workload("test", "made by hand", ImmutableList.of(), ImmutableList.copyOf(jobs));
  }

  private static WorkloadJob job(
      String id, long submitMillis, String queue, OptionalLong deadlineMillis, Long... taskMillis) {
    return WorkloadJob.ofOneStage(
        id,
        submitMillis,
        "user-of-" + queue,
        "name-of-" + id,
        queue,
        deadlineMillis,
        false,
        ImmutableList.copyOf(taskMillis));
  }
}
