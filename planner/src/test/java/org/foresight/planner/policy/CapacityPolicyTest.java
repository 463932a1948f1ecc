package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.Reason;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.Snapshots;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Clusters of ten slots of 1 GiB and one core; the smallest container is one slot. */
class CapacityPolicyTest {

  @Test
  void queuesThatBothWantMoreGetWhatTheyAreGuaranteed() {
    VirtualCluster cluster = cluster("a.capacity", "70", "b.capacity", "30");

    cluster.run(
        List.of(
            Job.bestEffort("b1", 0, 20, 10_000).in("root.b", "ann"),
            Job.bestEffort("a1", 0, 20, 10_000).in("a", "bob")),
        90_000);

    assertThat(startsAt(cluster, "a1", 0)).isEqualTo(7);
    assertThat(startsAt(cluster, "b1", 0)).isEqualTo(3);
  }

  /** The check of Hadoop is "used more than the limit", so that one container more starts. */
  @Test
  void aloneAUserGetsTheQueuesCapacityAndOneContainerMore() {
    VirtualCluster cluster = cluster("a.capacity", "70", "b.capacity", "30");

    cluster.run(List.of(Job.bestEffort("a1", 0, 20, 10_000).in("a", "ann")), 90_000);

    assertThat(startsAt(cluster, "a1", 0)).isEqualTo(8);
  }

  @Test
  void aQueueThatIsAloneGetsWhatItsMaximumAllows() {
    VirtualCluster cluster =
        cluster(
            "a.capacity",
            "70",
            "b.capacity",
            "30",
            "b.maximum-capacity",
            "50",
            "b.user-limit-factor",
            "10",
            "a.user-limit-factor",
            "-1");

    cluster.run(
        List.of(
            Job.bestEffort("b1", 0, 10, 10_000).in("b", "ann"),
            Job.bestEffort("a1", 20_000, 20, 10_000).in("a", "ann")),
        90_000);

    assertThat(startsAt(cluster, "b1", 0)).isEqualTo(5);
    assertThat(startsAt(cluster, "b1", 10_000)).isEqualTo(5);
    assertThat(startsAt(cluster, "a1", 20_000)).isEqualTo(10);
  }

  @Test
  void aMaximumHoldsForAllQueuesBelow() {
    VirtualCluster cluster =
        cluster(
            "a.capacity",
            "40",
            "a.maximum-capacity",
            "60",
            "a.queues",
            "x,y",
            "a.x.capacity",
            "50",
            "a.y.capacity",
            "50",
            "b.capacity",
            "60",
            "user-limit-factor",
            "10");

    cluster.run(
        List.of(
            Job.bestEffort("x1", 0, 10, 10_000).in("x", "ann"),
            Job.bestEffort("y1", 0, 10, 10_000).in("y", "ann")),
        90_000);

    assertThat(startsAt(cluster, "x1", 0)).isEqualTo(3);
    assertThat(startsAt(cluster, "y1", 0)).isEqualTo(3);
  }

  /** Half each; a user may be given one container more than the limit of five. */
  @Test
  void usersThatBothWantMoreShareTheQueue() {
    VirtualCluster cluster =
        cluster("a.capacity", "100", "b.capacity", "0", "minimum-user-limit-percent", "50");

    cluster.run(
        List.of(
            Job.bestEffort("first", 0, 20, 10_000).in("a", "ann"),
            Job.bestEffort("second", 5_000, 20, 10_000).in("a", "bob")),
        90_000);

    assertThat(startsAt(cluster, "first", 0)).isEqualTo(10);
    assertThat(startsAt(cluster, "first", 10_000)).isEqualTo(6);
    assertThat(startsAt(cluster, "second", 10_000)).isEqualTo(4);
  }

