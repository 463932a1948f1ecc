package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.foresight.planner.ClusterEvent;
import org.jspecify.annotations.Nullable;

/** The jobs that live, as they were submitted. Thread-safe. */
final class Submissions {
  private final Map<String, ClusterEvent.JobSubmitted> byJob = new ConcurrentHashMap<>();

  void add(ClusterEvent.JobSubmitted submitted) {
    byJob.put(submitted.jobId(), submitted);
  }

  void remove(String jobId) {
    byJob.remove(jobId);
  }

  /** How a job was submitted; null if it is unknown or has ended. */
  ClusterEvent.@Nullable JobSubmitted of(String jobId) {
    return byJob.get(jobId);
  }

  /** All that are known at the moment, in no particular order. */
  ImmutableList<ClusterEvent.JobSubmitted> all() {
    return ImmutableList.copyOf(byJob.values());
  }
}
