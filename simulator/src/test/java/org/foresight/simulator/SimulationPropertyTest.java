package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.policy.Policies;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobRun;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

/** Any workload on any cluster that can run it, whatever fails and however late news are. */
class SimulationPropertyTest {
  private static final double FASTEST = 2.0;

  /** Many times as long as all tasks one after another. */
  private static final long LONG_ENOUGH_MILLIS = 20_000_000;

  @Property(tries = 200)
  void everyTaskRunsOnceToSuccessAndNothingIsOverAllocated(
      @ForAll("clusters") ClusterSpec cluster,
      @ForAll("workloads") List<WorkloadJob> jobs,
      @ForAll("behaviours") SimulationParameters parameters,
      @ForAll("policies") String policy) {
    SimulatedRun run = SimulatedRun.of(policy, cluster).with(parameters).run(jobs);

    List<WorkloadJob> accepted =
        jobs.stream().filter(job -> run.runs().containsKey(job.id())).toList();
    assertThat(accepted).hasSize(jobs.size() - run.refusals().size());
    assertThat(run.result().finished()).isEqualTo(accepted.size());
    assertThat(run.runs().values()).allMatch(JobRun::succeeded);
    assertThat(run.audits() > 0).isEqualTo(!accepted.isEmpty());
    long tasks = accepted.stream().mapToLong(WorkloadJob::width).sum();
    long rerun = run.runs().values().stream().mapToLong(JobRun::tasksRerun).sum();
    if (parameters.master().isEmpty()) {
      assertThat(run.result().taskEvents()).isEqualTo(2 * (tasks + rerun));
    }
    for (WorkloadJob job : accepted) {
      assertThat(run.finishMillis(job.id()) - job.submitMillis())
          .isGreaterThanOrEqualTo((long) (job.spanMillis() / FASTEST));
    }
  }

  @Property(tries = 60)
  void theSameInputGivesTheSameRun(
      @ForAll("clusters") ClusterSpec cluster,
      @ForAll("workloads") List<WorkloadJob> jobs,
      @ForAll("behaviours") SimulationParameters parameters,
      @ForAll("policies") String policy) {
    SimulatedRun first = SimulatedRun.of(policy, cluster).with(parameters).run(jobs);
    SimulatedRun second = SimulatedRun.of(policy, cluster).with(parameters).run(jobs);

    assertThat(second.runs()).isEqualTo(first.runs());
    assertThat(second.result()).isEqualTo(first.result());
  }

  @Property(tries = 100)
  void withoutLatenciesNoSlotIsIdleWhileATaskWaits(
      @ForAll("workloads") List<WorkloadJob> jobs,
      @ForAll("workConservingPolicies") String policy) {
    List<WorkloadJob> elastic =
        jobs.stream()
            .map(
                job ->
                    new WorkloadJob(
                        job.id(),
                        job.submitMillis(),
                        job.user(),
                        job.name(),
                        job.queue(),
                        OptionalLong.empty(),
                        false,
                        job.stages(),
                        job.preference(),
                        JobRequest.NONE))
            .toList();
    SimulatedRun run =
        SimulatedRun.of(policy, ClusterSpec.ofSlots(2, 2))
            .with(SimulationParameters.builder().cycleMillis(0))
            .run(elastic);

    // All work is done by four slots: no later than if they had idled only while nothing waited.
    long workMillis = elastic.stream().mapToLong(WorkloadJob::workMillis).sum();
    long longestSpanMillis = elastic.stream().mapToLong(WorkloadJob::spanMillis).sum();
    long lastSubmitMillis = elastic.get(elastic.size() - 1).submitMillis();
    assertThat(run.result().endMillis())
        .isLessThanOrEqualTo(lastSubmitMillis + workMillis / 4 + longestSpanMillis);
  }

  /**
   * All but one: the ablation that goes by points alone may run two tasks of a job one after the
   * other, where both last much longer than history says, beside an idle slot. Seldom: it was seen
   * once in many runs of this test.
   */
  @Provide
  Arbitrary<String> workConservingPolicies() {
    return Arbitraries.of(Policies.simulatedNames())
        .filter(policy -> !policy.equals("threesigma-nodist"));
  }

  @Provide
  Arbitrary<String> policies() {
    return Arbitraries.of(Policies.simulatedNames());
  }