  @Test
  void aFairLeafGivesEachJobThatWantsMoreTheSame() {
    VirtualCluster cluster =
        cluster("a.capacity", "100", "b.capacity", "0", "a.ordering-policy", "fair");

    cluster.run(
        List.of(
            Job.bestEffort("first", 0, 20, 10_000).in("a", "ann"),
            Job.bestEffort("second", 0, 20, 10_000).in("a", "ann")),
        90_000);

    assertThat(startsAt(cluster, "first", 0)).isEqualTo(5);
    assertThat(startsAt(cluster, "second", 0)).isEqualTo(5);
  }

  @Test
  void aFifoLeafServesTheFirstJobFirst() {
    VirtualCluster cluster = cluster("a.capacity", "100", "b.capacity", "0");

    cluster.run(
        List.of(
            Job.bestEffort("second", 1_000, 20, 10_000).in("a", "ann"),
            Job.bestEffort("first", 0, 12, 10_000).in("a", "ann")),
        90_000);

    assertThat(startsAt(cluster, "first", 0)).isEqualTo(10);
    assertThat(startsAt(cluster, "first", 10_000)).isEqualTo(2);
    assertThat(startsAt(cluster, "second", 10_000)).isEqualTo(8);
  }

  /** A container of two slots is blocked by the queue's limit; the room below it is kept free. */
  @Test
  void whatIsBlockedByTheLimitOfItsQueueIsNotPassedInIt() {
    VirtualCluster cluster =
        cluster(
            "a.capacity",
            "30",
            "a.maximum-capacity",
            "30",
            "b.capacity",
            "70",
            "user-limit-factor",
            "10");

    cluster.run(
        List.of(
            Job.bestEffort("large", 0, 2, 10_000).in("a", "ann").needing(slots(2)),
            Job.bestEffort("small", 1_000, 1, 10_000).in("a", "ann")),
        90_000);

    assertThat(cluster.startsMillis("large")).containsExactly(0L, 10_000L);
    assertThat(cluster.startsMillis("small")).containsExactly(10_000L);
  }

  @Test
  void comparesByMemoryAloneOrByTheDominantResource() {
    List<Job> jobs =
        List.of(
            Job.bestEffort("cores", 0, 9, 10_000).in("a", "ann").needing(vector(1, 2)),
            Job.bestEffort("memory", 0, 9, 10_000).in("b", "ann").needing(vector(2, 1)));
    VirtualCluster byMemory =
        cluster("a.capacity", "50", "b.capacity", "50", "user-limit-factor", "10");
    VirtualCluster dominant =
        cluster(
            "a.capacity",
            "50",
            "b.capacity",
            "50",
            "user-limit-factor",
            "10",
            "resource-calculator",
            "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");

    byMemory.run(jobs, 90_000);
    dominant.run(jobs, 90_000);

    // By memory: a, b, a, a (2 : 2), b …; the cores are used up by four of a and two of b.
    assertThat(startsAt(byMemory, "cores", 0)).isEqualTo(4);
    assertThat(startsAt(byMemory, "memory", 0)).isEqualTo(2);
    assertThat(startsAt(dominant, "cores", 0)).isEqualTo(3);
    assertThat(startsAt(dominant, "memory", 0)).isEqualTo(3);
  }

  @Test
  void applicationMastersTakeNoMoreThanTheirPartOfTheQueue() {
    Live live =
        new Live("a.capacity", "100", "b.capacity", "0", "maximum-am-resource-percent", "0.2");
    live.submit("first", "a", "ann");
    live.submit("second", "a", "ann");
    live.submit("third", "a", "ann");
    live.ask("first", Snapshots.master());
    live.ask("second", Snapshots.master());
    live.ask("third", Snapshots.master());

    assertThat(live.dispatchAll()).containsExactly("first", "second");

    live.policy.onEvent(new ClusterEvent.JobFinished(1, "first", true));
    live.asks.remove("first");
    assertThat(live.dispatchAll()).containsExactly("third");
  }

