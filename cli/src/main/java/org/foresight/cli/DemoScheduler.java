package org.foresight.cli;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.Locale;
import org.foresight.cli.support.Versions;
import org.foresight.planner.policy.ThreeSigmaSettings;
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

    @Override
    String policy() {
      return "capacity";
    }

    @Override
    long cycleMillis() {
      return 0;
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
          .put("foresight.mode", "on")
          .put("foresight.policy", policy())
          .put("foresight.history.dir", history.toString())
          .put("foresight.cycle-millis", Long.toString(SETTINGS.cycleMillis()))
          .put("foresight.slot-millis", Long.toString(SETTINGS.slotMillis()))
          .put("foresight.look-ahead-slots", Integer.toString(SETTINGS.lookAheadSlots()))
          .put("foresight.deadline-margin-millis", Long.toString(SETTINGS.deadlineMarginMillis()))
          .put("foresight.am-lead-millis", Long.toString(SETTINGS.masterLeadMillis()))
          .buildOrThrow();
    }

    @Override
    String policy() {
      return "threesigma";
    }

    @Override
    long cycleMillis() {
      return SETTINGS.cycleMillis();
    }
  };

  /** How Foresight plans, in the cluster's real time. */
  static final ThreeSigmaSettings SETTINGS =
      ThreeSigmaSettings.DEFAULT.withGrid(250, 500, 40).withMargins(500, 1_000);

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

  /** The policy of the planner that decides as it does. */
  abstract String policy();

  /** Shortest real time between two plans; 0 where nothing waits for a plan. */
  abstract long cycleMillis();
}
