package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;

/**
 * Random workloads on a cluster of two nodes of four slots, tasks of one to three slots. That
 * nothing is over-allocated, no plan overrun and every job ends is checked by the cluster itself.
 */
class BaselinesPropertyTest {

  private static final int NODES = 2;
  private static final int SLOTS_PER_NODE = 4;
  private static final int SLOTS = NODES * SLOTS_PER_NODE;
  private static final long SLOT_MIB = 1_024;
  private static final int TRIES = 100;

  private static final ImmutableMap<String, String> QUEUES =
      ImmutableMap.<String, String>builder()
          .put("yarn.scheduler.capacity.root.queues", "a,b")
          .put("yarn.scheduler.capacity.root.a.capacity", "75")
          .put("yarn.scheduler.capacity.root.b.capacity", "25")
          .put("yarn.scheduler.capacity.root.b.maximum-capacity", "50")
          .put("yarn.scheduler.capacity.user-limit-factor", "-1")
          .buildOrThrow();

  @Provide
  Arbitrary<List<Job>> workloads() {
    return jobs(Arbitraries.of(1, 1, 2, 3), Arbitraries.of(true, false, false));
  }

  @Provide
  Arbitrary<List<Job>> elasticWorkloads() {
    return jobs(Arbitraries.of(1, 1, 2, 3), Arbitraries.just(false));
  }

  @Provide
  Arbitrary<List<Job>> uniformWorkloads() {
    return jobs(Arbitraries.just(1), Arbitraries.just(false));
  }

