package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Remaining;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.Counts;

/**
 * SLearn's generic scheduler GS (§5.1): priority queues by the size of jobs, first in, first out
 * inside of each, a share of the cluster for each by its weight; what a queue leaves goes to the
 * others. How large jobs are it is told by a {@link JobSizing}, and so it is SLearn, or one of the
 * systems that SLearn is compared with.
 *
 * <p>The tasks of a job that is sampled that are no pilots start where room would stay unused, in
 * the order in which the jobs came.
 */
public final class GsPolicy implements SchedulingPolicy {

  private final String name;
  private final GsQueues queues;
  private final JobSizing sizing;

  /**
   * @param name by which configuration chooses it
   * @param sizing says how large jobs are
   */
  GsPolicy(String name, PriorityQueues queues, JobSizing sizing) {
    this.name = name;
    this.queues = GsQueues.of(queues);
    this.sizing = sizing;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    sizing.onEvent(event);
  }

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return event instanceof ClusterEvent.NodeChanged
        || PlannedJobs.changesWhatIsWaitedFor(event)
        || sizing.learnsFrom(event);
  }

  @Override
  public Optional<Remaining> remaining(JobView job, int atOnce, long nowMillis) {
    return sizing.remaining(job, atOnce, nowMillis);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    List<Standing> standings = new ArrayList<>();
    for (JobView job : cluster.jobs()) {
      standings.add(queues.standing(job, sizing.size(job, nowMillis)));
    }
    ImmutableList<PlannedJob> jobs = queues.planner().plan(cluster, standings, nowMillis, 1.0);
    return new Plan(
        nowMillis, jobs, name + ": " + Counts.of(jobs.size(), "job") + " in queues by their size");
  }
}
