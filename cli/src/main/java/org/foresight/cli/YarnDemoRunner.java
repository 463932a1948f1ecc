package org.foresight.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.fs.FileUtil;
import org.foresight.testbed.LatencyProbe;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.testbed.WorkloadHistory;

/** Runs the demo on a local YARN, a fresh one for each scheduler. */
final class YarnDemoRunner implements DemoRunner {

  @Override
  public DemoOutcome run(DemoScheduler scheduler, DemoPlan plan, ProgressView view)
      throws IOException, InterruptedException {
    Path folder = folder(scheduler, plan);
    Path history = folder.resolve("history");
    try {
      WorkloadHistory.save(plan.workload(), plan.driver().timeScale(), history);
    } catch (IOException | RuntimeException e) {
      FileUtil.fullyDelete(folder.toFile());
      throw e;
    }
    LocalYarnParameters parameters =
        LocalYarnParameters.DEFAULTS
            .withScheduler(
                scheduler.schedulerClass(),
                plan.asynchronous(),
                scheduler.configuration(history, plan.preemption()))
            .withWorkFolder(folder, plan.keepFolder().isPresent());
    view.booting();
    try (LocalYarnCluster cluster = LocalYarnCluster.start(parameters)) {
      return WorkloadRun.on(
          cluster.configuration(), scheduler, plan, view, Optional.of(LatencyProbe.in(cluster)));
    } finally {
      view.close();
    }
  }

  /** A folder for one run. */
  static Path folder(DemoScheduler scheduler, DemoPlan plan) throws IOException {
    return plan.keepFolder().isPresent()
        ? Files.createDirectories(plan.keepFolder().get().resolve(scheduler.id()))
        : Files.createTempDirectory("foresight-demo-");
  }
}
