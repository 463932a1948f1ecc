package org.foresight.cli;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.Locale;
import org.foresight.cli.support.Versions;
import org.foresight.testbed.LocalYarnParameters;

/** A scheduler that the demo can run, and what YARN is told to run it. */
enum DemoScheduler {
  /** Hadoop's own. */
  CAPACITY(LocalYarnParameters.CAPACITY_SCHEDULER) {
    @Override
    String title() {
      return "CapacityScheduler " + Versions.hadoop();
    }

    @Override
    ImmutableMap<String, String> configuration(Path history) {
      return ImmutableMap.of();
    }
  },

  /** Ours, with the history of the workload to predict from. */
  FORESIGHT("org.foresight.yarn.ForesightScheduler") {
    @Override
    String title() {
      return "Foresight " + Versions.foresight();
    }

    @Override
    ImmutableMap<String, String> configuration(Path history) {
      return ImmutableMap.<String, String>builder()
          .put("foresight.queues", "*")
          .put("foresight.policy", "threesigma")
          .put("foresight.history.file", history.toString())
          .put("foresight.cycle-millis", "250")
          .put("foresight.slot-millis", "500")
          .put("foresight.look-ahead-slots", "40")
          .put("foresight.deadline-margin-millis", "500")
          .put("foresight.am-lead-millis", "1000")
          .buildOrThrow();
    }
  };

  private final String schedulerClass;

  DemoScheduler(String schedulerClass) {
    this.schedulerClass = schedulerClass;
  }

  /** Class name for {@code yarn.resourcemanager.scheduler.class}. */
  final String schedulerClass() {
    return schedulerClass;
  }

  /** Name in JSON and on the command line. */
  final String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Name and version for people. */
  abstract String title();

  /** What the scheduler reads from YARN's configuration; {@code history} need not exist. */
  abstract ImmutableMap<String, String> configuration(Path history);
}
