package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.Counts;

/**
 * Least attained service first, as SLearn's baseline LAS does (§5.1.3): the priority queues of its
 * scheduler GS, a job being in the queue of the sum of what its tasks have run so far. Inside a
 * queue first in, first out; between queues the cluster is shared by weight, which keeps long jobs
 * from starving.
 */
public final class LasPolicy implements SchedulingPolicy {

  private final String name;
  private final PriorityQueues queues;
  private final QueuePlanner planner;
  private final AttainedService service = new AttainedService();

  /**
   * @param name by which configuration chooses it
   */
  public LasPolicy(String name, PriorityQueues queues) {
    this.name = name;
    this.queues = queues;
    this.planner = QueuePlanner.of(queues);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    service.onEvent(event);
  }

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return !(event instanceof ClusterEvent.TaskStarted);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    List<Standing> standings = new ArrayList<>();
    for (JobView job : cluster.jobs()) {
      standings.add(standing(job, service.millis(job, nowMillis)));
    }
    ImmutableList<PlannedJob> jobs = planner.plan(cluster, standings, nowMillis, 1.0);
    String summary = name + ": " + Counts.of(jobs.size(), "job") + " by attained service";
    return new Plan(nowMillis, jobs, summary);
  }

  private Standing standing(JobView job, long serviceMillis) {
    int queue = queues.queueOf(serviceMillis);
    String why =
        "In queue "
            + (queue + 1)
            + " of "
            + queues.count()
            + " after "
            + Figures.seconds(serviceMillis)
            + " of service";
    return Standing.firstInFirstOut(job, queue, Reason.Code.LEAST_ATTAINED_SERVICE, why);
  }
}
