package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.placement.Snapshots;
import org.junit.jupiter.api.Test;

class LasPolicyTest {

  /** Queues up to 100 s, up to 1,000 s, and beyond. */
  private static final PriorityQueues QUEUES = new PriorityQueues(3, 100_000, 10, 10);

  private final LasPolicy policy = new LasPolicy("las", QUEUES);

  @Test
  void aNewJobGetsTenTimesThePartOfOneThatHasBeenServed() {
    VirtualCluster cluster = new VirtualCluster(policy, 1, 11, 1_000, 1_000);

    cluster.run(
        List.of(Job.bestEffort("old", 0, 44, 10_000), Job.bestEffort("new", 10_000, 10, 10_000)),
        90_000);

    // 110 s of service by the time that the new job comes.
    List<Long> starts = new ArrayList<>(Collections.nCopies(11, 0L));
    starts.add(10_000L);
    starts.addAll(Collections.nCopies(11, 20_000L));
    starts.addAll(Collections.nCopies(11, 30_000L));
    starts.addAll(Collections.nCopies(10, 40_000L));
    assertThat(cluster.startsMillis("old")).isEqualTo(starts);
    assertThat(cluster.startsMillis("new")).containsOnly(10_000L);
  }

  @Test
  void insideAQueueTheFirstJobIsServedFirst() {
    VirtualCluster cluster = new VirtualCluster(policy, 1, 4, 1_000, 1_000);

    cluster.run(
        List.of(
            Job.bestEffort("second", 1_000, 4, 10_000),
            Job.bestEffort("first", 0, 6, 10_000),
            Job.bestEffort("third", 2_000, 1, 1_000)),
        60_000);

    assertThat(cluster.startsMillis("first")).containsExactly(0L, 0L, 0L, 0L, 10_000L, 10_000L);
    assertThat(cluster.startsMillis("second")).containsExactly(10_000L, 10_000L, 20_000L, 20_000L);
    assertThat(cluster.firstStartMillis("third")).isEqualTo(20_000);
  }

  @Test
  void endedLostAndRunningTasksCountAsService() {
    policy.onEvent(new ClusterEvent.TaskStarted(0, "a", "1", "map"));
    policy.onEvent(new ClusterEvent.TaskStarted(0, "a", "2", "map"));
    policy.onEvent(new ClusterEvent.TaskFinished(60_000, "a", "1", ClusterEvent.TaskEnd.SUCCEEDED));
    policy.onEvent(new ClusterEvent.TaskFinished(30_000, "a", "2", ClusterEvent.TaskEnd.LOST));
    JobView job =
        Snapshots.job("a", JobGoal.BEST_EFFORT, Snapshots.tasks(2), Snapshots.running(1, 90_000));

    assertThat(only(plan(99_999, job)).reason())
        .isEqualTo(
            new Reason(
                Reason.Code.LEAST_ATTAINED_SERVICE,
                "In queue 1 of 3 after 100.0 s of service; its share of the queue is 3.0 of 3"
                    + " tasks."));
    assertThat(only(plan(100_000, job)).reason().detail()).startsWith("In queue 2 of 3 after");

    policy.onEvent(new ClusterEvent.JobFinished(100_000, "a", true));
    assertThat(only(plan(100_000, job)).reason().detail())
        .startsWith("In queue 1 of 3 after 10.0 s");
  }

  @Test
  void servesQueuesInTheirOrderAndGivesTheFirstJobAllOfItsQueuesPart() {
    policy.onEvent(new ClusterEvent.TaskStarted(0, "old", "1", "map"));
    policy.onEvent(
        new ClusterEvent.TaskFinished(200_000, "old", "1", ClusterEvent.TaskEnd.SUCCEEDED));

    Plan plan =
        plan(200_000, waiting("old", 0, 100), waiting("later", 20, 100), waiting("sooner", 10, 6));

    assertThat(plan.jobs()).extracting(PlannedJob::jobId).containsExactly("sooner", "later", "old");
    // Of eleven slots ten are the first queue's.
    assertThat(plan.jobs())
        .extracting(job -> Math.round(job.share() * 1000) / 1000.0)
        .containsExactly(6.0, 4.0, 1.0);
  }

  @Test
  void theQueuesAreThoseOfThePaper() {
    PriorityQueues queues = PriorityQueues.DEFAULT;

    assertThat(queues.count()).isEqualTo(10);
    assertThat(queues.queueOf(0)).isZero();
    assertThat(queues.queueOf(999_999)).isZero();
    assertThat(queues.queueOf(1_000_000)).isEqualTo(1);
    assertThat(queues.queueOf(10_000_000)).isEqualTo(2);
    assertThat(queues.queueOf(Long.MAX_VALUE)).isEqualTo(9);
    assertThat(queues.weight(2)).isEqualTo(0.01);
  }

  @Test
  void queuesThatAreNoneAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PriorityQueues(0, 1, 10, 10))
        .withMessageContaining("The count (0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PriorityQueues(10, 1, 1, 10))
        .withMessageContaining("The growth (1.0)");
  }

  private Plan plan(long nowMillis, JobView... jobs) {
    return policy.plan(
        Snapshots.cluster(ImmutableList.of(Snapshots.node("", 11, 11)), jobs),
        nowMillis,
        () -> false);
  }

  private static PlannedJob only(Plan plan) {
    assertThat(plan.jobs()).hasSize(1);
    return plan.jobs().get(0);
  }

  private static JobView waiting(String id, long submitMillis, int tasks) {
    return JobView.of(
        id, JobGoal.BEST_EFFORT, submitMillis, Snapshots.tasks(tasks), ImmutableList.of());
  }
}
