package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.predictor.Counts;

/**
 * Shares a cluster out among lanes by weight, and inside of a lane serves one job after the other:
 * what SLearn's generic scheduler GS (§5.1.1) and those have in common that it is compared with.
 *
 * <p>The paper shares one kind of core; here a lane's part of the cluster is its dominant share. A
 * job moves from lane to lane when a plan is made: what it runs by then keeps running, and counts
 * as used by its new lane. What a lane leaves of its part goes to the others.
 *
 * @param weights of the lanes, in the order in which they are served
 */
record QueuePlanner(ImmutableDoubleArray weights) {

  /** Shared out where masters, or others, hold all there is. */
  private static final double LEAST_PART = 0.01;

  /** A share of less than this is told as none. */
  private static final double NO_TASK = 0.05;

  /** One lane for every priority queue. */
  static QueuePlanner of(PriorityQueues queues) {
    return new QueuePlanner(
        ImmutableDoubleArray.copyOf(
            IntStream.range(0, queues.count()).mapToDouble(queues::weight)));
  }

  /**
   * The jobs in the order in which they are served, each with its share of what their masters
   * leave.
   *
   * @param most which part of the cluster these jobs may hold
   */
  ImmutableList<PlannedJob> plan(
      ClusterSnapshot cluster, List<Standing> standings, long nowMillis, double most) {
    ClusterResources resources = new ClusterResources(cluster);
    List<List<Claimant>> lanes = new ArrayList<>();
    for (int lane = 0; lane < weights.length(); lane++) {
      lanes.add(new ArrayList<>());
    }
    double masters = 0;
    for (Standing standing : standings) {
      JobDemand demand = resources.demand(standing.job(), standing.heldTasks());
      lanes.get(standing.lane()).add(new Claimant(standing, demand));
      masters += demand.masterShare();
    }
    double part = Math.max(LEAST_PART, most - masters);
    List<WaterFilling.Claim> claims =
        IntStream.range(0, lanes.size())
            .mapToObj(lane -> claim(lanes.get(lane), weights.get(lane), resources.count(), part))
            .toList();
    ImmutableDoubleArray fractions = WaterFilling.fractions(claims, resources.count());
    ImmutableList.Builder<PlannedJob> jobs = ImmutableList.builder();
    for (int lane = 0; lane < lanes.size(); lane++) {
      double share = fractions.get(lane) * claims.get(lane).dominantShare() * part;
      planLane(share, lanes.get(lane), OptionalLong.of(nowMillis), jobs);
    }
    return jobs.build();
  }

  private static WaterFilling.Claim claim(
      List<Claimant> jobs, double weight, int resources, double part) {
    double[] wanted = new double[resources];
    for (Claimant job : jobs) {
      for (int resource = 0; resource < resources; resource++) {
        wanted[resource] += job.demand.wanted().get(resource) / part;
      }
    }
    return new WaterFilling.Claim(ImmutableDoubleArray.copyOf(wanted), weight);
  }

  /**
   * Gives the lane's part of the cluster to its jobs, the first of them first. However small the
   * part is, a pilot can start: what is not known of its job costs all others more than one task.
   */
  private static void planLane(
      double laneShare,
      List<Claimant> jobs,
      OptionalLong now,
      ImmutableList.Builder<PlannedJob> plan) {
    jobs.sort((one, other) -> Standing.IN_LANE.compare(one.standing, other.standing));
    double left = jobs.isEmpty() ? 0 : Math.max(laneShare, jobs.get(0).leastShare());
    for (Claimant job : jobs) {
      double wanted = job.demand.wantedShare();
      double fraction = wanted > left ? left / wanted : 1.0;
      left = Math.max(0, left - fraction * wanted);
      double tasks = fraction * job.demand.tasks();
      Standing standing = job.standing;
      String detail =
          standing.why()
              + "; "
              + shareText(tasks, job.demand.tasks(), job.equals(jobs.get(0)))
              + ".";
      plan.add(
          PlannedJobs.startingNow(standing.job(), now, tasks, new Reason(standing.code(), detail))
              .holding(standing.heldTasks()));
    }
  }

  private static String shareText(double tasks, long wanted, boolean isFirst) {
    if (tasks < NO_TASK && !isFirst && wanted > 0) {
      return "the share of its queue goes to the jobs before it";
    }
    return "its share of the queue is "
        + Figures.tenths(tasks)
        + " of "
        + Counts.of(wanted, "task");
  }

  private record Claimant(Standing standing, JobDemand demand) {

    /** The part of the cluster that the first job of its lane has at least. */
    double leastShare() {
      return standing.code() == Reason.Code.PILOTS_FIRST && demand.tasks() > 0
          ? demand.wantedShare() / demand.tasks()
          : 0;
    }
  }
}
