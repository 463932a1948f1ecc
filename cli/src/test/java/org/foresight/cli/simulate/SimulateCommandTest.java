package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.foresight.cli.Foresight;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.KairosSettings.TieRule;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationResult;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SimulateCommandTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Queue<RunTask> executed = new ConcurrentLinkedQueue<>();
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @BeforeEach
  void freshOutput() {
    out = new StringWriter();
    err = new StringWriter();
  }

  @Test
  void everyPolicyRunsWithEverySeedOnTheSameWorkload() {
    assertThat(simulate("--policies", "threesigma,fifo", "--seeds", "4,5")).isZero();

    assertThat(executed)
        .extracting(RunTask::key)
        .containsExactlyInAnyOrder(
            new RunKey("threesigma", 4),
            new RunKey("fifo", 4),
            new RunKey("threesigma", 5),
            new RunKey("fifo", 5));
    assertThat(out.toString())
        .contains("Figures, means over the seeds with 95 % intervals:")
        .contains("Ratio to threesigma, seed by seed, with 95 % intervals:");
    assertThat(err.toString())
        .contains("fifo, seed 4: ")
        .contains("Report: " + folder.resolve("report.html"));
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void theSameCommandAgainDoesNothingTwice() {
    simulate("--policies", "fifo", "--seeds", "1,2");
    String first = out.toString();
    executed.clear();
    freshOutput();

    assertThat(simulate("--policies", "fifo", "--seeds", "1,2")).isZero();

    assertThat(executed).isEmpty();
    assertThat(out.toString()).isEqualTo(first);
    assertThat(err.toString()).contains("2 of 2 runs finished already in " + folder);
  }

  @Test
  void moreSeedsAreAddedToThoseThatAreThere() {
    simulate("--policies", "fifo", "--seeds", "1");
    executed.clear();

    assertThat(simulate("--policies", "fifo", "--seeds", "1,2")).isZero();

    assertThat(executed).extracting(RunTask::key).containsExactly(new RunKey("fifo", 2));
  }

  @Test
  void otherInputsAreRefusedByName() {
    simulate("--policies", "fifo", "--seeds", "1", "--load", "0.5");
    executed.clear();
    freshOutput();

    assertThat(simulate("--policies", "fifo", "--seeds", "1", "--load", "0.7")).isEqualTo(1);

    assertThat(executed).isEmpty();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString())
        .contains(folder.toString())
        .contains("fifo, seed 1")
        .contains("the load was (0.5) and is now (0.7)")
        .contains("--force");
  }

  @Test
  void anotherSeedOfOtherInputsIsRefusedToo() {
    simulate("--policies", "fifo", "--seeds", "1", "--heartbeat", "1s");
    freshOutput();

    assertThat(simulate("--policies", "fifo", "--seeds", "2", "--heartbeat", "3s")).isEqualTo(1);

    assertThat(err.toString()).contains("the heartbeat was (PT1S) and is now (PT3S)");
  }

  @Test
  void forceThrowsAwayWhatIsOfOtherInputs() throws IOException {
    simulate("--policies", "fifo", "--seeds", "1,2", "--load", "0.5");
    executed.clear();

    assertThat(simulate("--policies", "fifo", "--seeds", "1", "--load", "0.7", "--force")).isZero();

    assertThat(executed).hasSize(1);
    assertThat(RunStore.read(folder).runs())
        .singleElement()
        .satisfies(run -> assertThat(run.inputs()).containsEntry("load", "0.7"));
  }

  @Test
  void jsonHasExactlyTheFieldsThatItPromises() throws IOException {
    assertThat(simulate("--policies", "fifo", "--seeds", "3,4", "--json")).isZero();

    JsonNode json = MAPPER.readTree(out.toString());
    assertThat(json.fieldNames()).toIterable().containsExactly("runs", "summary");
    assertThat(json.get("runs")).hasSize(2);
    ObjectNode run = (ObjectNode) json.get("runs").get(0);
    assertThat(run.get("cpuSeconds").asDouble()).isNotNegative();
    run.put("cpuSeconds", 0.0);
    // The double ends every job a second after its submission; each is longer than that.
    assertThat(run.fieldNames())
        .toIterable()
        .containsExactly(
            "policy",
            "seed",
            "jobs",
            "sloMissRate",
            "goodputHours",
            "beMeanLatencySeconds",
            "meanJctSeconds",
            "p50JctSeconds",
            "p90JctSeconds",
            "p99JctSeconds",
            "shortP50JctSeconds",
            "shortP90JctSeconds",
            "shortP99JctSeconds",
            "longP50JctSeconds",
            "longP99JctSeconds",
            "meanSlowdown",
            "taskEvents",
            "cpuSeconds");
    assertThat(run.get("policy").asText()).isEqualTo("fifo");
    assertThat(run.get("seed").asLong()).isEqualTo(3);
    assertThat(run.get("sloMissRate").asDouble()).isZero();
    assertThat(run.get("meanJctSeconds").asDouble()).isEqualTo(1.0);
    assertThat(run.get("shortP50JctSeconds").isNull()).isTrue();
    assertThat(json.get("summary")).hasSize(Figure.values().length);
    assertThat(json.get("summary").get(3))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"policy":"fifo","metric":"meanJctSeconds","mean":1.0,"low":1.0,"high":1.0}
                """));
    assertThat(json.get("summary").get(7))
        .isEqualTo(
            MAPPER.readTree(
                """
                {"policy":"fifo","metric":"shortP50JctSeconds","mean":null,"low":null,"high":null}
                """));
  }

  @Test
  void oneSeedHasNoIntervalAndSaysSo() throws IOException {
    simulate("--policies", "fifo,threesigma", "--seeds", "3");
    assertThat(out.toString())
        .contains("Figures of one seed, without intervals:")
        .doesNotContain(" to 1.00");

    freshOutput();
    simulate("--policies", "fifo,threesigma", "--seeds", "3", "--json");
    assertThat(MAPPER.readTree(out.toString()).get("summary").get(3).toString())
        .isEqualTo(
            "{\"policy\":\"fifo\",\"metric\":\"meanJctSeconds\",\"mean\":1.0,\"low\":null,"
                + "\"high\":null}");
  }

  @Test
  void aRunThatFailsIsNamedAndLosesNoOther() throws IOException {
    RunExecutor failing =
        (task, jobs, listener) -> {
          if (task.key().policy().equals("threesigma")) {
            endAll(jobs, listener, 3);
            throw new IllegalStateException("At 7 ms: work was\nlost.");
          }
          return endAll(jobs, listener, Long.MAX_VALUE);
        };

    assertThat(execute(failing, "--policies", "fifo,threesigma", "--seeds", "1")).isEqualTo(1);

    assertThat(err.toString())
        .contains("The run (threesigma, seed 1) failed: At 7 ms: work was lost.");
    assertThat(RunStore.read(folder).runs())
        .extracting(RunRecord::key)
        .containsExactly(new RunKey("fifo", 1));
    assertThat(out.toString()).contains("fifo").doesNotContain("threesigma");
    assertThat(folder.resolve("runs").toFile().list()).containsExactly("fifo-seed-1");
  }

  @Test
  void aFullDiskIsSaidAsSuch() {
    RunExecutor full =
        (task, jobs, listener) -> {
          throw new UncheckedIOException(new IOException("No space left on device"));
        };

    assertThat(execute(full, "--policies", "fifo", "--seeds", "1")).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("(fifo, seed 1) failed: No space left on device");
  }

  @Test
  void aDamagedRunIsDoneAgain() throws IOException {
    simulate("--policies", "fifo", "--seeds", "1,2");
    Path record = folder.resolve("runs/fifo-seed-2/run.json");
    Files.writeString(record, "{");
    executed.clear();

    assertThat(simulate("--policies", "fifo", "--seeds", "1,2")).isZero();

    assertThat(executed).extracting(RunTask::key).containsExactly(new RunKey("fifo", 2));
    assertThat(err.toString()).contains(record + ": this is no result").contains("done again");
  }

  @Test
  void whatDrawsNothingAtRandomIsRunOnce() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("one.swf"), "1 0 -1 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n");

    assertThat(simulate("--trace", trace.toString(), "--nodes", "2", "--policies", "fifo"))
        .isZero();

    assertThat(executed).hasSize(1);
    assertThat(err.toString()).contains("all seeds are the same run");
    assertThat(out.toString()).contains("Figures of one seed, without intervals");
  }

  @Test
  void policiesThatSendProbesDrawThemAtRandom() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("one.swf"), "1 0 -1 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n");

    assertThat(simulate("--trace", trace.toString(), "--nodes", "2", "--policies", "eagle"))
        .isZero();

    assertThat(executed).hasSize(3);
  }

  @Test
  void anInterruptSaysWhatIsKept() {
    Thread main = Thread.currentThread();
    AtomicBoolean isInterrupted = new AtomicBoolean();
    RunExecutor interrupted =
        (task, jobs, listener) -> {
          // Once: the second run may begin before the first interrupt is heard.
          if (isInterrupted.compareAndSet(false, true)) {
            main.interrupt();
          }
          throw new InterruptedIOException("stopped");
        };

    assertThat(execute(interrupted, "--policies", "fifo", "--seeds", "1,2", "--threads", "1"))
        .isEqualTo(1);

    assertThat(Thread.interrupted()).isFalse();
    assertThat(err.toString()).contains("Interrupted: 0 of 2 runs are kept in " + folder);
    assertThat(folder.resolve("runs")).isEmptyDirectory();
  }

  @Test
  void refusedJobsAreCountedAndNamed() {
    RunExecutor refusing =
        (task, jobs, listener) -> {
          long count = 0;
          while (jobs.hasNext()) {
            WorkloadJob job = jobs.next();
            count++;
            if (count <= 4) {
              listener.jobRefused(job, "it needs 99 slots");
            } else {
              listener.jobEnded(Runs.ended(job, 1_000));
            }
          }
          return new SimulationResult(
              count, count - 4, 4, 0, 2, 1, 0, 0, 1, Runs.result(1).usage());
        };

    assertThat(execute(refusing, "--policies", "fifo", "--seeds", "1")).isZero();

    assertThat(err.toString())
        .containsPattern("fifo, seed 1: 4 of \\d+ jobs could run on no such cluster");
    assertThat(out.toString()).containsPattern("refused jobs +4 of \\d+");
    assertThat(err.toString().lines().filter(line -> line.endsWith(": it needs 99 slots")))
        .hasSize(3);
  }

  @Test
  void jobsThatNeverEndCountAsUnfinished() throws IOException {
    RunExecutor endless = (task, jobs, listener) -> endAll(jobs, listener, 5);

    assertThat(execute(endless, "--policies", "fifo", "--seeds", "1")).isZero();

    RunRecord run = RunStore.read(folder).runs().get(0);
    assertThat(run.outcome().unfinished()).isEqualTo(run.figures().jobs() - 5).isPositive();
    assertThat(run.figures().sloMissRate()).isGreaterThan(0.5);
    assertThat(err.toString()).contains("jobs did not end, which counts as unfinished.");
  }

  @Test
  void quickRunsFewJobsOfOneSeed() throws IOException {
    assertThat(simulate("--policies", "fifo", "--quick")).isZero();

    assertThat(executed).extracting(RunTask::key).containsExactly(new RunKey("fifo", 1));
    assertThat(RunStore.read(folder).runs().get(0).figures().jobs()).isEqualTo(30);
  }

  @Test
  void optionsReachTheRun() {
    assertThat(
            simulate(
                "--policies",
                "fifo",
                "--seeds",
                "7",
                "--node-class",
                "name=fast,count=2,vcores=16,memory=64g,speed=2,yarn.io/gpu=4",
                "--node-class",
                "name=slow,count=3,vcores=8,partition=old",
                "--cycle",
                "0",
                "--heartbeat",
                "3s",
                "--sync",
                "--master",
                "memory=2g,start=5s",
                "--node-mtbf",
                "24h",
                "--task-failures",
                "0.1",
                "--short-cutoff",
                "12.5"))
        .isZero();

    RunTask task = executed.remove();
    assertThat(ClusterText.of(task.cluster()))
        .isEqualTo(
            "2 × fast of memory-mb 65536, vcores 16, yarn.io/gpu 4, speed 2.0; 3 × slow of"
                + " memory-mb 8192, vcores 8, yarn.io/gpu 0, partition old");
    assertThat(task.parameters().seed()).isEqualTo(7);
    assertThat(task.parameters().cycleMillis()).isZero();
    assertThat(task.parameters().heartbeatMillis()).isEqualTo(3_000);
    assertThat(task.parameters().asynchronous()).isFalse();
    assertThat(task.parameters().master().orElseThrow().startMillis()).isEqualTo(5_000);
    assertThat(task.parameters().failures().nodeMtbfMillis()).isEqualTo(86_400_000);
    assertThat(task.cutoff().seconds()).isEqualTo(12.5);
  }

  @ParameterizedTest
  @CsvSource({
    "hawk-or-not,90",
    "yahoo,90.5811",
  })
  void theCutoffIsTheWorkloadsOwnWhereItHasOne(String workload, double seconds) {
    String name = workload.equals("yahoo") ? workload : "e2e";

    simulate("--policies", "fifo", "--workload", name, "--quick");

    assertThat(executed.remove().cutoff().seconds()).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({"yahoo,,0.02", "e2e,,0.17", "yahoo,0.3,0.3"})
  void theShareForShortJobsIsTheWorkloadsOwnWhereItHasOne(
      String workload, String option, double share) {
    List<String> arguments =
        new ArrayList<>(List.of("--policies", "hawk,fifo", "--workload", workload, "--quick"));
    if (option != null) {
      arguments.addAll(List.of("--short-share", option));
    }

    assertThat(simulate(arguments.toArray(new String[0]))).isZero();

    assertThat(executed).extracting(RunTask::shortShare).containsOnly(share);
    assertThat(executed)
        .extracting(task -> task.inputs().values().get("share of nodes for short jobs"))
        .containsExactlyInAnyOrder(String.valueOf(share), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--policies nosuch | --policies has (nosuch), which is none of ",
        "--policies fifo,fifo | --policies has a value twice",
        "--seeds 1,x | --seeds",
        "--seeds 1,1 | --seeds has a value twice",
        "--workload nosuch | There is no generated workload (nosuch); there are e2e,",
        "--nodes 0 | --nodes is (0",
        "--short-share 0 | --short-share is (0.0) and must be between 0.001 and 0.9.",
        "--slots-per-node 0 | --slots-per-node is (0) and must be at least 1.",
        "--node-memory 4g | --node-memory and --node-vcores need each other.",
        "--node-memory much | 8192m or 8g",
        "--node-class name=a | must have the key vcores",
        "--node-class nme=a | is not key=value with one of the keys name, count",
        "--node-class name=a,count=0,vcores=1 | The count",
        "--node-class name=a,count=1,vcores=1 --nodes 3 | --nodes and --node-class exclude",
        "--load 0 | --load",
        "--load 1000 | --load is (1000.0) and must be between",
        "--slo-share 2 | --slo-share is (2.0) and must be between 0.0 and 1.0.",
        "--max-jobs 0 | --max-jobs is (0) and must be at least 1.",
        "--cycle soon | neither 0 nor a duration",
        "--sync | --sync needs --heartbeat",
        "--task-failures 1 | --task-failures is (1.0) and must be between 0.0 and 0.9.",
        "--threads 0 | --threads is (0",
        "--predictor magic | --predictor is (magic), accepted: default, history-3sigma.",
        "--short-cutoff 0 | --short-cutoff is (0.0) and must be positive.",
        "--policies capacity | The policy capacity and --capacity-scheduler need each other.",
        "--capacity-scheduler any | The policy capacity and --capacity-scheduler need each other.",
        "--format swf | --format needs --trace.",
        "--trace any --workload e2e | simulate: --workload=NAME, --trace=FILE are mutually exclusive",
        "--trace any | --trace needs --nodes or --node-class",
        "--policies fifo --las foresight | --las has (foresight), which is none of --policies [fifo].",
        "--policies eagle --las eagle | --las has (eagle), under which tasks are never suspended.",
        "--policies fifo --las fifo,fifo | --las has a value twice",
        "--policies fifo --las-waiting -1 | --las-waiting is (-1)",
        "--policies fifo --las-minimum-share 1 | --las-minimum-share is (1.0) and must be between",
        "--policies fifo --las-ties most | --las-ties",
        "--policies fifo,eagle --nodes 1 | --nodes is (1); the policy eagle needs 2 at least.",
      })
  void wrongUsageIsExplainedInTheWordsTyped(String line, String explanation) {
    assertThat(simulate(line.split(" ", -1))).isEqualTo(2);

    assertThat(executed).isEmpty();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains(explanation).contains("Try 'foresight simulate --help'");
  }

  @Test
  void noNameOfAFolderIsWrongUsage() {
    CommandLine commandLine = Foresight.commandLine(SimulateCommand.create());
    commandLine.setErr(new PrintWriter(err, true));

    assertThat(commandLine.execute("simulate", "--policies", "fifo", "--out", "")).isEqualTo(2);

    assertThat(err.toString()).contains("'--out'", "\"\" is not the name of a file or folder.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 2 three\n", "", "no trace at all\n"})
  void aBadTraceIsOneLine(String content) throws IOException {
    Path trace = Files.writeString(folder.resolve("bad.swf"), content);

    assertThat(simulate("--trace", trace.toString(), "--nodes", "4", "--seeds", "1")).isEqualTo(1);

    assertThat(executed).isEmpty();
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("foresight simulate: " + trace);
  }

  @Test
  void anUnknownFormatListsWhatThereIs() throws IOException {
    Path trace = Files.writeString(folder.resolve("any"), "x\n");

    assertThat(simulate("--trace", trace.toString(), "--nodes", "4", "--format", "xls"))
        .isEqualTo(2);

    assertThat(err.toString()).contains("--format is (xls)").contains("swf (");
  }

  @Test
  void badLinesOfATraceAreLeftOutOnDemandAndCounted() throws IOException {
    Path trace = folder.resolve("some.tr");
    Files.writeString(trace, "0 2 5.0 5 5\nbad\n10 1 7.0 7\n20 1 7.0 7\n");

    assertThat(simulate("--trace", trace.toString(), "--nodes", "4", "--seeds", "1")).isEqualTo(1);
    assertThat(err.toString()).contains("line 2");
    freshOutput();

    assertThat(simulate("--trace", trace.toString(), "--nodes", "4", "--seeds", "1", "--skip-bad"))
        .isZero();
    assertThat(err.toString())
        .contains("Left out 1 line that")
        .contains("line 2")
        .contains("; 3 jobs");
  }

  @Test
  void aTraceIsPackedToTheLoadAskedFor() throws IOException {
    // Work 10 + 7 + 7 task-seconds on 8 slots over 20 s: load 0.15.
    Path trace = folder.resolve("some.tr");
    Files.writeString(trace, "100 2 5.0 5 5\n110 1 7.0 7\n120 1 7.0 7\n");
    ImmutableList.Builder<Long> submissions = ImmutableList.builder();
    RunExecutor listening =
        (task, jobs, listener) -> {
          try (JobStream again = task.workload().jobs()) {
            again.forEachRemaining(job -> submissions.add(job.submitMillis()));
          }
          return endAll(jobs, listener, Long.MAX_VALUE);
        };

    int code =
        execute(
            listening,
            "--trace",
            trace.toString(),
            "--nodes",
            "1",
            "--policies",
            "fifo",
            "--seeds",
            "1",
            "--load",
            "0.3");

    assertThat(code).isZero();
    assertThat(submissions.build()).containsExactly(0L, 5_000L, 10_000L);
  }

  @Test
  void aResourceThatTheClusterLacksIsNamedBeforeAnyRun() throws IOException {
    Path trace = folder.resolve("philly.csv");
    Files.writeString(trace, "submit_s,duration_s,gpus,vc\n0,100,2,a\n5,100,2,a\n");

    assertThat(simulate("--trace", trace.toString(), "--nodes", "4", "--seeds", "1")).isEqualTo(2);

    assertThat(executed).isEmpty();
    assertThat(err.toString()).contains("the resource (yarn.io/gpu)").contains("--node-class");
  }

  @Test
  void aClassOfNodesThatTheClusterLacksIsNamed() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("picky.jsonl"),
            "{\"taskMillis\":[1000],\"preference\":{\"nodeClasses\":[\"hdd\",\"ssd\"],"
                + "\"slowdownElsewhere\":1.5}}\n");
    String[] common = {"--trace", trace.toString(), "--policies", "fifo", "--seeds", "1"};

    assertThat(simulate(with(common, "--node-class", "name=hdd,count=1,vcores=1"))).isZero();
    assertThat(err.toString())
        .contains("Warning: jobs prefer nodes of the class (ssd), which the cluster has not;");

    err.getBuffer().setLength(0);
    assertThat(
            simulate(
                with(
                    common,
                    "--force",
                    "--node-class",
                    "name=hdd,count=1,vcores=1",
                    "--node-class",
                    "name=ssd,count=1,vcores=1")))
        .isZero();
    assertThat(err.toString()).doesNotContain("Warning");
  }

  @Test
  void thatNodesHaveNoMemoryForTasksToSuspendIsSaid() {
    String[] common = {"--workload", "e2e", "--policies", "kairos", "--seeds", "1"};

    simulate(common);
    assertThat(err.toString()).contains("Warning: the nodes have 1 GiB of memory for each core");

    err.getBuffer().setLength(0);
    simulate(with(common, "--force", "--node-memory", "64g", "--node-vcores", "8"));
    assertThat(err.toString()).doesNotContain("Warning");
  }

  @Test
  void nodesTakeTurnsUnderKairosAndWhereItIsAskedFor() {
    assertThat(
            simulate(
                "--policies",
                "foresight,fifo,kairos,threesigma",
                "--seeds",
                "1",
                "--las",
                "foresight,fifo",
                "--las-quantum",
                "10s",
                "--las-ties",
                "sum"))
        .isZero();

    KairosSettings turns =
        KairosSettings.DEFAULT.withQuantumMillis(10_000).withTieRule(TieRule.SUM);
    assertThat(executed)
        .extracting(task -> task.key().policy(), RunTask::turns)
        .containsExactlyInAnyOrder(
            tuple("foresight", Optional.of(turns.withQueueBound(0))),
            tuple("fifo", Optional.of(turns.withQueueBound(4))),
            tuple("kairos", Optional.of(turns.withQueueBound(4))),
            tuple("threesigma", Optional.empty()));
  }

  @Test
  void runsOfPoliciesUnderWhichTasksTakeTurnsAreNoneOfTheOthersBusiness() {
    assertThat(simulate("--policies", "fifo,kairos", "--seeds", "1")).isZero();
    executed.clear();

    assertThat(simulate("--policies", "fifo,threesigma", "--seeds", "1")).isZero();
    assertThat(executed).extracting(task -> task.key().policy()).containsExactly("threesigma");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--policies", "--seeds", "--las"})
  void listsWithNothingInThemAreRefused(String option) {
    assertThat(simulate(option, ",")).isEqualTo(2);
    assertThat(err.toString()).contains(option + " names nothing");
    assertThat(executed).isEmpty();
  }

  private static String[] with(String[] common, String... more) {
    return Stream.concat(Stream.of(common), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void queuesComeFromACapacitySchedulerFile() throws IOException {
    Path xml = capacityScheduler("50");

    assertThat(
            simulate(
                "--policies",
                "fifo,capacity",
                "--seeds",
                "1",
                "--capacity-scheduler",
                xml.toString()))
        .isZero();

    assertThat(executed)
        .allSatisfy(
            task ->
                assertThat(task.queues().orElseThrow().leaves())
                    .extracting(CapacityQueues.Queue::path)
                    .containsExactly("root.production", "root.adhoc"));
    assertThat(err.toString()).contains("no effect in a simulation", "nosuch-key");
  }

  @Test
  void otherQueuesAreOtherInputsOfThePolicyThatMindsThem() throws IOException {
    String[] line = {"--policies", "capacity,fifo", "--seeds", "1", "--capacity-scheduler", ""};
    line[5] = capacityScheduler("50").toString();
    simulate(line);
    freshOutput();
    capacityScheduler("60");

    assertThat(simulate(line)).isEqualTo(1);

    assertThat(err.toString()).contains("capacity, seed 1").contains("the queues was");
    executed.clear();
    simulate("--policies", "fifo", "--seeds", "1");
    assertThat(executed).isEmpty();
  }

  @Test
  void aBadCapacitySchedulerFileIsOneLine() throws IOException {
    Path xml = Files.writeString(folder.resolve("bad.xml"), "<configuration><prop");

    assertThat(simulate("--policies", "capacity", "--capacity-scheduler", xml.toString()))
        .isEqualTo(1);

    assertThat(err.toString()).startsWith("foresight simulate: " + xml + ": ").hasLineCount(1);
  }

  @Test
  void aFairSchedulerFileIsRecognised() throws IOException {
    Path xml =
        Files.writeString(
            folder.resolve("fair-scheduler.xml"),
            "<?xml version=\"1.0\"?><!-- ours --><allocations><queue name=\"a\"/></allocations>");

    assertThat(simulate("--policies", "capacity", "--capacity-scheduler", xml.toString()))
        .isEqualTo(1);

    assertThat(err.toString())
        .startsWith("foresight simulate: " + xml + ": found the root element <allocations>, which")
        .contains("a fair-scheduler.xml; accepted: a capacity-scheduler.xml")
        .hasLineCount(1);
  }

  @Test
  void settingsThatWouldChangeResultsAreToldFromHarmlessOnes() throws IOException {
    Path xml = capacityScheduler("50");
    Files.writeString(
        xml,
        Files.readString(xml)
            .replace(
                "</configuration>",
                "<property><name>yarn.scheduler.capacity.root.adhoc.state</name>"
                    + "<value>STOPPED</value></property></configuration>"));

    simulate("--policies", "capacity", "--seeds", "1", "--capacity-scheduler", xml.toString());

    assertThat(err.toString().lines())
        .contains(
            xml
                + ": these keys have no effect in a simulation:"
                + " yarn.scheduler.capacity.root.adhoc.nosuch-key",
            xml
                + ": not simulated, so results on a cluster differ: a queue that is stopped takes"
                + " no jobs: yarn.scheduler.capacity.root.adhoc.state (STOPPED)");
  }

  @Test
  void aQueueThatTheClusterLacksIsNamedBeforeAnyRun() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("a.jsonl"),
            "{\"queue\":\"root.adhoc\",\"taskMillis\":1}\n{\"queue\":\"etl\",\"taskMillis\":1}\n");
    String[] line = {
      "--trace",
      trace.toString(),
      "--nodes",
      "4",
      "--seeds",
      "1",
      "--policies",
      "fifo,capacity",
      "--capacity-scheduler",
      capacityScheduler("50").toString(),
      "--queue-map",
      "x=adhoc"
    };

    assertThat(simulate(line)).isEqualTo(2);

    assertThat(executed).isEmpty();
    assertThat(err.toString())
        .contains(
            "The queue (etl) must be one of root.production, root.adhoc. Send them to a leaf queue"
                + " by --queue-map \"etl=QUEUE\", or all such by \"*=QUEUE\".");

    line[line.length - 1] = "*=adhoc,root.adhoc=root.adhoc";
    assertThat(simulate(line)).isZero();
  }

  @Test
  void aTraceOfWhichAllIsLeftOutSaysWhy() throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    for (String job : List.of("1", "2", "3")) {
      Files.writeString(
          logs.resolve("job_" + job + ".jhist"),
          """
          Avro-Json
          {"type":"record","name":"Event"}
          {"type":"JOB_SUBMITTED","event":{"s":{"jobid":"job_%s","submitTime":1000}}}
          {"type":"%s","event":{"e":{"jobid":"job_%s"}}}
          """
              .formatted(job, job.equals("3") ? "JOB_FINISHED" : "JOB_FAILED", job));
    }

    assertThat(simulate("--trace", logs.toString(), "--nodes", "4", "--seeds", "1")).isEqualTo(1);

    assertThat(err.toString())
        .contains(
            "has no jobs to run; jobs left out, by the reason: 1: no task of the job succeeded; 2:"
                + " the job failed, and no task of it succeeded.");
  }

  private Path capacityScheduler(String percent) throws IOException {
    String property =
        "<property><name>yarn.scheduler.capacity.%s</name><value>%s</value></property>";
    return Files.writeString(
        folder.resolve("capacity-scheduler.xml"),
        "<configuration>"
            + String.format(property, "root.queues", "production,adhoc")
            + String.format(property, "root.production.capacity", percent)
            + String.format(property, "root.adhoc.capacity", 100 - Integer.parseInt(percent))
            + String.format(property, "root.adhoc.nosuch-key", "1")
            + "</configuration>");
  }

  @Test
  void theSimulatorItselfEndsAQuickRun() throws IOException {
    int code =
        run(SimulateCommand.create(), "--policies", "fifo", "--quick", "--json", "--cycle", "1s");

    assertThat(code).isZero();
    JsonNode run = MAPPER.readTree(out.toString()).get("runs").get(0);
    assertThat(run.get("jobs").asLong()).isEqualTo(30);
    assertThat(run.get("taskEvents").asLong()).isPositive();
    assertThat(run.get("meanSlowdown").asDouble()).isGreaterThanOrEqualTo(1);
    assertThat(RunStore.read(folder).runs().get(0).usage().usedVcores()).isNotEmpty();
  }

  /** Ends the first jobs a second after their submission; what comes after them never ends. */
  private static SimulationResult endAll(JobStream jobs, SimulationListener listener, long most) {
    long count = 0;
    while (jobs.hasNext()) {
      WorkloadJob job = jobs.next();
      if (count < most) {
        listener.jobEnded(Runs.ended(job, 1_000));
      }
      count++;
    }
    return Runs.result(count);
  }

  private int simulate(String... arguments) {
    return execute(
        (task, jobs, listener) -> {
          executed.add(task);
          return endAll(jobs, listener, Long.MAX_VALUE);
        },
        arguments);
  }

  private int execute(RunExecutor executor, String... arguments) {
    return run(SimulateCommand.with(executor), arguments);
  }

  private int run(SimulateCommand command, String... arguments) {
    CommandLine commandLine = Foresight.commandLine(command);
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    ImmutableList.Builder<String> line = ImmutableList.builder();
    line.add("simulate", "--out", folder.toString()).addAll(List.of(arguments));
    return commandLine.execute(line.build().toArray(String[]::new));
  }
}