  @Test
  void oneJobMayRunHoweverSmallThePartOfApplicationMasters() {
    Live live =
        new Live("a.capacity", "100", "b.capacity", "0", "maximum-am-resource-percent", "0");
    live.submit("first", "a", "ann");
    live.submit("second", "a", "ann");
    live.ask("first", Snapshots.master());
    live.ask("second", Snapshots.master());

    assertThat(live.dispatchAll()).containsExactly("first");
  }

  @Test
  void aUsersApplicationMastersKeepToTheUsersPart() {
    Live live =
        new Live(
            "a.capacity",
            "100",
            "b.capacity",
            "0",
            "maximum-am-resource-percent",
            "0.4",
            "minimum-user-limit-percent",
            "50");
    for (String job : List.of("ann1", "ann2", "ann3", "bob1")) {
      live.submit(job, "a", job.substring(0, 3));
      live.ask(job, Snapshots.master());
    }

    // Half of four slots each, as there are two users.
    assertThat(live.dispatchAll()).containsExactly("ann1", "ann2", "bob1");
  }

  @Test
  void aPlanTakesOverWhatTheSnapshotShows() {
    Live live = new Live("a.capacity", "50", "b.capacity", "50", "user-limit-factor", "10");
    live.submit("a1", "a", "ann");
    live.submit("b1", "b", "ann");
    live.ask("a1", Snapshots.tasks(1));
    live.ask("b1", Snapshots.tasks(1));
    live.running.put("a1", 1);

    assertThat(live.dispatchAll()).containsExactly("b1", "a1");
  }

  @Test
  void aTaskThatEndsNoLongerCounts() {
    Live live =
        new Live(
            "a.capacity",
            "10",
            "a.maximum-capacity",
            "10",
            "b.capacity",
            "90",
            "user-limit-factor",
            "10");
    live.submit("a1", "a", "ann");
    live.ask("a1", Snapshots.tasks(2));
    assertThat(live.dispatchAll()).containsExactly("a1");

    live.ask("a1", Snapshots.tasks(1));
    Dispatcher dispatcher = live.policy.dispatcher(Plan.empty(0), NodeAdmission.WHAT_RUNS_AT_ONCE);
    assertThat(live.next(dispatcher)).isEqualTo(limitReached());
    live.policy.onEvent(new ClusterEvent.TaskStarted(1, "a1", "task", "map"));
    assertThat(live.next(dispatcher)).isEqualTo(limitReached());
    live.policy.onEvent(
        new ClusterEvent.TaskFinished(2, "a1", "task", ClusterEvent.TaskEnd.SUCCEEDED));

    assertThat(live.next(dispatcher))
        .isEqualTo(
            new Decision.Start(
                "a1",
                new Reason(
                    Reason.Code.UNDERSERVED_QUEUE,
                    "Queue root.a used 0.0 % of the cluster when it was planned and is guaranteed"
                        + " 10.0 %.")));
  }

  @Test
  void nothingWaitsOrNothingFits() {
    Live live = new Live("a.capacity", "100", "b.capacity", "0");
    live.submit("a1", "a", "ann");
    live.ask("a1", ImmutableList.of());
    assertThat(live.next(live.planned())).isInstanceOf(Decision.Hold.class);
    assertThat(live.next(live.planned()).reason().code()).isEqualTo(Reason.Code.NOTHING_WAITS);

    live.ask(
        "a1",
        ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", ResourceVector.of(1_024, 11), 1)));
    assertThat(live.next(live.planned()).reason().code()).isEqualTo(Reason.Code.NOTHING_FITS);
  }

  @Test
  void aJobOfNoQueueIsRefused() {
    Live live = new Live("a.capacity", "100", "b.capacity", "0");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> live.submit("j", "c", "ann"))
        .withMessage("Job j is in no queue: The queue (c) must be one of root.a, root.b.");
  }

  @Test
  void aJobWhoseSubmissionWasNotToldIsRefused() {
    Live live = new Live("a.capacity", "100", "b.capacity", "0");
    live.ask("unknown", Snapshots.tasks(1));

    assertThatIllegalArgumentException()
        .isThrownBy(live::planned)
        .withMessage("The submission of job (unknown) must be told before it is planned.");
  }

