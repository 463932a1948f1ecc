package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.TablePredictor;
import org.foresight.planner.VirtualCluster;
import org.foresight.planner.VirtualCluster.Job;
import org.foresight.planner.solver.DefaultSolver;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios on a cluster in virtual time; runtimes come from a table. */
class ThreeSigmaPolicyTest {

  private static final long MINUTE_MILLIS = 60_000;

  private static final ThreeSigmaSettings AGING_IN_HALF_A_MINUTE =
      ThreeSigmaSettings.DEFAULT.toBuilder().agingMillis(MINUTE_MILLIS / 2).build();

  /** Case A and case B of 3Sigma §2.3: one place, a deadline in 15 minutes. */
  @ParameterizedTest
  @CsvSource({"0, 10, slo", "2.5, 7.5, best-effort"})
  void theBestEffortJobGoesFirstIfTheSloJobIsInTimeEvenSo(
      double shortestMinutes, double longestMinutes, String expectedFirst) {
    RuntimeDistribution runtime =
        TablePredictor.uniform(shortestMinutes * MINUTE_MILLIS, longestMinutes * MINUTE_MILLIS);
    JobEstimate estimate = TablePredictor.estimate(runtime);
    ThreeSigmaSettings halfMinutes =
        ThreeSigmaSettings.DEFAULT.withGrid(1_000, MINUTE_MILLIS / 2, 30).withMargins(0, 0);
    VirtualCluster cluster =
        cluster(1, 1, halfMinutes, ImmutableMap.of("slo", estimate, "best-effort", estimate));
    long longestMillis = Math.round(longestMinutes * MINUTE_MILLIS);

    cluster.run(
        List.of(
            Job.slo("slo", 0, 15 * MINUTE_MILLIS, 1, longestMillis),
            Job.bestEffort("best-effort", 0, 1, longestMillis)),
        30 * MINUTE_MILLIS);

    assertThat(cluster.firstStartMillis(expectedFirst)).isZero();
    assertThat(cluster.endMillis("slo")).isLessThanOrEqualTo(15 * MINUTE_MILLIS);
  }

  @Test
  void aTightSloJobOvertakesAndMeetsTheDeadlineThatFifoMisses() {
    List<Job> jobs = new ArrayList<>();
    ImmutableMap.Builder<String, JobEstimate> estimates = ImmutableMap.builder();
    for (int i = 0; i < 6; i++) {
      jobs.add(Job.bestEffort("be" + i, 0, 4, 60_000));
      estimates.put("be" + i, TablePredictor.exactly(60_000));
    }
    jobs.add(Job.slo("slo", 1_000, 130_000, 4, 60_000));
    estimates.put("slo", TablePredictor.exactly(60_000));
    VirtualCluster fifo = new VirtualCluster(new FifoPolicy("fifo"), 2, 2, 1_000, 1_000);
    VirtualCluster threeSigma = cluster(2, 2, estimates.buildOrThrow());

    fifo.run(jobs, 600_000);
    threeSigma.run(jobs, 600_000);

    assertThat(fifo.endMillis("slo")).isGreaterThan(130_000);
    assertThat(threeSigma.firstStartMillis("slo")).isEqualTo(60_000);
    assertThat(threeSigma.endMillis("slo")).isLessThanOrEqualTo(130_000);
  }

  @Test
  void anSloJobWithMuchSlackLetsBestEffortJobsGoFirst() {
    SloScenarios.assertThatSlackLetsBestEffortJobsGoFirst(estimates -> cluster(2, 2, estimates));
  }

  @Test
  void anSloJobPastItsDeadlineRunsOnAsBestEffort() {
    VirtualCluster cluster =
        cluster(
            1,
            1,
            ImmutableMap.of(
                "be", TablePredictor.exactly(100_000), "slo", TablePredictor.exactly(40_000)));

    cluster.run(
        List.of(Job.bestEffort("be", 0, 1, 100_000), Job.slo("slo", 1_000, 60_000, 1, 40_000)),
        600_000);

    assertThat(cluster.firstStartMillis("slo")).isEqualTo(100_000);
    assertThat(last(cluster, "slo").reason().detail()).doesNotContain("in time with probability");
  }

