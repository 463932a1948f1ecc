package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.junit.jupiter.api.Test;

class PassingOverPolicyTest {
  private static final long NOW = 1_000_000;
  private static final ResourceVector TASK = ResourceVector.of(1_024, 1);
  private static final ResourceVector FULL = ResourceVector.of(0, 0);

  private final List<JobView> jobs = new ArrayList<>();
  private final List<KeptRoom> kept = new ArrayList<>();
  private ResourceVector free = ResourceVector.of(4_096, 4);

  /** What was left over of it. */
  private ResourceVector left = ResourceVector.of(8_192, 8);

  private int held;
  private long nanos;
  private Reason.Code code = Reason.Code.ARRIVAL_ORDER;
  private final List<String> told = new ArrayList<>();
  private final Offers offers = new Offers(() -> nanos);
  private final PassingOverPolicy policy =
      new PassingOverPolicy(new FirstHasAll(), offers, () -> nanos, told::add);

  @Test
  void jobThatStartsNothingInRoomOfItsOwnLeavesThatToTheNextOne() {
    waits("a", 3);
    waits("b", 2);

    passMillisInVain(PassingOverPolicy.PATIENCE_MILLIS - 1);
    assertThat(due()).containsExactly("a");

    passMillisInVain(1);
    PlannedJob unused = planned("a"); // The plan by which it is found out.
    assertThat(due()).contains("b");
    assertThat(isPassedOver("a")).isTrue();
  }

  /** It may want one node alone, which is full, and starts there once it is not. */
  @Test
  void jobThatIsPassedOverKeepsItsPlaceAndWhatItMayStart() {
    waits("a", 3);
    waits("b", 2);
    held = 1;
    PlannedJob before = planned("a");

    passOver();

    assertThat(due()).containsExactly("a", "b");
    assertThat(planned("a")).usingRecursiveComparison().ignoringFields("reason").isEqualTo(before);
  }

  /** What is left in vain is no room of its own. */
  @Test
  void jobThatIsInLineIsNotPassedOver() {
    code = Reason.Code.NEXT_IN_LINE;
    waits("a", 3);
    waits("b", 2);

    passOver();

    assertThat(due()).containsExactly("a");
    assertThat(planned("a").isInLine()).isTrue();
  }

  @Test
  void itIsTriedAgainAndPassedOverForLongerAndLonger() {
    waits("a", 3);
    waits("b", 2);
    passOver();

    passMillis(PassingOverPolicy.FIRST_PASS_MILLIS - 1);
    assertThat(due()).contains("b");
    passMillis(1);
    assertThat(due()).containsExactly("a");

    passOver();
    passMillis(2 * PassingOverPolicy.FIRST_PASS_MILLIS - 1);
    assertThat(due()).contains("b");
    passMillis(1);
    assertThat(due()).containsExactly("a");
  }

  @Test
  void oneThatHasStartedSomethingMeanwhileIsPlannedAtOnce() {
    waits("a", 3);
    waits("b", 2);
    passOver();
    assertThat(due()).contains("b");

    jobs.set(0, job("a", 2, 1));

    assertThat(due()).containsExactly("a");
  }

  @Test
  void jobThatStartsNowAndThenIsNotPassedOver() {
    for (int left = 20; left > 0; left--) {
      jobs.clear();
      waits("a", left);
      assertThat(isPassedOver("a")).isFalse();
      passMillisInVain(PassingOverPolicy.PATIENCE_MILLIS / 2);
    }
  }

  @Test
  void jobIsNotPassedOverBeforeItsNodeHasReported() {
    waits("a", 3);

    for (int plan = 0; plan < 10; plan++) {
      assertThat(isPassedOver("a")).isFalse();
      passMillis(PassingOverPolicy.PATIENCE_MILLIS);
    }
  }

  @Test
  void jobThatWaitsForRoomIsNotPassedOver() {
    waits("a", 3);
    free = FULL;
    passOver();
    assertThat(isPassedOver("a")).isFalse();

    free = ResourceVector.of(1_024, 1);
    kept.add(new KeptRoom("other", "node1", TASK));
    passOver();
    assertThat(isPassedOver("a")).isFalse();
  }

