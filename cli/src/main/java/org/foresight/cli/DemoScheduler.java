package org.foresight.cli;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.errorprone.annotations.Immutable;
import java.nio.file.Path;
import org.foresight.cli.support.Versions;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.yarn.OracleScheduler;

/**
 * A scheduler that the demo can run, and what YARN is told to run it.
 *
 * @param policy the policy of the planner that decides as it does
 */
@Immutable
record DemoScheduler(String policy) {

  private static final String CAPACITY_POLICY = "capacity";
  private static final String DEFAULT_POLICY = "foresight";
  private static final String FORESIGHT_CLASS = "org.foresight.yarn.ForesightScheduler";

  /** They are nothing without it. */
  private static final ImmutableSet<String> ALWAYS_STOP_TASKS =
      ImmutableSet.of("prio", "prio-demoting");

  /** Hadoop's own. */
  static final DemoScheduler CAPACITY = new DemoScheduler(CAPACITY_POLICY);

  /** Ours, with the history of the workload to predict from. */
  static final DemoScheduler FORESIGHT = new DemoScheduler(DEFAULT_POLICY);

  /** How long, in the cluster's real time, a container goes on after it was to be stopped. */
  private static final long GRACE_MILLIS = 500;

  /** The same and what a node takes to end it and say so. */
  private static final long STOP_MILLIS = GRACE_MILLIS + 2_000;

  /** How Foresight plans if it stops nothing, in the cluster's real time. */
  private static final ThreeSigmaSettings SETTINGS =
      ThreeSigmaSettings.DEFAULT.withGrid(250, 500, 40).withMargins(500, 1_000);

  /** Whether it is Hadoop's own. */
  boolean isCapacity() {
    return policy.equals(CAPACITY_POLICY);
  }

  /** Whether it is a policy that no ResourceManager is configured to run, see {@link Policies}. */
  boolean needsOracle() {
    return !isCapacity() && !Policies.names().contains(policy);
  }

  /** Class name for {@code yarn.resourcemanager.scheduler.class}. */
  String schedulerClass() {
    if (isCapacity()) {
      return LocalYarnParameters.CAPACITY_SCHEDULER;
    }
    return needsOracle() ? OracleScheduler.class.getName() : FORESIGHT_CLASS;
  }

  /** Name in JSON and of folders. */
  String id() {
    if (isCapacity()) {
      return CAPACITY_POLICY;
    }
    return policy.equals(DEFAULT_POLICY) ? "foresight" : "foresight-" + policy;
  }

  /** Name for people, with the version of what it is usually. */
  String title() {
    if (isCapacity()) {
      return "CapacityScheduler " + Versions.hadoop();
    }
    return policy.equals(DEFAULT_POLICY)
        ? "Foresight " + Versions.foresight()
        : "Foresight, " + policy;
  }

  /**
   * Whether it stops tasks.
   *
   * @param allowed whether it may, if it would
   */
  boolean stopsTasks(boolean allowed) {
    return !isCapacity() && (allowed || ALWAYS_STOP_TASKS.contains(policy));
  }

  /**
   * What the scheduler reads from YARN's configuration.
   *
   * @param history folder of what it has learned; need not exist
   * @param preemption whether it may stop tasks
   */
  ImmutableMap<String, String> configuration(Path history, boolean preemption) {
    if (isCapacity()) {
      return ImmutableMap.of();
    }
    ThreeSigmaSettings settings = settings(preemption);
    ImmutableMap.Builder<String, String> keys =
        ImmutableMap.<String, String>builder()
            .put("foresight.mode", "on")
            .put(needsOracle() ? OracleScheduler.POLICY_KEY : "foresight.policy", policy)
            .put("foresight.history.dir", history.toString())
            .put("foresight.cycle-millis", Long.toString(settings.cycleMillis()))
            .put("foresight.slot-millis", Long.toString(settings.slotMillis()))
            .put("foresight.look-ahead-slots", Integer.toString(settings.lookAheadSlots()))
            .put("foresight.deadline-margin-millis", Long.toString(settings.deadlineMarginMillis()))
            .put("foresight.am-lead-millis", Long.toString(settings.masterLeadMillis()));
    if (stopsTasks(preemption)) {
      keys.put("foresight.preemption", "true")
          .put("foresight.preemption.grace-millis", Long.toString(GRACE_MILLIS));
    }
    return keys.buildOrThrow();
  }

  /** How it plans, on YARN and in the simulator. */
  ThreeSigmaSettings settings(boolean preemption) {
    if (!stopsTasks(preemption)) {
      return SETTINGS;
    }
    // A plan does not know the grace, by which a job may start later than planned.
    return SETTINGS.toBuilder()
        .preempts(true)
        .stopMillis(STOP_MILLIS)
        .deadlineMarginMillis(SETTINGS.deadlineMarginMillis() + GRACE_MILLIS)
        .build();
  }

  /** Shortest real time between two plans; 0 where nothing waits for a plan. */
  long cycleMillis() {
    return isCapacity() ? 0 : SETTINGS.cycleMillis();
  }
}
