package org.foresight.planner.placement;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;

/** Hand-made pieces of a cluster at one moment, with tasks of 1 GiB and one core. */
public final class Snapshots {

  /** What a task needs. */
  public static final ResourceVector TASK = ResourceVector.of(1_024, 1);

  /** A goal of a rigid best-effort job. */
  public static final JobGoal GANG = new JobGoal(JobGoal.BEST_EFFORT.deadlineMillis(), true);

  private Snapshots() {}

  /** A cluster of these jobs on these nodes. */
  public static ClusterSnapshot cluster(ImmutableList<NodeView> nodes, JobView... jobs) {
    return ClusterSnapshot.of(nodes, ImmutableList.copyOf(jobs));
  }

  /** A node with room for so many tasks in all and so many now. */
  public static NodeView node(String partition, int totalTasks, int freeTasks) {
    return new NodeView("node", partition, room(totalTasks), room(freeTasks));
  }

  /** An empty node of a class with room for so many tasks. */
  public static NodeView node(String partition, String nodeClass, int tasks) {
    return new NodeView("node", partition, nodeClass, room(tasks), room(tasks));
  }

  private static ResourceVector room(int tasks) {
    return ResourceVector.of(1_024L * tasks, tasks);
  }

  /** A job, submitted at time 0. */
  public static JobView job(
      String id, JobGoal goal, ImmutableList<TaskAsk> asks, ImmutableList<RunningTask> running) {
    return JobView.of(id, goal, 0, asks, running);
  }

  /** An ask for tasks. */
  public static ImmutableList<TaskAsk> tasks(int count) {
    return ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", TASK, count));
  }

  /** An ask for an application master. */
  public static ImmutableList<TaskAsk> master() {
    return ImmutableList.of(new TaskAsk(TaskAsk.Kind.APPLICATION_MASTER, "", TASK, 1));
  }

  /** Tasks that run since {@code startMillis}. */
  public static ImmutableList<RunningTask> running(int count, long startMillis) {
    return ImmutableList.copyOf(
        Collections.nCopies(
            count, new RunningTask("task", "node", TaskAsk.Kind.TASK, "", TASK, startMillis)));
  }
}
