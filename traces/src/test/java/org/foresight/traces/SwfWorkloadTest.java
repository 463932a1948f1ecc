package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SwfWorkloadTest {

  private static final String HUNDRED_PROCESSORS = "; MaxProcs: 100";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"1, 1", "4, 1", "5, 2", "50, 16", "100, 32", "140, 32"})
  void mapsProcessorsToTasks(int processors, int tasks) throws IOException {
    WorkloadJob job = onlyJob(HUNDRED_PROCESSORS, SwfText.job(1, 0, 600, processors));
    assertThat(job.width()).isEqualTo(tasks);
    assertThat(job.taskMillis()).containsOnly(600_000L);
  }

  @Test
  void takesTheLargestJobForTheMachineWhereTheHeaderHasNoSize() throws IOException {
    Workload workload = read(builder(), SwfText.job(1, 0, 600, 64), SwfText.job(2, 1, 600, 16));
    assertThat(workload.jobs()).extracting(WorkloadJob::width).containsExactly(32, 8);
  }

  @Test
  void raisesShortJobsToTheMinimum() throws IOException {
    Workload workload = read(builder(), SwfText.job(1, 0, 0, 1), SwfText.job(2, 1, 121, 1));
    assertThat(workload.jobs())
        .extracting(WorkloadJob::spanMillis)
        .containsExactly(120_000L, 121_000L);
    assertThat(workload.description()).contains("1 shorter than 2 min raised to it");
  }

  @Test
  void leavesOutWhatIsNotEligibleAndCountsIt() throws IOException {
    Workload workload =
        read(
            builder(),
            SwfText.job(1, 0, 1200, 1),
            SwfText.job(2, 0, 1201, 1),
            SwfText.job(3, 0, 0, 600, 1, 0),
            SwfText.job(4, 0, 0, 600, 1, 5),
            SwfText.job(5, 0, 0, -1, 1, 1),
            SwfText.job(6, 0, 600, 0));
    assertThat(workload.jobs()).extracting(WorkloadJob::id).containsExactly("swf-1");
    assertThat(workload.description())
        .contains(
            "1 job (1 SLO) of 1 eligible",
            "left out: 2 not completed, 2 of unknown run time or processors, 1 longer than 20 min");
  }

  @Test
  void namesJobsAfterTheirExecutable() throws IOException {
    WorkloadJob job = onlyJob("1 0 0 600 4 -1 -1 4 3600 -1 1 7 1 120 1 -1 -1 -1");
    assertThat(job.user()).isEqualTo("user7");
    assertThat(job.name()).isEqualTo("exe-hig");
  }

  @Test
  void namesJobsAfterUserRequestedTimeAndSizeWhereTheExecutableIsUnknown() throws IOException {
    WorkloadJob job = onlyJob("1 0 0 600 4 -1 -1 4 3600 -1 1 17 1 -1 1 -1 -1 -1");
    assertThat(job.name()).isEqualTo("job-uhn-tmg-si");
  }

  @Test
  void keepsJobsOfUnknownUsersAndRequestsApartFromKnownOnes() throws IOException {
    WorkloadJob job = onlyJob("1 0 0 600 4 -1 -1 4 -1 -1 1 -1 -1 -1 1 -1 -1 -1");
    assertThat(job.user()).isEqualTo("user-unknown");
    assertThat(job.name()).isEqualTo("job-ux-tx-si");
  }

  @Test
  void putsJobsOfNearbySizesIntoOneBucket() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int processors = 1; processors <= 8; processors++) {
      lines.add(SwfText.job(processors, processors, 600, processors));
    }
    assertThat(read(builder(), lines.toArray(String[]::new)).jobs())
        .extracting(job -> job.name().substring(job.name().lastIndexOf('-')))
        .containsExactly("-sg", "-sh", "-si", "-si", "-sj", "-sj", "-sj", "-sj");
  }

  @Test
  void givesTheStatedShareOfTheJobsADeadline() throws IOException {
    Workload workload = read(builder().sloShare(0.3), jobsEvery(60, 20));
    assertThat(workload.jobs()).filteredOn(WorkloadJob::isSlo).hasSize(6);
    assertThat(workload.jobs())
        .allSatisfy(
            job -> {
              assertThat(job.queue()).isEqualTo(job.isSlo() ? "production" : "adhoc");
              job.deadlineMillis()
                  .ifPresent(
                      deadline ->
                          assertThat(deadline - job.submitMillis())
                              .isIn(720_000L, 840_000L, 960_000L, 1_080_000L));
            });
  }

  @Test
  void isDeterministicPerSeed() throws IOException {
    String[] lines = jobsEvery(60, 40);
    assertThat(read(builder().seed(4), lines)).isEqualTo(read(builder().seed(4), lines));
    assertThat(read(builder().seed(4), lines).jobs())
        .isNotEqualTo(read(builder().seed(5), lines).jobs());
  }

  @Test
  void choosesTheWindowWhoseLoadIsClosest() throws IOException {
    List<String> lines = new ArrayList<>();
    // Three bursts of 20 jobs, hours apart, of 32 slots: loads of 0.69, 1.39 and 2.78.
    int number = 1;
    for (int burst = 0; burst < 3; burst++) {
      for (int i = 0; i < 20; i++) {
        lines.add(SwfText.job(number++, burst * 10_000_000L + i, 1000, 4 << burst));
      }
    }
    Workload workload =
        read(builder().minWindowJobs(20), "; MaxProcs: 32", String.join("\n", lines));
    assertThat(workload.jobs()).hasSize(20).extracting(WorkloadJob::width).containsOnly(8);
    assertThat(WorkloadSummary.offeredLoad(workload.jobs(), 32, Duration.ofHours(1)))
        .isCloseTo(1.39, within(0.01));
    assertThat(workload.jobs().get(0).submitMillis()).isBetween(0L, 3_600_000L);
    assertThat(workload.history()).hasSize(20).allMatch(job -> job.submitMillis() < 0);
  }

  @Test
  void choosesTheWindowWithMostJobsWhereNoneHasEnough() throws IOException {
    Workload workload =
        read(
            builder().minWindowJobs(20),
            SwfText.job(1, 0, 1200, 100),
            SwfText.job(2, 1_000_000, 600, 1),
            SwfText.job(3, 1_000_001, 600, 1));
    assertThat(workload.jobs()).extracting(WorkloadJob::id).containsExactly("swf-2", "swf-3");
  }

  @Test
  void takesTheWindowStated() throws IOException {
    Workload workload =
        read(
            builder().windowStartSeconds(1000),
            SwfText.job(3, 4599, 600, 1),
            SwfText.job(1, 999, 600, 1),
            SwfText.job(4, 4600, 600, 1),
            SwfText.job(2, 1000, 600, 1));
    assertThat(workload.jobs()).extracting(WorkloadJob::id).containsExactly("swf-2", "swf-3");
    assertThat(workload.jobs())
        .extracting(WorkloadJob::submitMillis)
        .containsExactly(0L, 3_599_000L);
    assertThat(workload.history()).isEmpty();
  }

  @Test
  void learnsFromTheMostRecentJobsThatEndedBeforeTheWindow() throws IOException {
    Workload workload =
        read(
            builder().windowStartSeconds(10_000).maxHistory(2),
            SwfText.job(1, 0, 0, 600, 1, 1),
            SwfText.job(2, 100, 9300, 600, 1, 1),
            SwfText.job(3, 200, 9300, 600, 1, 1),
            SwfText.job(4, 300, 0, 600, 1, 1),
            SwfText.job(5, 400, 0, 600, 1, 0),
            SwfText.job(6, 10_000, 0, 600, 1, 1));
    assertThat(workload.history()).extracting(WorkloadJob::id).containsExactly("swf-2", "swf-4");
    assertThat(workload.history().get(0).submitMillis()).isEqualTo(-9_900_000L);
  }

  @Test
  void thinsACrowdedWindowEvenly() throws IOException {
    Workload workload = read(builder().maxJobs(10), jobsEvery(60, 40));
    assertThat(workload.jobs())
        .extracting(WorkloadJob::submitMillis)
        .containsExactly(
            0L,
            240_000L,
            480_000L,
            720_000L,
            960_000L,
            1_200_000L,
            1_440_000L,
            1_680_000L,
            1_920_000L,
            2_160_000L);
    assertThat(workload.description()).contains("10 jobs (5 SLO) of 40 eligible");
  }

  @Test
  void namesItselfAfterTheFile() throws IOException {
    assertThat(read(builder(), jobsEvery(60, 2)).name()).isEqualTo("small");
  }

  @Test
  void refusesATraceWithoutEligibleJobs() {
    assertThatThrownBy(
            () -> read(builder(), SwfText.job(1, 0, 0, 600, 1, 0), SwfText.job(2, 0, 1201, 1)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            folder.resolve("small.swf")
                + ": found no eligible job in the whole trace; left out: 1 not completed, 0 of"
                + " unknown run time or processors, 1 longer than 20 min.");
  }

  @Test
  void refusesAnEmptyWindow() {
    assertThatThrownBy(() -> read(builder().windowStartSeconds(9_000_000), jobsEvery(60, 3)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            folder.resolve("small.swf")
                + ": found no eligible job submitted in the window of 60 min from second 9000000;"
                + " the submit times of eligible jobs range from 0 to 120.");
  }

  @Test
  void refusesTwoJobsOfOneNumber() {
    assertThatThrownBy(() -> read(builder(), SwfText.job(1, 0, 60, 1), SwfText.job(1, 9, 60, 1)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            folder.resolve("small.swf")
                + ": found two jobs that are called swf-1; accepted: distinct numbers.");
  }

  @Test
  void refusesParametersOutOfRange() {
    assertRefused(builder().slots(0), "The slots (0) must be at least 1.");
    assertRefused(builder().slots(10_000_001), "The slots (10000001) must be at most 10000000.");
    assertRefused(builder().maxJobs(0), "The maxJobs (0) must be at least 1.");
    assertRefused(builder().maxHistory(-1), "The maxHistory (-1) must be at least 0.");
    assertRefused(
        builder().windowStartSeconds(-1), "The windowStartSeconds (-1) must be at least 0.");
    assertRefused(
        builder().window(Duration.ZERO), "The window (PT0S) must be between PT1S and PT8784H.");
    assertRefused(
        builder().maxRuntime(Duration.ofMinutes(1)),
        "The maxRuntime (PT1M) must be between PT2M and PT8784H.");
    assertRefused(
        builder().targetLoad(Double.NaN), "The targetLoad (NaN) must be positive and finite.");
    assertRefused(builder().sloShare(-0.1), "The sloShare (-0.1) must be in [0, 1].");
  }

  @Test
  void readsARealTrace() throws IOException {
    Path file = SharedData.require("swf-kth-sp2-1996/kth-sp2-1996.swf.gz");
    int jobs = 0;
    try (SwfReader reader = SwfReader.open(file)) {
      assertThat(reader.header().maxProcs()).hasValue(100);
      while (reader.hasNext()) {
        reader.next();
        jobs++;
      }
    }
    assertThat(jobs).isEqualTo(28_489);

    Workload workload = SwfWorkload.read(file, builder().maxRuntime(Duration.ofHours(1)).build());
    assertThat(workload.name()).isEqualTo("kth-sp2-1996");
    assertThat(workload.jobs()).hasSizeBetween(20, 60);
    assertThat(WorkloadSummary.offeredLoad(workload.jobs(), 32, Duration.ofHours(1)))
        .isCloseTo(1.4, within(0.05));
    assertThat(workload.history()).hasSize(5000);
  }

  private static void assertRefused(SwfWorkloadParameters.Builder builder, String message) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static SwfWorkloadParameters.Builder builder() {
    return SwfWorkloadParameters.builder();
  }

  private static String[] jobsEvery(int seconds, int count) {
    String[] lines = new String[count];
    for (int i = 0; i < count; i++) {
      lines[i] = SwfText.job(i + 1, (long) i * seconds, 600, 1);
    }
    return lines;
  }

  private WorkloadJob onlyJob(String... lines) throws IOException {
    List<WorkloadJob> jobs = read(builder(), lines).jobs();
    assertThat(jobs).hasSize(1);
    return jobs.get(0);
  }

  private Workload read(SwfWorkloadParameters.Builder parameters, String... lines)
      throws IOException {
    return SwfWorkload.read(SwfText.write(folder, "small.swf", lines), parameters.build());
  }
}
