package org.foresight.cli;

import com.google.common.annotations.VisibleForTesting;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.cli.support.ConfigurationFolder;
import org.foresight.cli.support.ConfiguredQueues;
import org.foresight.cli.support.DurationConverter;
import org.foresight.cli.support.OptionChecks;
import org.foresight.predictor.Counts;
import org.foresight.testbed.ContainerListener;
import org.foresight.testbed.DriverParameters;
import org.foresight.testbed.HadoopLogging;
import org.foresight.testbed.ReachableTestbed;
import org.foresight.testbed.WorkloadDriver;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.foresight.yarn.ForesightScheduler;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one job of one's own on a testbed. */
@Command(
    name = "submit",
    description = {
      "Submits one job of tasks that sleep to a testbed that is up, and waits for its end.",
      "",
      "Of jobs of the same user and name Foresight learns how long they run. This command is the"
          + " job's application master. Ends with 1 if the job does not end well."
    })
final class TestbedSubmitCommand implements Callable<Integer> {

  private static final long MOST_TASKS = 10_000;
  private static final long MOST_SECONDS = 86_400;

  /** Nobody waits for a job for so long. */
  private static final Duration LONGEST_RUN = Duration.ofDays(7);

  private static final double SECOND_MILLIS = 1_000;

  @Spec private CommandSpec spec;

  @Mixin private TestbedFolderOption folder;

  @Option(
      names = "--queue",
      paramLabel = "PATH",
      defaultValue = "root.adhoc",
      description = "A leaf queue (default: ${DEFAULT-VALUE}).")
  private String queue;

  @Option(
      names = "--tasks",
      paramLabel = "NUMBER",
      defaultValue = "4",
      description =
          "How many tasks, each of 1 virtual core and 1g of memory (default: ${DEFAULT-VALUE}).")
  private int tasks;

  @Option(
      names = "--seconds",
      paramLabel = "NUMBER",
      defaultValue = "30",
      description = "How long each of them sleeps (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--deadline",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "By when after its submission it is to have ended, such as 2m (default: it has none).")
  private @Nullable Duration deadline;

  @Option(
      names = "--tag",
      paramLabel = "KEY=VALUE",
      description = {
        "A tag of its own, right or wrong, such as foresight.deadline=2020-01-01T00:00:00Z; may be"
            + " given several times."
      })
  private List<String> tags = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "mine",
      description = "The job's name (default: ${DEFAULT-VALUE}).")
  private String name;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who submits it, whether this machine knows them or not (default: you).")
  private String user;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedSubmitCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    OptionChecks.requireBetween(spec, "--tasks", tasks, 1, MOST_TASKS);
    OptionChecks.requireBetween(spec, "--seconds", seconds, 1, MOST_SECONDS);
    ReachableTestbed testbed = folder.reachable();
    requireQueue(testbed);
    folder.requireUp(testbed);
    Workload workload =
        new Workload("submitted", "one job", ImmutableList.of(), ImmutableList.of(job()));
    JobRun run = run(testbed, workload);
    PrintWriter out = spec.commandLine().getOut();
    if (run.finishMillis().isPresent()) {
      out.println(ending(run, run.finishMillis().getAsLong() - run.submitMillis()));
      out.flush();
      return 0;
    }
    spec.commandLine().getErr().println("It did not end well; logs: " + testbed.folder().logs());
    return Foresight.FAILURE;
  }

  private void requireQueue(ReachableTestbed testbed) throws IOException {
    ConfiguredQueues queues = new ConfigurationFolder(testbed.folder().conf()).queues();
    if (!queues.leaves().contains(queue)
        && queues.leaves().stream().noneMatch(leaf -> leaf.endsWith("." + queue))) {
      throw OptionChecks.error(
          spec,
          "--queue is ("
              + queue
              + ") and must be one of: "
              + String.join(", ", queues.leaves())
              + ".");
    }
  }

  private WorkloadJob job() {
    return WorkloadJob.ofOneStage(
        "submitted",
        0,
        user,
        name,
        queue,
        deadline == null ? OptionalLong.empty() : OptionalLong.of(deadline.toMillis()),
        false,
        ImmutableList.copyOf(Collections.nCopies(tasks, Duration.ofSeconds(seconds).toMillis())));
  }

  private JobRun run(ReachableTestbed testbed, Workload workload)
      throws IOException, InterruptedException {
    HadoopLogging.toFile(testbed.folder().log("workload"));
    try {
      WorkloadDriver driver =
          new WorkloadDriver(
              testbed.configuration(),
              DriverParameters.DEFAULTS
                  .withTimeScale(1)
                  .withTimeout(LONGEST_RUN)
                  .withTags(ImmutableSet.copyOf(tags)),
              InstantSource.system());
      return TestbedWatch.whileUp(
              testbed,
              System::nanoTime,
              () -> driver.run(workload, progress -> {}, new Told(explanation(testbed))))
          .get(0);
    } finally {
      HadoopLogging.off();
    }
  }

  /** What a command that asks for the job says after its id; empty where nobody would answer. */
  @VisibleForTesting
  static Optional<String> explanation(ReachableTestbed testbed) {
    String scheduler = testbed.configuration().get(YarnConfiguration.RM_SCHEDULER);
    return ForesightScheduler.class.getName().equals(scheduler)
        ? Optional.of(" --rm " + testbed.webAddress())
        : Optional.empty();
  }

  private String ending(JobRun run, long millis) {
    String ended = String.format(Locale.ROOT, "It ended after %.1f s", millis / SECOND_MILLIS);
    if (!run.isSlo()) {
      return ended + ".";
    }
    return ended
        + (run.missedDeadline() ? "; its deadline was missed." : "; its deadline was met.");
  }

  /** Says what becomes of the job. */
  private final class Told implements ContainerListener {
    private final Optional<String> explanation;

    Told(Optional<String> explanation) {
      this.explanation = explanation;
    }

    @Override
    public void submitted(ApplicationId application, WorkloadJob job) {
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          application
              + " ("
              + user
              + ", "
              + name
              + ", "
              + queue
              + "): "
              + Counts.of(tasks, "task")
              + " of "
              + seconds
              + " s");
      explanation.ifPresent(rest -> out.println("    foresight explain " + application + rest));
      out.flush();
    }

    @Override
    public void failed(WorkloadJob job, String why) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(why);
      err.flush();
    }
  }
}
