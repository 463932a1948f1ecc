package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;

/** A scheduler that keeps what its policy is told of tasks, and what it plans. Thread-safe. */
public final class RecordingScheduler extends ForesightScheduler {

  private final List<ClusterEvent> events = new CopyOnWriteArrayList<>();
  private final List<Plan> plans = new CopyOnWriteArrayList<>();

  @Override
  SchedulingPolicy createPolicy(ForesightConfiguration.Planning planning, History history) {
    return new Recorded(super.createPolicy(planning, history));
  }

  /** The starts and ends of a job's tasks, in the order in which the policy was told of them. */
  ImmutableList<ClusterEvent> tasks(String jobId) {
    return events.stream()
        .filter(
            event ->
                (event instanceof ClusterEvent.TaskStarted started && started.jobId().equals(jobId))
                    || (event instanceof ClusterEvent.TaskFinished finished
                        && finished.jobId().equals(jobId)))
        .collect(toImmutableList());
  }

  /** What all plans said of a job, the first of them first. */
  ImmutableList<PlannedJob> planned(String jobId) {
    return plans.stream()
        .flatMap(plan -> plan.jobs().stream())
        .filter(job -> job.jobId().equals(jobId))
        .collect(toImmutableList());
  }

  private final class Recorded extends ForwardingPolicy {
    Recorded(SchedulingPolicy policy) {
      super(policy);
    }

    @Override
    public void onEvent(ClusterEvent event) {
      events.add(event);
      super.onEvent(event);
    }

    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
      Plan plan = super.plan(cluster, nowMillis, stop);
      plans.add(plan);
      return plan;
    }
  }
}
