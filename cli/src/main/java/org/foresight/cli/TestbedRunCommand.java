package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.foresight.cli.support.ConfigurationFolder;
import org.foresight.cli.support.SiteText;
import org.foresight.testbed.HadoopLogging;
import org.foresight.testbed.ReachableTestbed;
import org.foresight.traces.Workload;
import org.foresight.yarn.SiteCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a workload on a testbed. */
@Command(
    name = "run",
    description = {
      "Runs a workload on a testbed that is up, as the demo does on its own cluster, under whatever"
          + " the testbed's configuration says now.",
      "",
      "Foresight knows of earlier jobs what it has learned on this testbed, which is nothing at"
          + " first."
    })
final class TestbedRunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private WorkloadOptions workloadOptions;
  @Mixin private PaceOptions paceOptions;

  @Mixin private TestbedFolderOption folder;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedRunCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    ReachableTestbed testbed = folder.reachable();
    folder.requireUp(testbed);
    Workload workload = workloadOptions.workload(testbed.slots(), workloadOptions.seed(), false);
    PrintWriter err = spec.commandLine().getErr();
    err.println("Workload: " + workload.description());
    err.flush();
    Configuration keys =
        new ConfigurationFolder(testbed.folder().conf())
            .read(
                ConfigurationFolder.QUEUES,
                ConfigurationFolder.FORESIGHT_SITE,
                ConfigurationFolder.YARN_SITE);
    DemoScheduler scheduler = scheduler(keys, testbed.folder().conf());
    DemoPlan plan =
        new DemoPlan(
            workload,
            paceOptions.driver(workloadOptions.window(), workload.jobs()),
            keys.getBoolean(CapacitySchedulerConfiguration.SCHEDULE_ASYNCHRONOUSLY_ENABLE, true),
            keys.getBoolean("foresight.preemption", false),
            Optional.empty());
    DemoOutcome outcome = run(testbed, scheduler, plan);
    DemoRun run = DemoRun.of(scheduler, plan, outcome);
    outcome.remarks().forEach(err::println);
    DemoResult result =
        new DemoResult(
            workloadOptions.seed(),
            workload,
            ImmutableList.of(run),
            ImmutableList.of(outcome),
            ImmutableList.of());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(DemoJson.of(result).text());
    } else {
      DemoReport.print(result, out);
    }
    out.flush();
    return DemoReport.unfinished(
        result.runs(),
        (testbed.isUp()
                ? "--timeout gives them more time; logs: "
                : "the ResourceManager has ended; logs: ")
            + testbed.folder().logs(),
        err);
  }

  private DemoOutcome run(ReachableTestbed testbed, DemoScheduler scheduler, DemoPlan plan)
      throws IOException, InterruptedException {
    HadoopLogging.toFile(testbed.folder().log("workload"));
    try (ProgressView view =
        ProgressView.of(
            scheduler.title(), plan.workload().jobs().size(), spec.commandLine().getErr())) {
      return TestbedWatch.whileUp(
          testbed,
          System::nanoTime,
          () -> WorkloadRun.on(testbed.configuration(), scheduler, plan, view, Optional.empty()));
    } finally {
      HadoopLogging.off();
    }
  }

  /** Who it is that schedules: in queues that are not on it is CapacityScheduler. */
  private DemoScheduler scheduler(Configuration keys, Path conf) throws IOException {
    if (keys.get(YarnConfiguration.RM_SCHEDULER, "")
        .equals(DemoScheduler.CAPACITY.schedulerClass())) {
      return DemoScheduler.CAPACITY;
    }
    SiteCheck check = SiteCheck.of(keys, new ConfigurationFolder(conf).queues().leaves());
    PrintWriter err = spec.commandLine().getErr();
    err.println(SiteText.modes(check));
    err.flush();
    return check.queuesOn().isEmpty()
        ? DemoScheduler.CAPACITY
        : new DemoScheduler(keys.get("foresight.policy", DemoScheduler.FORESIGHT.policy()));
  }
}