  private static Decision limitReached() {
    return new Decision.Hold(
        Decision.Hold.Scope.NODES_WITH_NO_MORE_ROOM,
        new Reason(
            Reason.Code.LIMIT_REACHED,
            "What fits here would exceed a limit of its queue or user."));
  }

  /** Ten slots on two nodes, with two queues of these settings. */
  private static VirtualCluster cluster(String... settings) {
    return new VirtualCluster(new CapacityPolicy(queues(settings)), 2, 5, 1_000, 1_000);
  }

  /** Settings without their prefix; those of queue a and b without root. */
  private static CapacityQueues queues(String... settings) {
    Map<String, String> properties = new HashMap<>();
    properties.put("yarn.scheduler.capacity.root.queues", "a,b");
    for (int i = 0; i < settings.length; i += 2) {
      boolean ofQueue = settings[i].startsWith("a.") || settings[i].startsWith("b.");
      properties.put(
          "yarn.scheduler.capacity." + (ofQueue ? "root." : "") + settings[i], settings[i + 1]);
    }
    return CapacityQueues.parse(properties);
  }

  private static long startsAt(VirtualCluster cluster, String jobId, long millis) {
    return cluster.startsMillis(jobId).stream().filter(start -> start == millis).count();
  }

  private static ResourceVector slots(int count) {
    return vector(count, count);
  }

  private static ResourceVector vector(int gib, int cores) {
    return ResourceVector.of(1_024L * gib, cores);
  }

  /** One node of ten slots with jobs whose asks a test sets. */
  private static final class Live implements DispatchView {
    private final CapacityPolicy policy;
    private final Map<String, ImmutableList<TaskAsk>> asks = new LinkedHashMap<>();
    private final Map<String, Integer> running = new HashMap<>();
    private long submissions;

    Live(String... settings) {
      policy = new CapacityPolicy(queues(settings));
    }

    void submit(String jobId, String queue, String user) {
      policy.onEvent(
          new ClusterEvent.JobSubmitted(
              submissions++, jobId, new JobFeatures(user, jobId, queue), JobGoal.BEST_EFFORT));
    }

    void ask(String jobId, ImmutableList<TaskAsk> wanted) {
      asks.put(jobId, wanted);
    }

    Dispatcher planned() {
      ImmutableList<JobView> jobs =
          asks.entrySet().stream()
              .map(
                  job ->
                      JobView.of(
                          job.getKey(),
                          JobGoal.BEST_EFFORT,
                          0,
                          job.getValue(),
                          Snapshots.running(running.getOrDefault(job.getKey(), 0), 0)))
              .collect(ImmutableList.toImmutableList());
      ClusterSnapshot snapshot = ClusterSnapshot.of(nodes(), jobs);
      return policy.dispatcher(
          policy.plan(snapshot, 0, () -> false), NodeAdmission.WHAT_RUNS_AT_ONCE);
    }

    Decision next(Dispatcher dispatcher) {
      return dispatcher.next(nodes().get(0), this, 0);
    }

    /** Plans, and starts one container of each job that may. */
    List<String> dispatchAll() {
      List<String> started = new ArrayList<>();
      Dispatcher dispatcher = planned();
      while (next(dispatcher) instanceof Decision.Start start) {
        started.add(start.jobId());
        asks.put(start.jobId(), ImmutableList.of());
      }
      return started;
    }

    @Override
    public @Nullable DispatchableJob job(String jobId) {
      ImmutableList<TaskAsk> wanted = asks.get(jobId);
      return wanted == null ? null : new LiveJob(wanted, running.getOrDefault(jobId, 0));
    }

    @Override
    public ImmutableList<NodeView> nodes() {
      return ImmutableList.of(Snapshots.node("", 10, 10));
    }
  }

  private record LiveJob(ImmutableList<TaskAsk> asks, int runningTasks)
      implements DispatchView.DispatchableJob {}
}
