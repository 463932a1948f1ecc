package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.function.Function;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.Counts;

/** What the policies that let every job start at once have in common. */
final class PlannedJobs {

  /** First in, first out; by id where that is equal, so that the order is always the same. */
  static final Comparator<JobView> BY_SUBMISSION =
      Comparator.comparingLong(JobView::submitMillis).thenComparing(JobView::id);

  private PlannedJobs() {}

  /** A job that may start at once. */
  static PlannedJob startingNow(JobView job, OptionalLong now, Reason reason) {
    return startingNow(job, now, Double.POSITIVE_INFINITY, reason);
  }

  /** A job that may start at once, with this many tasks as its share. */
  static PlannedJob startingNow(JobView job, OptionalLong now, double share, Reason reason) {
    boolean gang = job.goal().gang();
    // A gang's parallelism is what must fit at once: all that it waits for, beside what runs.
    int parallelism =
        gang
            ? Ints.saturatedCast((long) job.runningTasks() + job.pendingTasks())
            : Integer.MAX_VALUE;
    return new PlannedJob(job.id(), now, parallelism, share, gang, reason);
  }

  /**
   * A plan of all jobs that wait for something, in the order of submission.
   *
   * @param planned what it says of a job
   */
  static Plan inOrderOfSubmission(
      String policy,
      ClusterSnapshot cluster,
      long nowMillis,
      Function<JobView, PlannedJob> planned) {
    ImmutableList<PlannedJob> jobs =
        cluster.jobs().stream()
            .filter(job -> !job.asks().isEmpty())
            .sorted(BY_SUBMISSION)
            .map(planned)
            .collect(toImmutableList());
    return new Plan(
        nowMillis,
        jobs,
        policy + ": " + Counts.of(jobs.size(), "job") + " in the order of submission");
  }

  /**
   * Whether after this event a plan lacks a job, or says of a gang that more or fewer tasks must
   * fit at once than it waits for: all that outdates a plan whose order depends on nothing else.
   */
  static boolean changesWhatIsWaitedFor(ClusterEvent event) {
    return event instanceof ClusterEvent.JobSubmitted
        || event instanceof ClusterEvent.DemandChanged
        || (event instanceof ClusterEvent.TaskFinished finished
            && finished.end() == ClusterEvent.TaskEnd.LOST);
  }
}
