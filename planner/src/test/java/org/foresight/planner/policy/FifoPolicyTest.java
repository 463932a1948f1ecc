package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.placement.Snapshots;
import org.junit.jupiter.api.Test;

class FifoPolicyTest {

  private final FifoPolicy policy = new FifoPolicy("fifo");

  @Test
  void servesInTheOrderOfSubmissionAndOfIdsWhereThatIsEqual() {
    Plan plan =
        plan(
            job("late", 300, 1),
            job("early", 100, 1),
            job("same-b", 200, 1),
            job("same-a", 200, 1));

    assertThat(plan.jobs())
        .extracting(PlannedJob::jobId)
        .containsExactly("early", "same-a", "same-b", "late");
    assertThat(plan.jobs()).allMatch(job -> job.isDue(500) && job.parallelism() > 1_000_000);
    assertThat(plan.jobs())
        .extracting(job -> job.reason().code())
        .containsOnly(Reason.Code.ARRIVAL_ORDER);
    assertThat(plan.summary()).contains("fifo", "4 jobs");
  }

  @Test
  void aGangStartsWithAllThatItWaitsForBesideWhatRuns() {
    JobView gang =
        Snapshots.job("gang", Snapshots.GANG, Snapshots.tasks(3), Snapshots.running(2, 0));

    PlannedJob planned = plan(gang).jobs().get(0);

    assertThat(planned.gang()).isTrue();
    assertThat(planned.parallelism()).isEqualTo(5);
  }

  @Test
  void plansNothingForNobody() {
    assertThat(plan().jobs()).isEmpty();
  }

  @Test
  void runsJobsOneAfterTheOtherWhereEachFillsTheCluster() {
    VirtualCluster cluster = new VirtualCluster(policy, 2, 2, 1_000, 1_000);

    cluster.run(
        List.of(
            Job.bestEffort("second", 1_000, 4, 10_000),
            Job.bestEffort("first", 0, 4, 10_000),
            Job.slo("third", 2_000, 15_000, 4, 10_000)),
        60_000);

    assertThat(cluster.startsMillis("first")).containsOnly(0L);
    assertThat(cluster.startsMillis("second")).containsOnly(10_000L);
    assertThat(cluster.startsMillis("third")).containsOnly(20_000L);
  }

  @Test
  void aGangThatDoesNotFitDoesNotBlockTheJobsBehindIt() {
    VirtualCluster cluster = new VirtualCluster(policy, 2, 2, 1_000, 1_000);

    cluster.run(
        List.of(
            Job.bestEffort("running", 0, 2, 30_000),
            Job.bestEffort("gang", 1_000, 4, 10_000).asGang(),
            Job.bestEffort("small", 2_000, 1, 5_000)),
        60_000);

    assertThat(cluster.firstStartMillis("small")).isEqualTo(2_000);
    assertThat(cluster.startsMillis("gang")).containsOnly(30_000L);
  }

  private Plan plan(JobView... jobs) {
    ClusterSnapshot cluster = Snapshots.cluster(ImmutableList.of(Snapshots.node("", 4, 4)), jobs);
    return policy.plan(cluster, 500, () -> false);
  }

  private static JobView job(String id, long submitMillis, int tasks) {
    return JobView.of(
        id, JobGoal.BEST_EFFORT, submitMillis, Snapshots.tasks(tasks), ImmutableList.of());
  }
}
