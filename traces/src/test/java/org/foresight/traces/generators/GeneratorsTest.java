package org.foresight.traces.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foresight.traces.generators.GeneratedJobs.all;
import static org.foresight.traces.generators.GeneratedJobs.history;
import static org.foresight.traces.generators.GeneratedJobs.jobs;
import static org.foresight.traces.generators.GeneratedJobs.seed;
import static org.foresight.traces.generators.GeneratedJobs.source;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterators;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.foresight.traces.E2eGenerator;
import org.foresight.traces.E2eParameters;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GeneratorsTest {

  @Test
  void namesEveryWorkloadWithALine() {
    assertThat(Generators.names().keySet())
        .containsExactly(
            "e2e",
            "3sigma-e2e",
            "3sigma-e2e-5h",
            "3sigma-deadline-<n>",
            "3sigma-load-<l>",
            "3sigma-sample-<n>",
            "3sigma-scalability-<n>",
            "cloudera",
            "facebook",
            "google",
            "yahoo",
            "slearn-2sigma",
            "slearn-google2011",
            "slearn-google2019",
            "slearn-google2019-dag",
            "cov-<time>-<space>");
    assertThat(Generators.names().values())
        .allSatisfy(line -> assertThat(line).endsWith(".").doesNotContain("\n"));
  }

  @Test
  void listsTheNamesWhereOneIsUnknown() {
    assertThatThrownBy(() -> Generators.find("3sigma"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "There is no generated workload (3sigma); there are e2e, 3sigma-e2e, 3sigma-e2e-5h,"
                + " 3sigma-deadline-<n>, 3sigma-load-<l>, 3sigma-sample-<n>,"
                + " 3sigma-scalability-<n>, cloudera, facebook, google, yahoo,"
                + " slearn-2sigma, slearn-google2011, slearn-google2019, slearn-google2019-dag, cov-<time>-<space>.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3sigma-deadline-x | The slack in percent (x) in the name (3sigma-deadline-x) must be a"
            + " whole number between 0 and 1000.",
        "3sigma-deadline--1 | The slack in percent (-1) in the name (3sigma-deadline--1) must be a"
            + " whole number between 0 and 1000.",
        "3sigma-load- | The load () in the name (3sigma-load-) must be a number between 0.01 and"
            + " 100.0.",
        "3sigma-load-NaN | The load (NaN) in the name (3sigma-load-NaN) must be a number between"
            + " 0.01 and 100.0.",
        "3sigma-sample-0 | The number of samples (0) in the name (3sigma-sample-0) must be a whole"
            + " number between 1 and 1000.",
        "3sigma-scalability-1e3 | The jobs an hour (1e3) in the name (3sigma-scalability-1e3) must"
            + " be a whole number between 1 and 1000000.",
        "cov-0.5 | The CoV over space () in the name (cov-0.5) must be a number between 0.0 and"
            + " 100.0.",
        "cov-a-0.5 | The CoV over time (a) in the name (cov-a-0.5) must be a number between 0.0 and"
            + " 100.0.",
      })
  void refusesNumbersInNames(String name, String message) {
    assertThatThrownBy(() -> Generators.find(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesParametersThatAWorkloadDoesNotTake() {
    assertThatThrownBy(() -> source("slearn-2sigma", seed(1).duration(Duration.ofHours(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The duration (PT1H) must not be given for slearn-2sigma, which takes the number of"
                + " jobs instead.");
    assertThatThrownBy(() -> source("e2e", seed(1).jobs(5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The jobs (5) must not be given for e2e, which takes the duration instead.");
  }

  @ParameterizedTest
  @CsvSource({
    "e2e, 4, 8, 0",
    "3sigma-e2e, 256, 1, 4",
    "3sigma-scalability-2000, 12583, 1, 4",
    "cloudera, 15000, 1, 0",
    "facebook, 170000, 1, 0",
    "google, 15000, 1, 0",
    "yahoo, 4000, 1, 0",
    "slearn-google2019, 150, 1, 0",
  })
  void saysWhichClusterItIsMadeFor(String name, int nodes, int slotsPerNode, int classes) {
    ClusterHint cluster = Generators.find(name).cluster(seed(1).build());
    assertThat(cluster.nodes()).isEqualTo(nodes);
    assertThat(cluster.slotsPerNode()).isEqualTo(slotsPerNode);
    assertThat(cluster.nodeClasses()).hasSize(classes);
  }

  @Test
  void resizesTheCluster() {
    assertThat(Generators.find("3sigma-e2e").cluster(seed(1).slots(64).build()))
        .isEqualTo(new ClusterHint(64, 1, ImmutableList.of("c0", "c1", "c2", "c3")));
    assertThat(Generators.find("e2e").cluster(seed(1).slots(20).build()))
        .isEqualTo(new ClusterHint(3, 8, ImmutableList.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e2e",
        "3sigma-e2e",
        "3sigma-deadline-60",
        "3sigma-load-1.2",
        "3sigma-sample-5",
        "3sigma-scalability-2000",
        "cloudera",
        "yahoo",
        "slearn-2sigma",
        "slearn-google2019-dag",
        "cov-0.5-0.2"
      })
  void givesTheSameJobsAgainAndOthersForAnotherSeed(String name) {
    WorkloadSource source = source(name, seed(7));
    ImmutableList<WorkloadJob> jobs = first(500, jobs(source));
    ImmutableList<WorkloadJob> history = first(500, history(source));

    assertThat(source.name()).isEqualTo(name);
    assertThat(source.description()).contains("seed 7").doesNotContain("\n");
    assertThat(first(500, jobs(source))).isEqualTo(jobs);
    assertThat(first(500, history(source))).isEqualTo(history);
    assertThat(first(500, jobs(source(name, seed(7))))).isEqualTo(jobs);
    assertThat(first(500, jobs(source(name, seed(8))))).isNotEqualTo(jobs);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e2e",
        "3sigma-e2e",
        "3sigma-sample-5",
        "3sigma-scalability-2000",
        "yahoo",
        "slearn-google2011",
        "slearn-google2019-dag",
        "cov-0.5-0.2"
      })
  void ordersJobsBySubmissionAfterAHistoryThatHasEnded(String name) {
    WorkloadSource source = source(name, seed(3));
    List<WorkloadJob> jobs = first(2000, jobs(source));
    List<WorkloadJob> history = all(history(source));

    assertThat(jobs)
        .isNotEmpty()
        .isSortedAccordingTo((a, b) -> Long.compare(a.submitMillis(), b.submitMillis()))
        .allSatisfy(job -> assertThat(job.submitMillis()).isNotNegative());
    assertThat(history)
        .isSortedAccordingTo((a, b) -> Long.compare(a.submitMillis(), b.submitMillis()))
        .allSatisfy(
            job -> assertThat(job.submitMillis() + job.spanMillis()).isLessThanOrEqualTo(0));
    Set<String> ids = new HashSet<>();
    assertThat(jobs).allMatch(job -> ids.add(job.id()));
    assertThat(history).allMatch(job -> ids.add(job.id()));
  }

  @Test
  void wrapsTheDemosWorkload() {
    Workload workload =
        E2eGenerator.generate(
            E2eParameters.builder()
                .seed(5)
                .slots(16)
                .load(1.1)
                .duration(Duration.ofHours(2))
                .build());
    WorkloadSource source =
        source("e2e", seed(5).slots(16).load(1.1).duration(Duration.ofHours(2)));

    assertThat(all(jobs(source))).isEqualTo(workload.jobs());
    assertThat(all(history(source))).isEqualTo(workload.history());
  }

  /** All jobs of these would take hours and more memory than there is. */
  @Test
  void drawsJobsAsTheyAreRead() {
    assertThat(first(10, jobs(source("facebook", seed(1).jobs(1_000_000_000))))).hasSize(10);
    assertThat(first(10, jobs(source("3sigma-e2e", seed(1).duration(Duration.ofDays(3660))))))
        .hasSize(10);
    assertThat(first(10, jobs(source("3sigma-load-1.6", seed(1).jobs(1_000_000_000))))).hasSize(10);
  }

  /**
   * The workloads are frozen: results of different days are comparable only if they never change. A
   * change on purpose makes other workloads, and needs other names.
   */
  @ParameterizedTest
  @CsvSource({
    "3sigma-e2e, c3a57b1bee234cc009cdb19c5ae44d1fea076e5eba62d7bae39c499f59b6a46f",
    "3sigma-e2e-5h, f81e88d780bca0651d48faf7d3886a07a24f58008e251f835df0e9867377d5a8",
    "3sigma-deadline-60, 6d2963c9cb0d7ec148f4a61ad3aaf2713a4c1249a7ca2f32bdf9904ebc19875f",
    "3sigma-load-1.6, 3c25c3fc1a87bbeb28aa72039e489e2b19c59a9269ffe81c66f2550f6aca45de",
    "3sigma-sample-25, 971b6c6a9fd50bd29a47cfacec515662e58dc49962823dcf0e8bfb6b96256b43",
    "3sigma-scalability-2000, d93c4804dace2f64ce0f6d3a93bf81d3608c88d1084bea2b388685a8ef29fde6",
    "cloudera, bd620e88bd3c35b61c01244b775853a94eb4a73c8a68467bae46c0773aa9727a",
    "facebook, 36cfde31801a3e23077b0166e715cf25a6c2ff4d339949dc092902ff63451abf",
    "google, 6abbf828ab9652221b879fca51e8520b8fe6d6fa66d95573eb41539f3ae6893f",
    "yahoo, 547e888e910ae21e1a877657824ab1135f974087d0fb4d67ae6986af1243253b",
    "slearn-2sigma, 3f525132f848de0751b0a36117109f7f31bbdc2903ff59a5b9f99d0fa5708219",
    "slearn-google2011, d5a22ee281f3291f34a5c8d7d4a0a8097afc1dca1fcb560fa4378f96afc6f444",
    "slearn-google2019-dag, 7453004e2899e4b191139fd52644f0c7747727f31761d0892ec54bbf38fa3202",
    "slearn-google2019, 78f53c62e48f5aa7915696c424a2d71af9c5770287bd298d6f47d827c162111b",
    "cov-0.5-0.2, 5934624c56ad1ec9ed42281b807f40cd3fdca4f74e2a252abeaf9e44bfdded4f",
  })
  void stayAsTheyWereFrozen(String name, String hash) {
    WorkloadSource source = source(name, seed(1));
    StringBuilder text = new StringBuilder();
    first(300, jobs(source)).forEach(job -> text.append(GeneratedJobs.text(job)));
    first(300, history(source)).forEach(job -> text.append(GeneratedJobs.text(job)));
    assertThat(GeneratedJobs.sha256(text.toString())).isEqualTo(hash);
  }

  private static ImmutableList<WorkloadJob> first(int count, Iterator<WorkloadJob> jobs) {
    return ImmutableList.copyOf(Iterators.limit(jobs, count));
  }
}
