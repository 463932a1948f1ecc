package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;

/**
 * Least attained service first, as SLearn's baseline LAS does (§5.1.3): the priority queues of its
 * scheduler GS, a job being in the queue of the sum of what its tasks have run so far. Inside a
 * queue first in, first out; between queues the cluster is shared by weight, which keeps long jobs
 * from starving.
 *
 * <p>The paper shares one kind of core; here a queue's part of the cluster is its dominant share. A
 * job moves down when a plan is made: what it runs by then keeps running, and counts as used by its
 * new queue.
 */
public final class LasPolicy implements SchedulingPolicy {

  private final PriorityQueues queues;
  private final AttainedService service = new AttainedService();

  public LasPolicy(PriorityQueues queues) {
    this.queues = queues;
  }

  @Override
  public String name() {
    return "las";
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
    ClusterResources resources = new ClusterResources(cluster);
    List<List<Served>> jobsByQueue = new ArrayList<>();
    for (int queue = 0; queue < queues.count(); queue++) {
      jobsByQueue.add(new ArrayList<>());
    }
    for (JobView job : cluster.jobs()) {
      long serviceMillis = service.millis(job, nowMillis);
      jobsByQueue
          .get(queues.queueOf(serviceMillis))
          .add(new Served(resources.demand(job), serviceMillis));
    }
    List<WaterFilling.Claim> claims =
        IntStream.range(0, queues.count())
            .mapToObj(queue -> claim(jobsByQueue.get(queue), queue, resources.count()))
            .toList();
    ImmutableDoubleArray fractions = WaterFilling.fractions(claims, resources.count());
    ImmutableList.Builder<PlannedJob> jobs = ImmutableList.builder();
    for (int queue = 0; queue < queues.count(); queue++) {
      double share = fractions.get(queue) * claims.get(queue).dominantShare();
      planQueue(queue, share, jobsByQueue.get(queue), OptionalLong.of(nowMillis), jobs);
    }
    String summary = "las: " + cluster.jobs().size() + " jobs by attained service";
    return new Plan(nowMillis, jobs.build(), summary);
  }

  private WaterFilling.Claim claim(List<Served> jobs, int queue, int resources) {
    double[] wanted = new double[resources];
    for (Served job : jobs) {
      for (int resource = 0; resource < resources; resource++) {
        wanted[resource] += job.demand.wanted().get(resource);
      }
    }
    return new WaterFilling.Claim(ImmutableDoubleArray.copyOf(wanted), queues.weight(queue));
  }

  /** Gives the queue's part of the cluster to its jobs, the first of them first. */
  private void planQueue(
      int queue,
      double queueShare,
      List<Served> jobs,
      OptionalLong now,
      ImmutableList.Builder<PlannedJob> plan) {
    jobs.sort(Comparator.comparing(job -> job.demand.job(), PlannedJobs.BY_SUBMISSION));
    double left = queueShare;
    for (Served job : jobs) {
      double wanted = job.demand.wantedShare();
      double fraction = wanted > left ? left / wanted : 1.0;
      left = Math.max(0, left - fraction * wanted);
      double tasks = fraction * job.demand.tasks();
      String detail =
          "In queue "
              + (queue + 1)
              + " of "
              + queues.count()
              + " after "
              + Figures.seconds(job.serviceMillis)
              + " of service; its share of the queue is "
              + Figures.tenths(tasks)
              + " of "
              + job.demand.tasks()
              + " tasks.";
      Reason reason = new Reason(Reason.Code.LEAST_ATTAINED_SERVICE, detail);
      plan.add(PlannedJobs.startingNow(job.demand.job(), now, tasks, reason));
    }
  }

  private record Served(JobDemand demand, long serviceMillis) {}
}
