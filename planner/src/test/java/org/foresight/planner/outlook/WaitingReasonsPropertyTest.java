package org.foresight.planner.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;

/** Reasons in clusters of all kinds, against what can be said of each without the class. */
class WaitingReasonsPropertyTest {
  private static final String JOB = "job";
  private static final String LIMIT = "limit";
  private static final long NOW = 10_000;

  /** A cluster of cores alone, with one job. */
  private static final class Case {
    final ImmutableList<NodeView> nodes;
    final JobView job;
    final Plan plan;
    final HostFacts facts;
    final long limitCores;

    Case(SplittableRandom random) {
      ImmutableList.Builder<NodeView> made = ImmutableList.builder();
      int count = random.nextInt(4);
      for (int i = 0; i < count; i++) {
        made.add(
            new NodeView("node" + i, partition(random), cores(8), cores(random.nextInt(-2, 9))));
      }
      nodes = made.build();
      limitCores = random.nextInt(-2, 40);
      ImmutableList.Builder<TaskAsk> asks = ImmutableList.builder();
      int kinds = random.nextInt(3);
      for (int i = 0; i < kinds; i++) {
        asks.add(
            new TaskAsk(
                TaskAsk.Kind.TASK,
                partition(random),
                cores(random.nextInt(1, 11)),
                random.nextInt(1, 7)));
      }
      ImmutableList.Builder<RunningTask> running = ImmutableList.builder();
      int tasks = random.nextInt(3);
      for (int i = 0; i < tasks; i++) {
        running.add(new RunningTask("t" + i, "node0", TaskAsk.Kind.TASK, "", cores(1), 0));
      }
      job =
          JobView.of(
              JOB,
              new JobGoal(OptionalLong.empty(), random.nextBoolean()),
              0,
              asks.build(),
              running.build(),
              ImmutableList.of(LIMIT));
      OptionalLong start =
          random.nextInt(3) == 0
              ? OptionalLong.empty()
              : OptionalLong.of(NOW + random.nextInt(-2, 3));
      ImmutableList<PlannedJob> planned =
          random.nextInt(4) == 0
              ? ImmutableList.of()
              : ImmutableList.of(
                  new PlannedJob(
                      JOB,
                      start,
                      random.nextInt(5),
                      false,
                      new Reason(Reason.Code.PLANNED_START, "100 % by the plan")));
      plan = new Plan(NOW, planned, "made up");
      facts = new HostFacts(random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
    }

    Optional<Waiting> waiting() {
      return new WaitingReasons(
              ClusterSnapshot.of(
                  nodes,
                  ImmutableList.of(job),
                  ImmutableList.of(
                      new ResourceLimit(
                          LIMIT, "", ResourceLimit.Counted.ALL_CONTAINERS, cores(limitCores)))),
              plan,
              NOW)
          .of(job, facts);
    }

    private static String partition(SplittableRandom random) {
      return random.nextInt(3) == 0 ? "gpu" : "";
    }

    static ResourceVector cores(long cores) {
      return ResourceVector.of(1_024 * cores, cores);
    }

    private boolean isGang() {
      return job.goal().gang() && job.runningTasks() == 0;
    }

    long needed(TaskAsk ask) {
      return isGang() ? ask.count() : 1;
    }

    long fit(TaskAsk ask, boolean empty) {
      return nodes.stream()
          .filter(node -> node.partition().equals(ask.partition()))
          .mapToLong(node -> ask.demand().timesIn(empty ? node.total() : node.free()))
          .sum();
    }

    /** Whether a gang needs more of a partition than its nodes are. */
    boolean isTooLargeAsAWhole() {
      return isGang()
          && Stream.of("", "gpu")
              .anyMatch(
                  partition ->
                      8 * nodes.stream().filter(node -> node.partition().equals(partition)).count()
                          < job.asks().stream()
                              .filter(ask -> ask.partition().equals(partition))
                              .mapToLong(ask -> ask.count() * ask.demand().amount(1))
                              .sum());
    }

    boolean hasNodes(TaskAsk ask) {
      return nodes.stream().anyMatch(node -> node.partition().equals(ask.partition()));
    }

    boolean isWithinLimit(TaskAsk ask) {
      long offered = 8 * nodes.stream().filter(node -> node.partition().isEmpty()).count();
      return !ask.partition().isEmpty()
          || limitCores + job.runningTasks() >= offered
          || ask.demand().amount(1) * needed(ask) <= Math.max(0, limitCores);
    }

    boolean mayStart() {
      return !facts.isByPlan()
          || plan.jobs().stream()
              .anyMatch(p -> p.isDue(NOW) && job.runningTasks() < p.parallelism());
    }
  }

  @Property(tries = 3_000)
  void jobHasAReasonIfAndOnlyIfItWaits(@ForAll long seed) {
    Case made = new Case(new SplittableRandom(seed));

    assertThat(made.waiting().isPresent()).isEqualTo(!made.job.asks().isEmpty());
  }

  @Property(tries = 3_000)
  void reasonOfALowerTierGoesFirst(@ForAll long seed) {
    Case made = new Case(new SplittableRandom(seed));
    ImmutableList<TaskAsk> asks = made.job.asks();
    if (asks.isEmpty()) {
      return;
    }

    int tier = made.waiting().orElseThrow().reason().tier();

    assertThat(tier == WaitingReason.MISCONFIGURED.tier())
        .isEqualTo(asks.stream().anyMatch(ask -> !made.hasNodes(ask)));
    if (tier > WaitingReason.EXCEEDS_MAXIMUM.tier()) {
      assertThat(asks).allMatch(ask -> made.fit(ask, true) >= made.needed(ask));
      assertThat(made.isTooLargeAsAWhole()).isFalse();
    }
    if (tier > WaitingReason.QUEUE_LIMIT.tier()) {
      assertThat(asks).allMatch(made::isWithinLimit);
    }
  }

  @Property(tries = 3_000)
  void jobThatMayStartAndHasRoomIsStarting(@ForAll long seed) {
    Case made = new Case(new SplittableRandom(seed));
    ImmutableList<TaskAsk> asks = made.job.asks();
    if (asks.isEmpty()) {
      return;
    }
    boolean nothingInItsWay =
        made.mayStart()
            && made.waiting().orElseThrow().reason() != WaitingReason.EXCEEDS_MAXIMUM
            && asks.stream()
                .allMatch(
                    ask -> made.fit(ask, false) >= made.needed(ask) && made.isWithinLimit(ask));

    assertThat(made.waiting().orElseThrow().reason() == WaitingReason.STARTING)
        .isEqualTo(nothingInItsWay);
  }
}
