package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.NodeOrder;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.Counts;

/**
 * Two-class preemption as in Big-C (Chen et al., USENIX ATC 2017), to which Kairos is compared
 * (§4.5.2): jobs are short or long by what is expected of their tasks. Short ones have most of the
 * cluster guaranteed, and start where long ones run, which are suspended for them; among their like
 * jobs come first in, first out, and wait for a free core. What one class leaves the other has.
 *
 * <p>What the papers leave open: a job of which nothing is known counts as long. One that may not
 * be suspended, for it has a deadline, is a service or a gang, is served as a short one.
 *
 * <p>For nodes that suspend tasks; elsewhere long tasks are waited for. Not thread-safe.
 */
public final class BigcPolicy implements SchedulingPolicy {

  /** The name by which configuration chooses it. */
  public static final String NAME = "bigc";

  private static final int SHORT_LANE = 0;
  private static final int LONG_LANE = 1;

  /** Long tasks wait for a free core. */
  private static final SuspendingNodes NODES = new SuspendingNodes(0);

  private final BigcSettings settings;
  private final JobRuntimes runtimes;
  private final QueuePlanner lanes;

  /**
   * @param runtimes what is expected of jobs
   */
  BigcPolicy(BigcSettings settings, JobRuntimes runtimes) {
    this.settings = settings;
    this.runtimes = runtimes;
    this.lanes =
        new QueuePlanner(
            ImmutableDoubleArray.of(settings.shortShare(), 1.0 - settings.shortShare()));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    runtimes.onEvent(event);
  }

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return event instanceof ClusterEvent.NodeChanged
        || event instanceof ClusterEvent.JobFinished
        || PlannedJobs.changesWhatIsWaitedFor(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    List<Standing> standings = new ArrayList<>();
    ImmutableSet.Builder<String> longJobs = ImmutableSet.builder();
    boolean longJobWaits = false;
    for (JobView job : cluster.jobs()) {
      Standing standing = standing(job, nowMillis);
      standings.add(standing);
      if (standing.lane() == LONG_LANE) {
        longJobs.add(job.id());
        longJobWaits |= !job.asks().isEmpty();
      }
    }
    ClusterSnapshot cores =
        CoresOfNodes.areIn(cluster) ? CoresOfNodes.makingWay(cluster, 0, nowMillis) : cluster;
    ImmutableSet<String> suspendable = longJobs.build();
    boolean capped = longJobWaits;
    ImmutableList<PlannedJob> jobs =
        lanes.plan(cores, standings, nowMillis, 1.0).stream()
            .map(
                job ->
                    suspendable.contains(job.jobId())
                        ? job.suspendable(true)
                        : capped ? withinShare(job) : job)
            .collect(toImmutableList());
    return new Plan(
        nowMillis, jobs, NAME + ": " + Counts.of(jobs.size(), "job") + " of two classes");
  }

  private Standing standing(JobView job, long nowMillis) {
    double taskMillis = runtimes.estimate(job).taskRuntime().meanMillis();
    boolean isLong =
        taskMillis >= settings.cutoffMillis() && job.goal().toleratesSuspension(nowMillis);
    String why =
        (isLong ? "A long job" : "A short job, or one that is not suspended")
            + ": its tasks are expected to take "
            + Figures.seconds(Math.round(taskMillis));
    return Standing.firstInFirstOut(
        job, isLong ? LONG_LANE : SHORT_LANE, Reason.Code.SIZE_QUEUE, why);
  }

  /** While long jobs wait they are to have what they are guaranteed: short ones take no more. */
  private static PlannedJob withinShare(PlannedJob job) {
    return job.gang()
        ? job
        : new PlannedJob(
            job.jobId(),
            job.startMillis(),
            Math.min(job.parallelism(), job.expectedAtOnce()),
            job.share(),
            false,
            job.reason());
  }

  @Override
  public Optional<NodeOrder> nodeOrder() {
    return Optional.of(NODES);
  }

  @Override
  public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    return NodeChoosingDispatcher.of(plan, Dispatcher.inOrder(plan, NODES), NODES);
  }
}
