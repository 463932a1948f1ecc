package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.node.NodeStatistics;
import org.foresight.planner.placement.Snapshots;
import org.jspecify.annotations.Nullable;

/** Jobs that wait, and nodes that take turns. */
final class LasCluster implements ClusterSnapshot, DispatchView {
  private final List<JobView> jobs = new ArrayList<>();
  private final Map<String, Long> lastStarts = new HashMap<>();
  private ImmutableList<NodeView> nodes = ImmutableList.of();
  private boolean keepsOrder;

  void add(String id, long submitMillis, JobGoal goal, ImmutableList<TaskAsk> asks) {
    jobs.add(JobView.of(id, goal, submitMillis, asks, ImmutableList.of()));
  }

  void lastStart(String id, long millis) {
    lastStarts.put(id, millis);
  }

  @Override
  public ImmutableList<NodeView> nodes() {
    return nodes;
  }

  @Override
  public ImmutableList<JobView> jobs() {
    return ImmutableList.copyOf(jobs);
  }

  @Override
  public boolean keepsNodeOrder() {
    return keepsOrder;
  }

  @Override
  public @Nullable DispatchableJob job(String jobId) {
    for (JobView job : jobs) {
      if (job.id().equals(jobId)) {
        return live(job);
      }
    }
    return null;
  }

  private DispatchableJob live(JobView job) {
    return new DispatchableJob() {
      @Override
      public ImmutableList<TaskAsk> asks() {
        return job.asks();
      }

      @Override
      public int runningTasks() {
        return running().size();
      }

      @Override
      public long submitMillis() {
        return job.submitMillis();
      }

      @Override
      public ImmutableList<RunningTask> running() {
        Long start = lastStarts.get(job.id());
        return start == null ? ImmutableList.of() : Snapshots.running(1, start);
      }
    };
  }

  /** These are the nodes. */
  void have(NodeView... these) {
    nodes = ImmutableList.copyOf(these);
  }

  /** From now on it asks about nodes in the policy's order. */
  void keepOrder() {
    keepsOrder = true;
  }

  /** Its jobs. */
  List<JobView> waiting() {
    return jobs;
  }

  static NodeView las(String id, int vcores, int tasks, int unsuspendable) {
    return las(id, statistics(vcores, tasks, unsuspendable, 0, 0));
  }

  /** With as many virtual cores as may be booked. */
  static NodeView las(String id, Optional<NodeStatistics> statistics) {
    int vcores = statistics.orElseThrow().vcores() + 2;
    int free = vcores - statistics.orElseThrow().taskVcores();
    return new NodeView(
        id, "", "", ResourceVector.of(64_000, vcores), ResourceVector.of(32_000, free), statistics);
  }

  static Optional<NodeStatistics> statistics(
      int vcores, int tasks, int unsuspendable, double sum, double variance) {
    return Optional.of(
        new NodeStatistics(
            vcores,
            tasks,
            Math.max(0, tasks - vcores),
            tasks,
            unsuspendable,
            sum,
            variance,
            32_000));
  }
}
