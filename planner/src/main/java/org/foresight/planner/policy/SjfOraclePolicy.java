package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
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
 * Shortest job first by true work, the number of a job's tasks times their mean runtime: what no
 * real system can do, and so a bound for those that estimate. Unlike SLearn's ORACLE (§5.1) it has
 * no queues against starvation; nothing is preempted. For simulators only.
 *
 * <p>The work of a job is asked for once, when it is first planned.
 */
public final class SjfOraclePolicy implements SchedulingPolicy {

  private final JobOracle oracle;
  private final Map<String, Size> sizes = new HashMap<>();

  public SjfOraclePolicy(JobOracle oracle) {
    this.oracle = oracle;
  }

  @Override
  public String name() {
    return "sjf-oracle";
  }

  @Override
  public void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobFinished finished) {
      sizes.remove(finished.jobId());
    }
  }

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return PlannedJobs.changesWhatIsWaitedFor(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    OptionalLong now = OptionalLong.of(nowMillis);
    // Two stable sorts: jobs mostly come in the order of submission, which makes the first cheap.
    ImmutableList<PlannedJob> jobs =
        cluster.jobs().stream()
            .sorted(PlannedJobs.BY_SUBMISSION)
            .map(job -> new Sized(job, sizes.computeIfAbsent(job.id(), this::size)))
            .sorted(Comparator.comparingLong(job -> job.size.workMillis))
            .map(job -> PlannedJobs.startingNow(job.view, now, job.size.reason))
            .collect(toImmutableList());
    return new Plan(
        nowMillis, jobs, "sjf-oracle: " + Counts.of(jobs.size(), "job") + ", shortest first");
  }

  private Size size(String jobId) {
    long workMillis = oracle.outcome(jobId).workMillis();
    String detail = "Shortest first: its tasks are " + workMillis + " ms of work.";
    return new Size(workMillis, new Reason(Reason.Code.SHORTEST_FIRST, detail));
  }

  private record Size(long workMillis, Reason reason) {}

  private record Sized(JobView view, Size size) {}
}
