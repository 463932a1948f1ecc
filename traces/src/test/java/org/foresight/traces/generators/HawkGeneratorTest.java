package org.foresight.traces.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.foresight.traces.generators.GeneratedJobs.all;
import static org.foresight.traces.generators.GeneratedJobs.history;
import static org.foresight.traces.generators.GeneratedJobs.jobs;
import static org.foresight.traces.generators.GeneratedJobs.meanTaskMillis;
import static org.foresight.traces.generators.GeneratedJobs.seed;
import static org.foresight.traces.generators.GeneratedJobs.source;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Stats;
import com.google.common.math.StatsAccumulator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import org.foresight.traces.SharedData;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HawkGeneratorTest {

  /** Table 2.2, and the shares of task-seconds of tables 2.1 and 3.1. */
  @ParameterizedTest
  @CsvSource({
    "cloudera, 21030, 272.783, 5.02, 0.3, 91.0, 92.79",
    "facebook, 100000, 76.5951, 2.01, 0.2, 99.5, 99.79",
    "google, 50000, 1129.532, 10.0, 0.2, 83.0, 84.0",
    "yahoo, 24262, 90.5811, 9.41, 0.4, 98.0, 98.31"
  })
  void hasThePublishedSharesOfLongJobs(
      String name,
      long size,
      double cutoffSeconds,
      double longPercent,
      double tolerance,
      double leastWorkPercent,
      double mostWorkPercent) {
    StatsAccumulator longPercents = new StatsAccumulator();
    StatsAccumulator workPercents = new StatsAccumulator();
    for (int seed = 1; seed <= 2; seed++) {
      long longJobs = 0;
      double work = 0.0;
      double longWork = 0.0;
      for (Iterator<WorkloadJob> jobs = jobs(source(name, seed(seed).jobs(size)));
          jobs.hasNext(); ) {
        WorkloadJob job = jobs.next();
        work += job.workMillis();
        if (meanTaskMillis(job) >= cutoffSeconds * 1000.0) {
          longJobs++;
          longWork += job.workMillis();
        }
      }
      longPercents.add(100.0 * longJobs / size);
      workPercents.add(100.0 * longWork / work);
    }
    assertThat(longPercents.mean()).isCloseTo(longPercent, within(tolerance));
    assertThat(workPercents.mean()).isBetween(leastWorkPercent - 0.3, mostWorkPercent + 0.3);
  }

  @ParameterizedTest
  @CsvSource({"cloudera, 21030, 5.02", "facebook, 1169184, 2.01", "yahoo, 24262, 9.41"})
  void hasThePublishedNumberOfJobsOutsideTheFirstCluster(
      String name, long size, double longPercent) {
    HawkTrace trace =
        HawkTraces.ALL.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    assertThat(trace.jobs()).isEqualTo(size);
    assertThat(100.0 * (size - trace.centroids().get(0).jobs()) / size)
        .isCloseTo(longPercent, within(0.01));
  }

  @Test
  void drawsTasksFromAGaussianWithoutItsNegatives() {
    StatsAccumulator covs = new StatsAccumulator();
    for (WorkloadJob job : all(jobs(source("yahoo", seed(1))))) {
      if (job.width() >= 200) {
        Stats tasks = Stats.of(job.taskMillis());
        covs.add(tasks.sampleStandardDeviation() / tasks.mean());
      }
    }
    assertThat(covs.count()).isGreaterThan(200);
    assertThat(covs.mean()).isCloseTo(0.69, within(0.01));
  }

  @Test
  void drawsJobsAroundTheCentroidsOfTheirClusters() {
    HawkTrace yahoo = HawkTraces.YAHOO;
    ImmutableList<WorkloadJob> jobs = all(jobs(source("yahoo", seed(1))));
    for (HawkCentroid centroid : yahoo.centroids().subList(0, 2)) {
      StatsAccumulator tasks = new StatsAccumulator();
      StatsAccumulator seconds = new StatsAccumulator();
      jobs.stream()
          .filter(job -> job.name().startsWith(centroid.label() + "-"))
          .forEach(
              job -> {
                tasks.add(job.width());
                seconds.add(meanTaskMillis(job) / 1000.0);
              });
      assertThat((double) tasks.count() / jobs.size())
          .isCloseTo((double) centroid.jobs() / yahoo.jobs(), within(0.01));
      assertThat(tasks.mean()).isCloseTo(yahoo.meanTasks(centroid), withinPercentage(10.0));
      assertThat(seconds.mean()).isCloseTo(yahoo.taskSeconds(centroid), withinPercentage(10.0));
      // Exponential: as much deviation as mean.
      assertThat(tasks.populationStandardDeviation() / tasks.mean()).isCloseTo(1.0, within(0.1));
      assertThat(seconds.populationStandardDeviation() / seconds.mean())
          .isCloseTo(1.0, within(0.15));
    }
  }

  @Test
  void arrivesAsAPoissonProcessAtTheLoadAskedFor() {
    ImmutableList<WorkloadJob> jobs =
        all(jobs(source("yahoo", seed(1).slots(1000).load(0.5).jobs(20_000))));
    StatsAccumulator gaps = new StatsAccumulator();
    for (int i = 1; i < jobs.size(); i++) {
      gaps.add((double) (jobs.get(i).submitMillis() - jobs.get(i - 1).submitMillis()));
    }
    double expectedGap = HawkTraces.YAHOO.meanTaskSeconds() * 1000.0 / (0.5 * 1000);
    assertThat(gaps.mean()).isCloseTo(expectedGap, withinPercentage(2.0));
    assertThat(gaps.populationStandardDeviation() / gaps.mean()).isCloseTo(1.0, within(0.03));
    // Heavy-tailed work: the load of so many jobs is within a third of the expected one.
    double load = GeneratedJobs.work(jobs) / 1000 / jobs.get(jobs.size() - 1).submitMillis();
    assertThat(load).isCloseTo(0.5, withinPercentage(33.0));
  }

  @Test
  void fillsAWindow() {
    ImmutableList<WorkloadJob> jobs =
        all(jobs(source("yahoo", seed(1).duration(Duration.ofHours(10)))));
    assertThat(jobs.get(jobs.size() - 1).submitMillis())
        .isBetween(Duration.ofHours(9).toMillis(), Duration.ofHours(10).toMillis());
  }

  @Test
  void hasNeitherDeadlinesNorHistory() {
    assertThat(all(jobs(source("yahoo", seed(1).jobs(100)))))
        .hasSize(100)
        .allSatisfy(
            job -> {
              assertThat(job.deadlineMillis()).isEqualTo(OptionalLong.empty());
              assertThat(job.gang()).isFalse();
            });
    assertThat(all(history(source("yahoo", seed(1))))).isEmpty();
  }

  @Test
  void keepsItsTables() {
    assertThat(GeneratedJobs.sha256(HawkTraces.ALL.toString()))
        .isEqualTo("4745a3c2ba2f2016c124137a1fb36af51b935c453cb4d529026ba8d471a36e3b");
  }

  /** The simulator's own Yahoo trace, of which nothing went into the table. */
  @Test
  void resemblesTheYahooTraceOfTheSimulator() throws IOException {
    StatsAccumulator seconds = new StatsAccumulator();
    StatsAccumulator tasks = new StatsAccumulator();
    long rows = 0;
    for (String file : List.of("yh1_sub.tr.gz", "yh2_sub.tr.gz")) {
      try (BufferedReader lines = reader("hawk-yahoo-derived/" + file)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          List<String> fields = ImmutableList.copyOf(line.split(" ", 4));
          double mean = Double.parseDouble(fields.get(2));
          rows++;
          if (mean < HawkTraces.YAHOO.cutoffSeconds()) {
            seconds.add(mean);
            tasks.add(Integer.parseInt(fields.get(1)));
          }
        }
      }
    }
    HawkCentroid small = HawkTraces.YAHOO.centroids().get(0);
    assertThat(100.0 - 100.0 * seconds.count() / rows).isBetween(9.0, 10.0);
    assertThat(HawkTraces.YAHOO.taskSeconds(small)).isCloseTo(seconds.mean(), withinPercentage(5));
    assertThat(HawkTraces.YAHOO.meanTasks(small)).isCloseTo(tasks.mean(), withinPercentage(10));
  }

  private static BufferedReader reader(String path) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(SharedData.require(path))),
            StandardCharsets.UTF_8));
  }
}