  private static Arbitrary<List<Job>> jobs(Arbitrary<Integer> slots, Arbitrary<Boolean> gang) {
    Arbitrary<Long> submitMillis = Arbitraries.longs().between(0, 60).map(s -> s * 1_000);
    Arbitrary<List<Long>> taskMillis =
        Arbitraries.longs().between(1, 40_000).list().ofMinSize(1).ofMaxSize(12);
    Arbitrary<Optional<Long>> slackMillis =
        Arbitraries.longs().between(1_000, 200_000).optional(0.5);
    return Combinators.combine(
            submitMillis, taskMillis, slackMillis, slots, gang, Arbitraries.of("a", "b"))
        .as(BaselinesPropertyTest::job)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8)
        .map(
            jobs ->
                IntStream.range(0, jobs.size())
                    .mapToObj(i -> named("job" + i, jobs.get(i)))
                    .toList());
  }

  @Property(tries = TRIES)
  void fifoLeavesNoRoomUnused(@ForAll("workloads") List<Job> jobs) {
    run(new FifoPolicy("fifo"), jobs, BaselinesPropertyTest::assertNoRoomIsUnused);
  }

  @Property(tries = TRIES)
  void fairLeavesNoRoomUnused(@ForAll("workloads") List<Job> jobs) {
    run(new FairPolicy(), jobs, BaselinesPropertyTest::assertNoRoomIsUnused);
  }

  @Property(tries = TRIES)
  void lasLeavesNoRoomUnused(@ForAll("workloads") List<Job> jobs) {
    LasPolicy policy = new LasPolicy("las", new PriorityQueues(3, 20_000, 4, 10));
    run(policy, jobs, BaselinesPropertyTest::assertNoRoomIsUnused);
  }

  /** Not even while pilots run. */
  @Property(tries = TRIES)
  void slearnLeavesNoRoomUnused(@ForAll("workloads") List<Job> jobs) {
    GsSettings settings =
        new GsSettings(new PriorityQueues(3, 20_000, 4, 10), 3, 2, 0, Long.MAX_VALUE);
    SchedulingPolicy policy =
        Policies.create(
            "slearn",
            PolicyContext.of(
                ThreeSigmaSettings.DEFAULT,
                settings,
                (job, features) -> Optional.empty(),
                (instance, warmStart, budget) -> {
                  throw new AssertionError("nothing to solve");
                }));
    run(policy, jobs, BaselinesPropertyTest::assertNoRoomIsUnused);
  }

  @Property(tries = TRIES)
  void sjfLeavesNoRoomUnused(@ForAll("workloads") List<Job> jobs) {
    Map<String, Long> work =
        jobs.stream()
            .collect(
                Collectors.toMap(
                    Job::id, job -> job.taskMillis().stream().mapToLong(Long::longValue).sum()));
    SjfOraclePolicy policy =
        new SjfOraclePolicy(id -> new JobOutcome(1, 1, work.getOrDefault(id, 0L)));
    run(policy, jobs, BaselinesPropertyTest::assertNoRoomIsUnused);
  }

  @Property(tries = TRIES)
  void prioLeavesNoRoomUnused(@ForAll("workloads") List<Job> jobs) {
    run(PrioPolicy.demoting(), jobs, BaselinesPropertyTest::assertNoRoomIsUnused);
  }

  /** Of what started just now nothing went to a job that runs more than one that still waits. */
  @Property(tries = TRIES)
  void fairServesWhoHoldsLeast(@ForAll("uniformWorkloads") List<Job> jobs) {
    run(
        new FairPolicy(),
        jobs,
        cluster -> {
          ClusterSnapshot now = cluster.snapshot();
          int leastOfWaiting =
              now.jobs().stream()
                  .filter(job -> job.pendingTasks() > 0)
                  .mapToInt(JobView::runningTasks)
                  .min()
                  .orElse(Integer.MAX_VALUE - 1);
          assertThat(now.jobs())
              .filteredOn(job -> startedNow(job, cluster.nowMillis()))
              .allMatch(job -> job.runningTasks() <= leastOfWaiting + 1);
        });
  }

  @Property(tries = TRIES)
  void prioLetsNoSloTaskWaitForWhatABestEffortTaskHolds(
      @ForAll("elasticWorkloads") List<Job> jobs) {
    run(
        PrioPolicy.demoting(),
        jobs,
        cluster -> {
          if (!cluster.isPlanFresh()) {
            return; // A deadline may have passed, or tasks have been stopped and started only now.
          }
          ClusterSnapshot now = cluster.snapshot();
          Map<String, ResourceVector> stoppable = new HashMap<>();
          now.nodes().forEach(node -> stoppable.put(node.id(), node.free()));
          now.jobs().stream()
              .filter(job -> !isInTime(job, cluster.nowMillis()))
              .flatMap(job -> job.running().stream())
              .forEach(task -> stoppable.merge(task.nodeId(), task.held(), ResourceVector::plus));
          assertThat(now.jobs())
              .filteredOn(job -> isInTime(job, cluster.nowMillis()))
              .allMatch(
                  job ->
                      job.asks().stream()
                          .noneMatch(
                              ask -> stoppable.values().stream().anyMatch(ask.demand()::fitsIn)));
        });
  }

  @Property(tries = TRIES)
  void prioStopsNoTaskOfAJobInTime(@ForAll("workloads") List<Job> jobs) {
    VirtualCluster cluster = run(PrioPolicy.strict(), jobs, any -> {});
    Map<String, Long> deadlines =
        jobs.stream()
            .collect(Collectors.toMap(Job::id, job -> job.goal().deadlineMillis().orElse(0)));

    assertThat(cluster.plans())
        .allSatisfy(
            plan ->
                assertThat(plan.preemptions())
                    .allMatch(
                        stopped ->
                            deadlines.getOrDefault(stopped.jobId(), Long.MAX_VALUE)
                                <= plan.madeAtMillis()));
  }

  @Property(tries = TRIES)
  void capacityKeepsToTheMaximumAndGivesWhatIsGuaranteed(
      @ForAll("uniformWorkloads") List<Job> jobs) {
    Map<String, String> queues =
        jobs.stream().collect(Collectors.toMap(Job::id, job -> job.features().queue()));
    run(
        new CapacityPolicy(CapacityQueues.parse(QUEUES)),
        jobs,
        cluster -> {
          ClusterSnapshot now = cluster.snapshot();
          long usedByB = used(now, queues, "b");
          long usedByA = used(now, queues, "a");
          assertThat(usedByB).isLessThanOrEqualTo(SLOTS / 2);
          if (usedByA + usedByB < SLOTS) {
            assertThat(waits(now, queues, "a")).isFalse();
            assertThat(waits(now, queues, "b") && usedByB < SLOTS / 2).isFalse();
          }
          // What a queue starts beyond its guarantee is none that another waits for within its own.
          if (startsNow(now, queues, "a", cluster.nowMillis()) && usedByA > SLOTS * 3 / 4) {
            assertThat(waits(now, queues, "b") && usedByB < SLOTS / 4).isFalse();
          }
          if (startsNow(now, queues, "b", cluster.nowMillis()) && usedByB > SLOTS / 4) {
            assertThat(waits(now, queues, "a") && usedByA < SLOTS * 3 / 4).isFalse();
          }
        });
  }

  private static VirtualCluster run(
      SchedulingPolicy policy, List<Job> jobs, Consumer<VirtualCluster> check) {
    VirtualCluster cluster = new VirtualCluster(policy, NODES, SLOTS_PER_NODE, 1_000, 1_000);
    cluster.afterDispatch(() -> check.accept(cluster));
    cluster.run(jobs, 20_000_000);
    for (Job job : jobs) {
      assertThat(cluster.startsMillis(job.id()))
          .hasSizeGreaterThanOrEqualTo(job.taskMillis().size());
    }
    return cluster;
  }

  private static void assertNoRoomIsUnused(VirtualCluster cluster) {
    ClusterSnapshot now = cluster.snapshot();
    for (JobView job : now.jobs()) {
      if (!job.goal().gang()) {
        assertThat(job.asks())
            .noneMatch(
                ask -> now.nodes().stream().map(NodeView::free).anyMatch(ask.demand()::fitsIn));
      }
    }
  }

  private static boolean startedNow(JobView job, long nowMillis) {
    return job.running().stream().anyMatch(task -> task.startMillis() == nowMillis);
  }

  private static boolean isInTime(JobView job, long nowMillis) {
    return job.goal().deadlineMillis().orElse(0) > nowMillis;
  }

  private static long used(ClusterSnapshot now, Map<String, String> queues, String queue) {
    return now.jobs().stream()
        .filter(job -> queue.equals(queues.get(job.id())))
        .flatMap(job -> job.running().stream())
        .map(RunningTask::held)
        .mapToLong(held -> held.amount(0) / SLOT_MIB)
        .sum();
  }

  private static boolean waits(ClusterSnapshot now, Map<String, String> queues, String queue) {
    return now.jobs().stream()
        .anyMatch(job -> queue.equals(queues.get(job.id())) && job.pendingTasks() > 0);
  }

  private static boolean startsNow(
      ClusterSnapshot now, Map<String, String> queues, String queue, long nowMillis) {
    return now.jobs().stream()
        .anyMatch(job -> queue.equals(queues.get(job.id())) && startedNow(job, nowMillis));
  }

  private static Job job(
      long submitMillis,
      List<Long> taskMillis,
      Optional<Long> slackMillis,
      int slots,
      boolean gang,
      String queue) {
    // A gang wider than the cluster never runs.
    boolean fits = taskMillis.size() <= NODES * (SLOTS_PER_NODE / slots);
    Job job =
        slackMillis.isPresent()
            ? Job.slo("job", submitMillis, submitMillis + slackMillis.get(), 1, 1)
            : Job.bestEffort("job", submitMillis, 1, 1);
    JobGoal goal = new JobGoal(job.goal().deadlineMillis(), gang && fits);
    return new Job(
        "job",
        submitMillis,
        new JobFeatures("user", "job", queue),
        goal,
        ResourceVector.of(SLOT_MIB * slots, slots),
        taskMillis);
  }

  private static Job named(String id, Job job) {
    JobFeatures features = new JobFeatures("user", id, job.features().queue());
    return new Job(id, job.submitMillis(), features, job.goal(), job.demand(), job.taskMillis());
  }
}
