package org.foresight.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.fs.FileUtil;
import org.foresight.testbed.ForesightBuild;
import org.foresight.testbed.TemporaryTestbed;
import org.foresight.testbed.TestbedParameters;
import org.foresight.testbed.WorkloadHistory;

/** Runs the demo on daemons that are processes of their own, fresh ones for each scheduler. */
final class TestbedDemoRunner implements DemoRunner {

  @Override
  public DemoOutcome run(DemoScheduler scheduler, DemoPlan plan, ProgressView view)
      throws IOException, InterruptedException {
    Path folder = YarnDemoRunner.folder(scheduler, plan);
    Path history = folder.resolve("history");
    WorkloadHistory.save(plan.workload(), plan.driver().timeScale(), history);
    TestbedParameters parameters =
        TestbedParameters.DEFAULTS.withScheduler(
            plan.asynchronous(),
            scheduler.isCapacity()
                ? Optional.empty()
                : Optional.of(scheduler.configuration(history, plan.preemption())));
    view.booting();
    try (view) {
      TemporaryTestbed testbed =
          TemporaryTestbed.up(parameters, ForesightBuild.running(), folder.resolve("testbed"));
      try {
        return WorkloadRun.on(testbed.configuration(), scheduler, plan, view, Optional.empty());
      } finally {
        testbed.down();
        if (plan.keepFolder().isEmpty()) {
          FileUtil.fullyDelete(folder.toFile());
        }
      }
    }
  }
}