  @Test
  void jobIsNotPassedOverForRoomThatHasJustComeFree() {
    waits("a", 3);
    left = ResourceVector.of(512, 1);

    passOver();

    assertThat(isPassedOver("a")).isFalse();
  }

  @Test
  void jobThatAsksForSomethingElseIsPlannedAtOnce() {
    waits("a", 3);
    passOver();
    assertThat(isPassedOver("a")).isTrue();

    jobs.set(0, job("a", 4, 0));

    assertThat(isPassedOver("a")).isFalse();
  }

  @Test
  void jobOfWhichAllThatWaitsIsHeldBackIsNotPassedOver() {
    waits("a", 3);
    held = 3;

    passOver();

    assertThat(isPassedOver("a")).isFalse();
  }

  @Test
  void saysOnceAMinuteWhyAJobCouldNotStart() {
    waits("a", 3);
    passMillisInVain(PassingOverPolicy.PATIENCE_MILLIS);
    offers.refused("a", "It wants none of them.");
    PlannedJob unused = planned("a");
    assertThat(told)
        .containsExactly(
            "The plan has given application a room for 6 s in which it could start nothing; others"
                + " have that for the next 10 s. It wants none of them.");

    passMillis(PassingOverPolicy.FIRST_PASS_MILLIS);
    passOver();
    assertThat(isPassedOver("a")).isTrue();
    assertThat(told).hasSize(1);

    passMillis(60_000);
    passOver();
    assertThat(told).hasSize(2);
  }

  private void waits(String id, int tasks) {
    jobs.add(job(id, tasks, 0));
  }

  private static JobView job(String id, int waiting, int running) {
    ImmutableList.Builder<RunningTask> tasks = ImmutableList.builder();
    for (int task = 0; task < running; task++) {
      tasks.add(new RunningTask("task" + task, "node1", TaskAsk.Kind.TASK, "", TASK, NOW));
    }
    return JobView.of(
        id,
        JobGoal.BEST_EFFORT,
        0,
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", TASK, waiting)),
        tasks.build());
  }

  /** Time passes after which the node has reported, and nothing has started there. */
  private void passMillisInVain(long millis) {
    Plan unused = plan();
    passMillis(millis);
    offers.inVain("node1", left);
  }

  private void passMillis(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private void passOver() {
    passMillisInVain(PassingOverPolicy.PATIENCE_MILLIS);
    Plan unused = plan();
  }

  private ImmutableList<String> due() {
    return plan().jobs().stream()
        .filter(job -> job.isDue(NOW))
        .map(PlannedJob::jobId)
        .collect(toImmutableList());
  }

  private boolean isPassedOver(String jobId) {
    return planned(jobId).reason().code() == Reason.Code.NO_ROOM_NOW;
  }

  private PlannedJob planned(String jobId) {
    return plan().jobs().stream().filter(job -> job.jobId().equals(jobId)).findAny().orElseThrow();
  }

  private Plan plan() {
    NodeView node = new NodeView("node1", "", ResourceVector.of(8_192, 8), free);
    return policy.plan(
        ClusterSnapshot.of(
            ImmutableList.of(node),
            ImmutableList.copyOf(jobs),
            ImmutableList.of(),
            ImmutableList.copyOf(kept)),
        NOW,
        () -> false);
  }

  /** Gives all room to the first job that waits for something. */
  private final class FirstHasAll implements SchedulingPolicy {
    @Override
    public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
      Reason reason = new Reason(code, "in a test");
      ImmutableList.Builder<PlannedJob> planned = ImmutableList.builder();
      boolean isFirst = true;
      for (JobView job : cluster.jobs()) {
        boolean hasAll = isFirst && !job.asks().isEmpty();
        isFirst &= !hasAll;
        planned.add(
            new PlannedJob(
                    job.id(),
                    hasAll ? OptionalLong.of(nowMillis) : OptionalLong.empty(),
                    job.runningTasks() + job.pendingTasks(),
                    false,
                    reason)
                .holding(held));
      }
      return new Plan(nowMillis, planned.build(), "a test's");
    }

    @Override
    public String name() {
      return "first has all";
    }

    @Override
    public void onEvent(ClusterEvent event) {
      throw new UnsupportedOperationException("Nothing happens.");
    }
  }
}
