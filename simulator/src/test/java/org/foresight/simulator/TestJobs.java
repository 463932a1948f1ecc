package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;
import java.util.OptionalLong;
import org.foresight.traces.JobRequest;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

/** Jobs of tests. */
final class TestJobs {

  private TestJobs() {}

  /** A best-effort job of one stage of one-slot tasks. */
  static WorkloadJob job(String id, long submitMillis, long... taskMillis) {
    return job(id, submitMillis, false, NodePreference.NONE, stage(taskMillis));
  }

  static WorkloadJob gang(String id, long submitMillis, long... taskMillis) {
    return job(id, submitMillis, true, NodePreference.NONE, stage(taskMillis));
  }

  static WorkloadJob staged(String id, long submitMillis, WorkloadStage... stages) {
    return job(id, submitMillis, false, NodePreference.NONE, stages);
  }

  static WorkloadJob preferring(
      String id, long submitMillis, NodePreference preference, long... taskMillis) {
    return job(id, submitMillis, false, preference, stage(taskMillis));
  }

  static WorkloadStage stage(long... taskMillis) {
    return stageOf(WorkloadStage.ONE_SLOT, "", taskMillis);
  }

  static WorkloadStage stageAfter(int parent, long... taskMillis) {
    return new WorkloadStage(
        ImmutableLongArray.copyOf(taskMillis),
        ImmutableIntArray.of(parent),
        WorkloadStage.ONE_SLOT,
        "");
  }

  static WorkloadStage stageOf(
      ImmutableSortedMap<String, Long> demand, String partition, long... taskMillis) {
    return new WorkloadStage(
        ImmutableLongArray.copyOf(taskMillis), ImmutableIntArray.of(), demand, partition);
  }

  private static WorkloadJob job(
      String id,
      long submitMillis,
      boolean gang,
      NodePreference preference,
      WorkloadStage... stages) {
    return new WorkloadJob(
        id,
        submitMillis,
        "user",
        id,
        "queue",
        OptionalLong.empty(),
        gang,
        ImmutableList.copyOf(Arrays.asList(stages)),
        preference,
        JobRequest.NONE);
  }
}
