package org.foresight.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.fs.FileUtil;
import org.foresight.testbed.ForesightBuild;
import org.foresight.testbed.HadoopLogging;
import org.foresight.testbed.ShutdownHook;
import org.foresight.testbed.Testbed;
import org.foresight.testbed.TestbedParameters;

/** Runs the demo on daemons that are processes of their own, fresh ones for each scheduler. */
final class TestbedDemoRunner implements DemoRunner {

  @Override
  public DemoOutcome run(DemoScheduler scheduler, DemoPlan plan, ProgressView view)
      throws IOException, InterruptedException {
    Path folder = YarnDemoRunner.folder(scheduler, plan);
    Path history = folder.resolve("history");
    DemoHistory.save(plan, history);
    TestbedParameters parameters =
        TestbedParameters.DEFAULTS.withScheduler(
            plan.asynchronous(),
            scheduler.isCapacity()
                ? Optional.empty()
                : Optional.of(scheduler.configuration(history, plan.preemption())));
    view.booting();
    try (view) {
      Testbed testbed = Testbed.up(parameters, ForesightBuild.running(), folder.resolve("testbed"));
      ShutdownHook hook = killedAtTheEnd(testbed);
      try {
        HadoopLogging.toFile(testbed.folder().log("workload"));
        return WorkloadRun.on(testbed.configuration(), scheduler, plan, view, Optional.empty());
      } finally {
        HadoopLogging.off();
        testbed.down();
        boolean unused = hook.remove();
        if (plan.keepFolder().isEmpty()) {
          FileUtil.fullyDelete(folder.toFile());
        }
      }
    }
  }

  /** A JVM that ends, as by Ctrl-C, has no time for more. */
  private static ShutdownHook killedAtTheEnd(Testbed testbed)
      throws IOException, InterruptedException {
    try {
      return ShutdownHook.add("testbed-shutdown", () -> kill(testbed));
    } catch (InterruptedException e) {
      testbed.kill();
      throw e;
    }
  }

  private static void kill(Testbed testbed) {
    try {
      testbed.kill();
    } catch (IOException e) {
      System.err.println("foresight: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
