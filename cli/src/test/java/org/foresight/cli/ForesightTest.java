package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.policy.Policies;
import org.foresight.testbed.RunProgress;
import org.foresight.testbed.TaskRun;
import org.foresight.testbed.TaskRun.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ForesightTest {

  private static final DemoOutcome OUTCOME =
      DemoOutcomes.of(
          DemoOutcomes.slo("met", 120, OptionalLong.of(100)),
          DemoOutcomes.slo("missed", 120, OptionalLong.of(140)),
          DemoOutcomes.bestEffort("quick", OptionalLong.of(30)),
          DemoOutcomes.bestEffort("slow", OptionalLong.of(90)));

  /** Three of four jobs did not finish. */
  private static final DemoOutcome UNFINISHED =
      DemoOutcomes.withoutLatencies(
          DemoOutcomes.slo("one", 120, OptionalLong.of(140)),
          DemoOutcomes.slo("two", 120, OptionalLong.empty()),
          DemoOutcomes.bestEffort("three", OptionalLong.empty()),
          DemoOutcomes.bestEffort("four", OptionalLong.empty()));

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<DemoScheduler> schedulers = new ArrayList<>();
  private final List<DemoPlan> plans = new ArrayList<>();

  private final DemoRunner recording =
      (scheduler, plan, view) -> {
        schedulers.add(scheduler);
        plans.add(plan);
        view.booting();
        view.onProgress(new RunProgress(4, 4, 0, 4));
        return OUTCOME;
      };

  private final DemoRunner testbedRunner =
      (scheduler, plan, view) -> {
        throw new IOException("It was to run on a testbed.");
      };

  @Test
  void theDemoRunsWhereItIsToldTo() {
    assertThat(execute(recording, "demo", "--on", "testbed")).isEqualTo(1);
    assertThat(err.toString()).endsWith("foresight demo: It was to run on a testbed.\n");
    assertThat(schedulers).isEmpty();

    assertThat(execute(recording, "demo", "--on", "process", "--scheduler", "capacity")).isZero();
    assertThat(schedulers).containsExactly(DemoScheduler.CAPACITY);
  }

  @Test
  void theDemoRunsBothSchedulersByDefault() {
    assertThat(execute(recording, "demo")).isZero();

    assertThat(schedulers).containsExactly(DemoScheduler.CAPACITY, DemoScheduler.FORESIGHT);
    assertThat(plans.get(0)).isEqualTo(plans.get(1));
    assertThat(plans.get(0).asynchronous()).isTrue();
    assertThat(plans.get(0).keepFolder()).isEmpty();
    assertThat(plans.get(0).driver().timeScale()).isEqualTo(1.0 / 40.0);
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches(" +CapacityScheduler \\S+ +Foresight \\S+"))
        .anyMatch(line -> line.matches("SLO jobs missed +1 of 2.* +1 of 2.*"));
    assertThat(err.toString()).contains("4 of 4 jobs done");
  }

  @Test
  void optionsReachThePlan() {
    int code =
        execute(
            recording,
            "demo",
            "--scheduler",
            "capacity",
            "--no-async",
            "--time-scale",
            "0.04",
            "--timeout",
            "90s",
            "--seed",
            "7",
            "--load",
            "0.5");

    assertThat(code).isZero();
    assertThat(schedulers).containsExactly(DemoScheduler.CAPACITY);
    DemoPlan plan = plans.get(0);
    assertThat(plan.asynchronous()).isFalse();
    assertThat(plan.driver().timeScale()).isEqualTo(0.04);
    assertThat(plan.driver().timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(plan.workload().description()).contains("load 0.50").contains("seed 7");
  }

  @Test
  void repetitionsRunFurtherSeedsAndAreSummedUp() {
    assertThat(execute(recording, "demo", "--seed", "4", "--repeat", "2")).isZero();

    assertThat(plans).hasSize(4);
    assertThat(plans.get(1).workload().description()).contains("seed 4");
    assertThat(plans.get(2).workload().description()).contains("seed 5");
    assertThat(out.toString()).contains("All 2 seeds together").contains("2 of 4 deadlines");
  }

  @Test
  void anyPoliciesRunInsteadAndAreComparedWithTheFirst() {
    assertThat(execute(recording, "demo", "--policy", "capacity,fifo", "--policy", "sjf-oracle"))
        .isZero();

    assertThat(schedulers)
        .extracting(DemoScheduler::policy)
        .containsExactly("capacity", "fifo", "sjf-oracle");
    assertThat(out.toString())
        .contains("Foresight, fifo missed 1 of 2 deadlines, CapacityScheduler")
        .contains("Foresight, sjf-oracle missed 1 of 2 deadlines, CapacityScheduler");
  }

  @Test
  void anUnknownPolicyIsOneLineWithThoseThatThereAre() {
    execute(recording, "demo", "--policy", "first");

    assertThat(err.toString().lines().findFirst())
        .contains(
            "foresight demo: --policy has (first), which is none of "
                + String.join(", ", Policies.simulatedNames())
                + ".");
  }

  @Test
  void whatWasStoppedIsSaidAndSoIsThatNothingWas() throws IOException {
    DemoOutcome stopping =
        DemoOutcomes.of(
            ImmutableList.of(
                DemoOutcomes.bestEffort("victim", OptionalLong.of(90)),
                DemoOutcomes.slo("urgent", 120, OptionalLong.of(100))),
            ImmutableList.of(
                new TaskRun("victim", 0, 36_000, Ending.PREEMPTED, Optional.of("urgent"))),
            ImmutableMap.of());
    DemoRunner stops = (scheduler, plan, view) -> stopping;

    assertThat(execute(stops, "demo", "--preemption")).isZero();

    assertThat(out.toString())
        .containsOnlyOnce("1 task of 1 best-effort job stopped for 1 job with a deadline")
        .containsPattern("victim +1 +0\\.6 +urgent +met its deadline +done at 1\\.5 min");
    assertThat(execute(recording, "demo", "--preemption")).isZero();
    assertThat(out.toString()).contains("No task was stopped for a deadline.");
    assertThat(plans.get(0).preemption()).isTrue();
  }

  @Test
  void jsonSaysWhatWasStopped() throws IOException {
    DemoOutcome stopping =
        DemoOutcomes.of(
            ImmutableList.of(
                DemoOutcomes.bestEffort("victim", OptionalLong.of(90)),
                DemoOutcomes.slo("urgent", 120, OptionalLong.of(140))),
            ImmutableList.of(
                new TaskRun("victim", 0, 36_000, Ending.PREEMPTED, Optional.of("urgent")),
                new TaskRun("victim", 0, 36_000, Ending.PREEMPTED, Optional.empty())),
            ImmutableMap.of());
    DemoRunner stops = (scheduler, plan, view) -> stopping;

    assertThat(execute(stops, "demo", "--preemption", "--json")).isZero();

    JsonNode runs = new ObjectMapper().readTree(out.toString()).get("runs");
    assertThat(runs.get(0).has("preemption")).isFalse(); // CapacityScheduler's.
    assertThat(runs.get(1).get("preemption"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
        {"tasks":2,"jobs":1,"jobsFinished":1,"lostHours":0.02,"stopped":[
         {"job":"victim","tasks":1,"lostSeconds":36.0,"finished":true,"for":"urgent",
          "deadlineMet":false},
         {"job":"victim","tasks":1,"lostSeconds":36.0,"finished":true,"for":null,
          "deadlineMet":null}]}
        """));
  }

  @Test
  void thePageIsWrittenAndItsPlaceIsLookedAtFirst(@TempDir Path folder) {
    Path page = folder.resolve("demo.html");

    assertThat(execute(recording, "demo", "--html", page.toString())).isZero();

    assertThat(page).content().contains("<title>Demo: CapacityScheduler");
    assertThat(err.toString()).endsWith("Report: " + page + "\n");
    schedulers.clear();
    assertThat(execute(recording, "demo", "--html", folder.resolve("no/page.html").toString()))
        .isEqualTo(1);
    assertThat(schedulers).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"--async,true", "--no-async,false"})
  void theModeCanBeChosen(String option, boolean asynchronous) {
    execute(recording, "demo", option);

    assertThat(plans.get(0).asynchronous()).isEqualTo(asynchronous);
  }

  @Test
  void jsonIsAllOfStandardOutput() throws IOException {
    assertThat(execute(recording, "demo", "--json", "--seed", "3")).isZero();

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.fieldNames()).toIterable().containsExactly("workload", "runs");
    assertThat(json.get("workload").get("name").asText()).isEqualTo("e2e");
    assertThat(json.get("workload").get("seed").asLong()).isEqualTo(3);
    assertThat(json.get("runs")).hasSize(2);
    assertThat(json.get("runs").get(1))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
        {"scheduler":"foresight","policy":"foresight","mode":"asynchronous","jobs":4,"unfinished":0,"sloJobs":2,"sloMissed":1,
         "sloMissRate":0.5,"goodputHours":1.5,"beMeanLatencySeconds":60.0,
         "beP90LatencySeconds":84.0,"meanJctSeconds":90.0}
        """));
  }

  @Test
  void theSameIsSimulatedAndHeldAgainstTheRealRuns() {
    assertThat(
            execute(
                recording,
                "demo",
                "--simulate",
                "--scheduler",
                "capacity",
                "--repeat",
                "2",
                "--load",
                "0.1"))
        .isZero();

    assertThat(plans).hasSize(2);
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("CapacityScheduler \\S+ +YARN +simulator +difference .*"))
        .anyMatch(line -> line.matches("missed deadlines +50\\.0 % .*points .*"))
        .anyMatch(line -> line.contains("until a job asks 300 ms (p90 300, 10 measured)"))
        .anyMatch(line -> line.matches("  mean JCT \\+\\d.* % \\(.*\\)"));
  }

  @Test
  void theComparisonWithTheSimulatorIsOneMoreFieldOfJson() throws IOException {
    assertThat(
            execute(
                recording,
                "demo",
                "--simulate",
                "--json",
                "--scheduler",
                "foresight",
                "--load",
                "0.1"))
        .isZero();

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.fieldNames()).toIterable().containsExactly("workload", "runs", "validity");
    assertThat(json.get("validity")).hasSize(1);
    JsonNode validity = json.get("validity").get(0);
    assertThat(validity.get("scheduler").asText()).isEqualTo("foresight");
    assertThat(validity.get("yarn").get("p50JctSeconds").asDouble()).isEqualTo(95);
    assertThat(validity.get("yarn").get("sloMissed").asInt()).isEqualTo(1);
    assertThat(validity.get("simulator").get("jobs").asInt())
        .isEqualTo(plans.get(0).workload().jobs().size());
    assertThat(validity.get("simulator").get("unfinished").asInt()).isZero();
    assertThat(validity.get("varied")).hasSize(10);
    assertThat(validity.get("varied"))
        .anySatisfy(varied -> assertThat(varied).isNotEqualTo(validity.get("simulator")));
    assertThat(validity.get("latenciesMillis").get("overhead").get("mean").asDouble())
        .isEqualTo(450);
  }

  @Test
  void nothingIsSimulatedWithoutMeasuredLatencies() {
    DemoRunner slow = (scheduler, plan, view) -> UNFINISHED;

    assertThat(execute(slow, "demo", "--simulate", "--scheduler", "capacity")).isEqualTo(1);

    assertThat(out.toString()).doesNotContain("simulator");
    assertThat(err.toString()).contains("no task succeeded, so there are no latencies");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nosuch",
        "demo --nosuch",
        "demo --scheduler fair",
        "demo --policy nosuch",
        "demo --policy fifo,fifo",
        "demo --policy fifo --scheduler both",
        "demo --on mars",
        "demo --on testbed --simulate",
        "demo --on testbed --policy capacity,sjf-oracle",
        "demo --time-scale 0",
        "demo --timeout soon",
        "demo --load -1",
        "demo --slo-share 2",
        "demo --max-jobs 5",
        "demo --time-scale 1 --timeout 1m",
        "demo --preemption --scheduler capacity",
        "demo --repeat 0",
        "demo --trace any.swf --max-jobs 0",
        "demo --trace any.swf --min-task-time 2h"
      })
  void wrongUsageIsExplainedAndRunsNothing(String line) {
    String[] arguments = line.isEmpty() ? new String[0] : line.split(" ", -1);

    assertThat(execute(recording, arguments)).isEqualTo(2);

    assertThat(schedulers).isEmpty();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("foresight").contains("Try 'foresight");
  }

  @ParameterizedTest
  @CsvSource({"--load,0", "--slo-share,1.5", "--max-jobs,0", "--window-start,-1"})
  void whatIsOutOfRangeIsNamedAsItWasTyped(String option, String value) {
    assertThat(execute(recording, "demo", "--trace", "any.swf", option, value)).isEqualTo(2);

    assertThat(err.toString()).startsWith("foresight demo: " + option + " is (" + value);
  }

  @Test
  void thePageOfTheSeedsBeforeOneThatFailsIsThere(@TempDir Path folder) {
    Path page = folder.resolve("demo.html");
    DemoRunner failsAtLast =
        (scheduler, plan, view) -> {
          if (schedulers.size() == 2) {
            throw new IOException("The disk is full.");
          }
          return recording.run(scheduler, plan, view);
        };

    assertThat(execute(failsAtLast, "demo", "--repeat", "2", "--html", page.toString()))
        .isEqualTo(1);

    assertThat(page).content().contains("<h2>Seed 1</h2>").doesNotContain("<h2>Seed 2</h2>");
  }

  @Test
  void aBadTraceStopsBeforeAnyClusterStarts(@TempDir Path folder) throws IOException {
    Path trace = Files.writeString(folder.resolve("bad.swf"), "1 2 three\n");

    assertThat(execute(recording, "demo", "--trace", trace.toString())).isEqualTo(1);

    assertThat(schedulers).isEmpty();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("foresight demo: " + trace + ", line 1");
  }

  @Test
  void aFailureIsOneLineAndVerboseAddsTheStack() {
    DemoRunner failing =
        (scheduler, plan, view) -> {
          throw new IOException("The local YARN\ndid not start.");
        };

    assertThat(execute(failing, "demo")).isEqualTo(1);
    assertThat(err.toString()).endsWith("foresight demo: The local YARN did not start.\n");

    assertThat(execute(failing, "demo", "--verbose")).isEqualTo(1);
    assertThat(err.toString()).contains("java.io.IOException").contains("\tat ");
  }

  @Test
  void jobsThatDidNotFinishFailTheCommandAfterTheResult() {
    DemoRunner slow = (scheduler, plan, view) -> UNFINISHED;

    assertThat(execute(slow, "demo", "--scheduler", "capacity", "--json")).isEqualTo(1);

    assertThat(out.toString()).startsWith("{");
    assertThat(err.toString()).contains("3 of 4 jobs did not finish");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version", "demo --help"})
  void helpAndVersionGoToStandardOutput(String line) {
    assertThat(execute(recording, line.split(" ", -1))).isZero();

    assertThat(out.toString()).containsIgnoringCase("foresight");
    assertThat(err.toString()).isEmpty();
  }

  private int execute(DemoRunner runner, String... arguments) {
    CommandLine commandLine = Foresight.commandLine(new DemoCommand(runner, testbedRunner));
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
