package org.foresight.simulator;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;

/**
 * Checks, beside the policy that it hands everything on to, that what a policy is shown and told is
 * true: by other means than the simulator's own checks.
 */
final class AuditingPolicy extends ForwardingPolicy {
  private final Map<String, Set<String>> running = new HashMap<>();
  private final Set<String> succeeded = new HashSet<>();
  private long lastMillis = Long.MIN_VALUE;
  private int audits;

  AuditingPolicy(SchedulingPolicy audited) {
    super(audited);
  }

  int audits() {
    return audits;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    require(event.atMillis() >= lastMillis, () -> "Time goes back at " + event);
    lastMillis = event.atMillis();
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      require(running.put(submitted.jobId(), new HashSet<>()) == null, () -> "Twice: " + event);
    } else if (event instanceof ClusterEvent.TaskStarted started) {
      require(tasks(started.jobId()).add(started.taskId()), () -> "Runs already: " + event);
      require(
          !succeeded.contains(started.jobId() + "/" + started.taskId()), () -> "Again: " + event);
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      require(tasks(finished.jobId()).remove(finished.taskId()), () -> "Did not run: " + event);
      if (finished.end() == ClusterEvent.TaskEnd.SUCCEEDED) {
        succeeded.add(finished.jobId() + "/" + finished.taskId());
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      require(tasks(finished.jobId()).isEmpty(), () -> "Tasks outlive: " + event);
      running.remove(finished.jobId());
    }
    super.onEvent(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    audit(cluster);
    return super.plan(cluster, nowMillis, stop);
  }

  private void audit(ClusterSnapshot cluster) {
    audits++;
    Map<String, ResourceVector> used = new HashMap<>();
    for (JobView job : cluster.jobs()) {
      Set<String> shown = new HashSet<>();
      for (RunningTask task : job.running()) {
        used.merge(task.nodeId(), task.held(), ResourceVector::plus);
        if (!task.taskId().equals("am")) {
          shown.add(task.taskId());
        }
      }
      require(shown.equals(tasks(job.id())), () -> "Told " + tasks(job.id()) + ", shown " + shown);
      require(job.runningTasks() == shown.size(), () -> "Miscounts its running tasks: " + job.id());
    }
    for (NodeView node : cluster.nodes()) {
      ResourceVector held = used.remove(node.id());
      ResourceVector free = held == null ? node.total() : node.total().minus(held);
      require(free.equals(node.free()), () -> node + " has " + free + " free");
      require(free.minus(free).fitsIn(free), () -> node + " is over-allocated");
    }
    require(used.isEmpty(), () -> "Tasks run on nodes that are away: " + used);
  }

  private Set<String> tasks(String jobId) {
    Set<String> tasks = running.get(jobId);
    if (tasks == null) {
      throw new AssertionError("The job " + jobId + " was not submitted or has ended.");
    }
    return tasks;
  }

  private static void require(boolean condition, Supplier<String> problem) {
    if (!condition) {
      throw new AssertionError(problem.get());
    }
  }
}