  @Provide
  Arbitrary<ClusterSpec> clusters() {
    Arbitrary<Integer> counts = Arbitraries.integers().between(1, 4);
    Arbitrary<Integer> cores = Arbitraries.integers().between(1, 3);
    Arbitrary<Double> speeds = Arbitraries.of(0.5, 1.0, FASTEST);
    // The first class alone can run the widest gang.
    return Combinators.combine(counts, cores, speeds)
        .as(
            (count, core, speed) ->
                new ClusterSpec(
                    ImmutableList.of("memory-mb", "vcores"),
                    ImmutableList.of(
                        new NodeClass("base", 2, ResourceVector.of(4096, 3), "", 1.0, 0),
                        new NodeClass(
                            "other",
                            count,
                            ResourceVector.of(1024L * core + 512, core),
                            "",
                            speed,
                            0))));
  }

  @Provide
  Arbitrary<SimulationParameters> behaviours() {
    Arbitrary<Long> cycles = Arbitraries.of(0L, 100L, 1_000L);
    Arbitrary<Long> heartbeats = Arbitraries.of(0L, 500L, 1_000L);
    Arbitrary<Boolean> asynchronous = Arbitraries.of(true, false);
    Arbitrary<Long> delays = Arbitraries.of(0L, 7L, 300L);
    Arbitrary<Optional<MasterModel>> masters =
        Arbitraries.of(
            Optional.empty(),
            // Without cores, so that masters cannot fill a cluster that has no limit on them.
            Optional.of(new MasterModel(ResourceVector.of(1, 0), 250, 400)));
    Arbitrary<FailureModel> failures =
        Arbitraries.of(
            FailureModel.NONE,
            new FailureModel(Double.POSITIVE_INFINITY, 0, 0.3),
            new FailureModel(40_000, 5_000, 0),
            new FailureModel(40_000, 5_000, 0.3));
    return Combinators.combine(
            cycles, heartbeats, asynchronous, delays, delays, masters, failures, seeds())
        .as(
            (cycle, heartbeat, async, network, report, master, failure, seed) ->
                new SimulationParameters(
                    seed,
                    cycle,
                    cycle == 0 ? 0 : network,
                    heartbeat,
                    async,
                    network,
                    report,
                    report,
                    master,
                    failure,
                    true,
                    LONG_ENOUGH_MILLIS));
  }

  private static Arbitrary<Long> seeds() {
    return Arbitraries.longs().between(0, 1_000);
  }

  @Provide
  Arbitrary<List<WorkloadJob>> workloads() {
    Arbitrary<Long> gaps = Arbitraries.longs().between(0, 5_000);
    Arbitrary<Boolean> gangs = Arbitraries.of(false, false, true);
    Arbitrary<Optional<Long>> deadlines = Arbitraries.longs().between(1_000, 60_000).optional(0.5);
    return Combinators.combine(gaps, gangs, deadlines, stages())
        .as(Draft::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(15)
        .map(SimulationPropertyTest::jobs);
  }

  private record Draft(
      long gapMillis, boolean gang, Optional<Long> deadline, List<WorkloadStage> stages) {}

  private static List<WorkloadJob> jobs(List<Draft> drafts) {
    List<WorkloadJob> jobs = new ArrayList<>();
    long submitMillis = 0;
    for (Draft draft : drafts) {
      submitMillis += draft.gapMillis();
      long submitted = submitMillis;
      jobs.add(
          new WorkloadJob(
              "job-" + jobs.size(),
              submitMillis,
              "user-" + jobs.size() % 3,
              "name-" + jobs.size() % 2,
              "queue",
              draft
                  .deadline()
                  .map(d -> OptionalLong.of(submitted + d))
                  .orElseGet(OptionalLong::empty),
              draft.gang(),
              ImmutableList.copyOf(draft.stages()),
              NodePreference.NONE,
              JobRequest.NONE));
    }
    return jobs;
  }

  private static Arbitrary<List<WorkloadStage>> stages() {
    return Arbitraries.longs()
        .between(1, 20_000)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(
            all ->
                IntStream.range(0, all.size())
                    .mapToObj(
                        i ->
                            new WorkloadStage(
                                ImmutableLongArray.copyOf(all.get(i)),
                                i == 0 ? ImmutableIntArray.of() : ImmutableIntArray.of((i - 1) / 2),
                                WorkloadStage.ONE_SLOT,
                                ""))
                    .toList());
  }
}
