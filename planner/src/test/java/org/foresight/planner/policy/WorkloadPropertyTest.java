package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.planner.Plan;
import org.foresight.planner.Preemption;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.solver.LagrangianSolver;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.SolverBudget;
import org.foresight.planner.solver.WarmStart;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;

/**
 * Random workloads on a cluster of two nodes with three places each. That no place is taken twice,
 * no job planned twice and no plan overrun is checked by the cluster itself.
 */
class WorkloadPropertyTest {

  private static final int NODES = 2;
  private static final int PLACES_PER_NODE = 3;
  private static final ThreeSigmaSettings SETTINGS =
      ThreeSigmaSettings.DEFAULT.toBuilder()
          .slotMillis(5_000)
          .lookAheadSlots(24)
          .agingMillis(60_000)
          .unknownRuntimeMillis(30_000)
          .masterLeadMillis(0)
          .solverWorkUnits(2_000)
          .build();

  /** A job and what the predictor says of it; empty: nothing. */
  record Submission(Job job, Optional<JobEstimate> estimate) {}

  @Provide
  Arbitrary<List<Submission>> workloads() {
    Arbitrary<Long> submitMillis = Arbitraries.longs().between(0, 60_000);
    Arbitrary<List<Long>> taskMillis =
        Arbitraries.longs().between(1, 60_000).list().ofMinSize(1).ofMaxSize(12);
    Arbitrary<Optional<Long>> slackMillis =
        Arbitraries.longs().between(1_000, 300_000).optional(0.5);
    Arbitrary<Boolean> gang = Arbitraries.of(true, false, false);
    // What the longest runtime of the estimate is to the true one.
    Arbitrary<Optional<Double>> knowledge =
        Arbitraries.of(0.05, 0.5, 1.0, 1.0, 3.0, 20.0).optional(0.8);
    return Combinators.combine(submitMillis, taskMillis, slackMillis, gang, knowledge)
        .as(WorkloadPropertyTest::submission)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8)
        .map(WorkloadPropertyTest::numbered);
  }

  @Property(tries = 150)
  void fifoRunsEveryTaskOfEveryJobOnce(@ForAll("workloads") List<Submission> workload) {
    assertAllRunOnce(new FifoPolicy("fifo"), workload);
  }

  @Property(tries = 150)
  void threeSigmaRunsEveryTaskOfEveryJobOnce(@ForAll("workloads") List<Submission> workload) {
    assertAllRunOnce(threeSigma(SETTINGS, workload), workload);
  }

  @Provide
  Arbitrary<String> queueing() {
    return Arbitraries.of(
        "slearn", "slearn-dag", "gs-posterior", "gs-3sigma", "gs-3sigma-tl", "gs-point");
  }

  @Property(tries = 300)
  void policiesOfPriorityQueuesRunEveryTaskOfEveryJobOnce(
      @ForAll("workloads") List<Submission> workload, @ForAll("queueing") String name) {
    assertAllRunOnce(named(name, SETTINGS, workload), workload);
  }

  @Property(tries = 150)
  void theCompositeRunsEveryTaskOfEveryJobOnce(@ForAll("workloads") List<Submission> workload) {
    assertAllRunOnce(named("foresight", SETTINGS, workload), workload);
  }

  /** Best-effort jobs alone are stopped, and none without somebody with a deadline. */
  @Property(tries = 150)
  void whoIsStoppedRunsLaterAndGangsStartAgainWhole(
      @ForAll("workloads") List<Submission> workload) {
    ThreeSigmaPolicy policy = threeSigma(SETTINGS.toBuilder().preempts(true).build(), workload);

    VirtualCluster cluster = run(policy, workload);

    Map<String, Job> jobs =
        Maps.uniqueIndex(workload.stream().map(Submission::job).toList(), Job::id);
    for (Plan plan : cluster.plans()) {
      for (Preemption preemption : plan.preemptions()) {
        assertThat(hasDeadline(jobs, preemption.beneficiary(), plan)).isTrue();
        assertThat(hasDeadline(jobs, preemption.jobId(), plan)).isFalse();
      }
    }
    for (Job job : jobs.values()) {
      List<Integer> stopped = new ArrayList<>();
      for (Plan plan : cluster.plans()) {
        int tasks = 0;
        for (Preemption preemption : plan.preemptions()) {
          tasks += preemption.jobId().equals(job.id()) ? 1 : 0;
        }
        if (tasks > 0) {
          stopped.add(tasks);
        }
      }
      List<Long> startsMillis = cluster.startsMillis(job.id());
      int stops = stopped.stream().mapToInt(Integer::intValue).sum();
      assertThat(startsMillis).hasSize(job.taskMillis().size() + stops);
      if (job.goal().gang()) {
        // What was stopped at once starts again at once.
        int from = job.taskMillis().size();
        assertThat(startsMillis.subList(0, from)).containsOnly(startsMillis.get(0));
        for (int tasks : stopped) {
          assertThat(startsMillis.subList(from, from + tasks)).containsOnly(startsMillis.get(from));
          from += tasks;
        }
      }
    }
  }

  private static boolean hasDeadline(Map<String, Job> jobs, String id, Plan plan) {
    Job job = jobs.get(id);
    return job != null
        && job.goal().deadlineMillis().orElse(0) - SETTINGS.deadlineMarginMillis()
            > plan.madeAtMillis();
  }

  private static ThreeSigmaPolicy threeSigma(
      ThreeSigmaSettings settings, List<Submission> workload) {
    return new ThreeSigmaPolicy(
        ThreeSigmaVariant.THREE_SIGMA, settings, runtimes(workload), new CheckedSolver());
  }

  /** With queues and a patience that jobs of seconds differ in. */
  private static SchedulingPolicy named(
      String name, ThreeSigmaSettings settings, List<Submission> workload) {
    GsSettings gs = new GsSettings(new PriorityQueues(3, 20_000, 4, 10), 3, 2, 0, 30_000);
    return Policies.create(
        name, PolicyContext.of(settings, gs, runtimes(workload), new CheckedSolver()));
  }

  private static RuntimeSource runtimes(List<Submission> workload) {
    ImmutableMap.Builder<String, JobEstimate> estimates = ImmutableMap.builder();
    for (Submission submission : workload) {
      submission.estimate().ifPresent(known -> estimates.put(submission.job().id(), known));
    }
    return RuntimeSource.of(new TablePredictor(estimates.buildOrThrow()));
  }

  private static VirtualCluster run(SchedulingPolicy policy, List<Submission> workload) {
    VirtualCluster cluster = new VirtualCluster(policy, NODES, PLACES_PER_NODE, 1_000, 1_000);
    cluster.run(workload.stream().map(Submission::job).toList(), 7_200_000);
    return cluster;
  }

  private static void assertAllRunOnce(SchedulingPolicy policy, List<Submission> workload) {
    VirtualCluster cluster = run(policy, workload);

    for (Submission submission : workload) {
      Job job = submission.job();
      List<Long> startsMillis = cluster.startsMillis(job.id());
      assertThat(startsMillis).hasSameSizeAs(job.taskMillis());
      assertThat(startsMillis).allMatch(startMillis -> startMillis >= job.submitMillis());
      if (job.goal().gang()) {
        assertThat(startsMillis).containsOnly(startsMillis.get(0));
      }
    }
  }

  private static Submission submission(
      long submitMillis,
      List<Long> taskMillis,
      Optional<Long> slackMillis,
      boolean gang,
      Optional<Double> knowledge) {
    long longestMillis = taskMillis.stream().mapToLong(Long::longValue).max().orElseThrow();
    JobGoal goal =
        slackMillis
            .map(slack -> JobGoal.by(Instant.ofEpochMilli(submitMillis + slack)))
            .orElse(JobGoal.BEST_EFFORT);
    // A gang wider than the cluster never runs.
    boolean fits = taskMillis.size() <= NODES * PLACES_PER_NODE;
    Job job =
        new Job(
            "job",
            submitMillis,
            new JobFeatures("user", "job", "root.default"),
            new JobGoal(goal.deadlineMillis(), gang && fits),
            taskMillis);
    return new Submission(
        job,
        knowledge.map(
            factor ->
                TablePredictor.estimate(
                    TablePredictor.uniform(0.5 * factor * longestMillis, factor * longestMillis))));
  }

  private static List<Submission> numbered(List<Submission> submissions) {
    return IntStream.range(0, submissions.size())
        .mapToObj(i -> named("job" + i, submissions.get(i)))
        .toList();
  }

  private static Submission named(String id, Submission submission) {
    Job job = submission.job();
    JobFeatures features = new JobFeatures("user", id, "root.default");
    return new Submission(
        new Job(id, job.submitMillis(), features, job.goal(), job.taskMillis()),
        submission.estimate());
  }

  /** Checks of every plan that what it chose is expected to stay within what is expected free. */
  private static final class CheckedSolver implements PlanSolver {
    private final PlanSolver solver = new LagrangianSolver();

    @Override
    public PlanSolution solve(PlanInstance instance, WarmStart warmStart, SolverBudget budget) {
      PlanSolution solution = solver.solve(instance, warmStart, budget);
      assertThat(solution.choices().length()).isEqualTo(instance.jobs().size());
      double[] consumption = new double[instance.capacities().length()];
      double utility = 0;
      for (int job = 0; job < solution.choices().length(); job++) {
        int choice = solution.choices().get(job);
        if (choice >= 0) {
          PlanInstance.Option option = instance.jobs().get(job).options().get(choice);
          utility += option.utility();
          instance.forEachEntry(option, (row, amount) -> consumption[row] += amount);
        }
      }
      for (int row = 0; row < consumption.length; row++) {
        double capacity = Math.max(0, instance.capacities().get(row));
        assertThat(consumption[row]).isLessThanOrEqualTo(capacity + 1e-5 * (1 + capacity));
      }
      assertThat(solution.objective()).isCloseTo(utility, within(1e-6 * (1 + utility)));
      return solution;
    }
  }
}