  @Test
  void unknownJobsRun() {
    VirtualCluster cluster = cluster(1, 2, ImmutableMap.of());

    cluster.run(
        List.of(
            Job.bestEffort("be", 0, 4, 20_000),
            Job.slo("slo", 1_000, 200_000, 2, 20_000),
            Job.bestEffort("gang", 2_000, 2, 20_000).asGang()),
        600_000);

    assertThat(cluster.endMillis("slo")).isLessThanOrEqualTo(200_000);
    assertThat(last(cluster, "be").reason().detail())
        .contains("from assumed (configuration), 0 samples");
    assertThat(last(cluster, "slo").reason().detail())
        .contains("from assumed (time to the deadline), 0 samples");
  }

  @Test
  void aGangStartsAllTogether() {
    VirtualCluster cluster =
        cluster(
            2,
            2,
            ImmutableMap.of(
                "a", TablePredictor.exactly(30_000),
                "b", TablePredictor.exactly(50_000),
                "gang", TablePredictor.exactly(60_000)));

    cluster.run(
        List.of(
            Job.bestEffort("a", 0, 1, 30_000),
            Job.bestEffort("b", 0, 2, 50_000),
            Job.bestEffort("gang", 1_000, 4, 60_000).asGang()),
        600_000);

    assertThat(cluster.startsMillis("gang")).containsOnly(50_000L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLongWideJobStartsInABoundedTimeBesideAStreamOfShortOnes(boolean gang) {
    Job wide = Job.bestEffort("wide", 60_000, 4, 300_000);

    VirtualCluster cluster = runInStream(gang ? wide.asGang() : wide, 300_000);

    assertThat(cluster.firstStartMillis("wide")).isLessThan(1_200_000);
  }

  @Test
  void anSloGangIsInTimeBesideAStreamOfShortBestEffortJobs() {
    Job slo = Job.slo("wide", 60_000, 400_000, 4, 60_000).asGang();

    VirtualCluster cluster = runInStream(slo, 60_000);

    assertThat(cluster.endMillis("wide")).isLessThanOrEqualTo(400_000);
  }

  /** Wide it runs best from 60 s on; two places are free until then. */
  @Test
  void anElasticJobUsesTheRoomThereIsUntilItMayRunWide() {
    ImmutableMap<String, JobEstimate> estimates =
        ImmutableMap.of(
            "running", TablePredictor.exactly(60_000), "elastic", TablePredictor.exactly(10_000));
    VirtualCluster cluster = cluster(2, 2, estimates);

    cluster.run(
        List.of(
            Job.bestEffort("running", 0, 2, 60_000), Job.bestEffort("elastic", 1_000, 40, 10_000)),
        600_000);

    // 12 tasks on two places until 61 s, the other 28 on four.
    assertThat(cluster.firstStartMillis("elastic")).isEqualTo(1_000);
    assertThat(cluster.endMillis("elastic")).isEqualTo(131_000);
  }

  @Test
  void anOverestimatedSloJobIsTriedWhereThereIsRoom() {
    VirtualCluster cluster = cluster(1, 1, ImmutableMap.of("slo", TablePredictor.exactly(100_000)));

    cluster.run(List.of(Job.slo("slo", 0, 50_000, 1, 30_000)), 600_000);

    assertThat(cluster.firstStartMillis("slo")).isZero();
  }

  @Test
  void anOverestimatedSloJobGoesBehindOneThatCanBeInTime() {
    VirtualCluster cluster =
        cluster(
            1,
            1,
            ImmutableMap.of(
                "over", TablePredictor.exactly(100_000), "fits", TablePredictor.exactly(40_000)));

    cluster.run(
        List.of(Job.slo("over", 0, 45_000, 1, 30_000), Job.slo("fits", 0, 50_000, 1, 40_000)),
        600_000);

    assertThat(cluster.firstStartMillis("fits")).isZero();
    assertThat(cluster.firstStartMillis("over")).isEqualTo(40_000);
  }

  /** Every runtime that history knows of it ends long after the deadline. */
  @Test
  void anSloJobWhoseEstimateIsTenTimesItsWindowIsTriedBeforeBestEffortJobs() {
    ImmutableMap.Builder<String, JobEstimate> estimates = ImmutableMap.builder();
    estimates.put("over", TablePredictor.exactly(500_000));
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      estimates.put("be" + i, TablePredictor.exactly(20_000));
      jobs.add(Job.bestEffort("be" + i, 0, 1, 20_000));
    }
    jobs.add(Job.slo("over", 0, 50_000, 1, 30_000));
    VirtualCluster cluster = cluster(1, 1, estimates.buildOrThrow());

    cluster.run(jobs, 600_000);

    assertThat(cluster.firstStartMillis("over")).isZero();
  }

  @Test
  void anUnderestimatedRunningJobDoesNotBlockThePlanForEver() {
    VirtualCluster cluster =
        cluster(
            1,
            2,
            ImmutableMap.of(
                "under", TablePredictor.exactly(10_000), "next", TablePredictor.exactly(20_000)));

    cluster.run(
        List.of(
            Job.bestEffort("under", 0, 1, 200_000),
            Job.bestEffort("next", 15_000, 2, 20_000).asGang()),
        600_000);

    assertThat(cluster.plans().stream().flatMap(plan -> plan.jobs().stream()))
        .isNotEmpty()
        .allMatch(job -> job.startMillis().isPresent());
    assertThat(cluster.startsMillis("next")).containsOnly(200_000L);
  }

  /** Runs the job beside 24 minutes of jobs of 15 s, shorter than a slot, that need 94 %. */
  private static VirtualCluster runInStream(Job wide, long wideMillis) {
    List<Job> jobs = new ArrayList<>(List.of(wide));
    ImmutableMap.Builder<String, JobEstimate> estimates = ImmutableMap.builder();
    estimates.put(wide.id(), TablePredictor.exactly(wideMillis));
    for (int i = 0; i < 180; i++) {
      jobs.add(Job.bestEffort("short" + i, 8_000L * i, 2, 15_000));
      estimates.put("short" + i, TablePredictor.exactly(15_000));
    }
    VirtualCluster cluster = cluster(2, 2, AGING_IN_HALF_A_MINUTE, estimates.buildOrThrow());
    cluster.run(jobs, 10_000_000);
    return cluster;
  }

  private static PlannedJob last(VirtualCluster cluster, String jobId) {
    List<PlannedJob> planned = new ArrayList<>();
    for (Plan plan : cluster.plans()) {
      plan.jobs().stream().filter(job -> job.jobId().equals(jobId)).forEach(planned::add);
    }
    return planned.get(planned.size() - 1);
  }

  private static VirtualCluster cluster(
      int nodes, int slotsPerNode, ImmutableMap<String, JobEstimate> estimates) {
    return cluster(nodes, slotsPerNode, ThreeSigmaSettings.DEFAULT, estimates);
  }

  private static VirtualCluster cluster(
      int nodes,
      int slotsPerNode,
      ThreeSigmaSettings settings,
      ImmutableMap<String, JobEstimate> estimates) {
    ThreeSigmaPolicy policy =
        new ThreeSigmaPolicy(
            ThreeSigmaVariant.THREE_SIGMA,
            settings,
            RuntimeSource.of(new TablePredictor(estimates)),
            new DefaultSolver());
    return new VirtualCluster(
        policy, nodes, slotsPerNode, settings.cycleMillis(), settings.cycleMillis());
  }
}
