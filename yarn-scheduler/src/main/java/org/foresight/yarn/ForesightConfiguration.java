package org.foresight.yarn;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;

/**
 * Foresight's keys in the ResourceManager's configuration: yarn-site.xml, or a foresight-site.xml
 * beside it.
 *
 * @param queues full paths of the leaf queues that Foresight schedules; {@code *} for all
 * @param policy name of the scheduling policy
 * @param solver name of the solver of plans
 * @param predictor name of where runtimes come from
 * @param settings settings of the planner
 * @param plannerTimeoutMillis how long a planner may be silent until CapacityScheduler's own order
 *     takes over
 * @param history where finished jobs are remembered; empty: in memory only
 * @param queueGoals the goal strings of queues, by queue path and then by key (deadline, class,
 *     gang)
 */
record ForesightConfiguration(
    ImmutableSet<String> queues,
    String policy,
    String solver,
    String predictor,
    ThreeSigmaSettings settings,
    long plannerTimeoutMillis,
    Optional<HistoryLocation> history,
    ImmutableMap<String, ImmutableMap<String, String>> queueGoals) {

  static final String RESOURCE = "foresight-site.xml";

  static final String PREFIX = "foresight.";
  static final String QUEUES = PREFIX + "queues";
  static final String POLICY = PREFIX + "policy";
  static final String SOLVER = PREFIX + "solver";
  static final String PREDICTOR = PREFIX + "predictor";
  static final String CYCLE = PREFIX + "cycle-millis";
  static final String SLOT = PREFIX + "slot-millis";
  static final String LOOK_AHEAD = PREFIX + "look-ahead-slots";
  static final String DEADLINE_MARGIN = PREFIX + "deadline-margin-millis";
  static final String MASTER_LEAD = PREFIX + "am-lead-millis";
  static final String PLANNER_TIMEOUT = PREFIX + "planner-timeout-millis";
  static final String HISTORY = PREFIX + "history.dir";

  /** What {@link #HISTORY} was called while a history was one file; still read in its absence. */
  static final String OLD_HISTORY = PREFIX + "history.file";

  /** {@code foresight.queue.<path>.deadline}, {@code .class}, {@code .gang}: a queue's defaults. */
  static final String QUEUE_GOAL_PREFIX = PREFIX + "queue.";

  /** Every key but those of queue goals and those of former names. */
  static final ImmutableSet<String> KEYS =
      ImmutableSet.of(
          QUEUES,
          POLICY,
          SOLVER,
          PREDICTOR,
          CYCLE,
          SLOT,
          LOOK_AHEAD,
          DEADLINE_MARGIN,
          MASTER_LEAD,
          PLANNER_TIMEOUT,
          HISTORY);

  /** A day: more is a slip, and would overflow where durations are counted in nanoseconds. */
  private static final long LONGEST_MILLIS = 86_400_000;

  /**
   * The columns of a job that is as long as the look-ahead grow with its square: 2 MB at this
   * number, gigabytes, and the end of the ResourceManager, at fifty times as many.
   */
  private static final int MOST_SLOTS = 200;

  private static final String ALL_QUEUES = "*";
  private static final String QUEUE_GOAL_FORM =
      QUEUE_GOAL_PREFIX + "<queue path>.{" + String.join("|", GoalParser.KEYS) + "}";
  private static final long DEFAULT_PLANNER_TIMEOUT_MILLIS = 5_000;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException naming the key, the value found and what is accepted
   */
  static ForesightConfiguration read(Configuration conf) {
    rejectUnknownKeys(conf);
    ThreeSigmaSettings defaults = ThreeSigmaSettings.DEFAULT;
    ThreeSigmaSettings settings =
        defaults
            .withGrid(
                number(conf, CYCLE, defaults.cycleMillis(), 1, LONGEST_MILLIS),
                number(conf, SLOT, defaults.slotMillis(), 1, LONGEST_MILLIS),
                (int) number(conf, LOOK_AHEAD, defaults.lookAheadSlots(), 1, MOST_SLOTS))
            .withMargins(
                number(conf, DEADLINE_MARGIN, defaults.deadlineMarginMillis(), 0, LONGEST_MILLIS),
                number(conf, MASTER_LEAD, defaults.masterLeadMillis(), 0, LONGEST_MILLIS));
    String policy = conf.getTrimmed(POLICY, "threesigma");
    if (!Policies.names().contains(policy)) {
      throw invalid(POLICY, policy, "one of " + String.join(", ", Policies.names()));
    }
    String solver = conf.getTrimmed(SOLVER, PlanSolvers.DEFAULT);
    if (!PlanSolvers.names().contains(solver)) {
      throw invalid(SOLVER, solver, "one of " + String.join(", ", PlanSolvers.names()));
    }
    String predictor = conf.getTrimmed(PREDICTOR, Predictors.DEFAULT);
    if (!Predictors.names().contains(predictor)) {
      throw invalid(PREDICTOR, predictor, "one of " + String.join(", ", Predictors.names()));
    }
    return new ForesightConfiguration(
        ImmutableSet.copyOf(conf.getTrimmedStrings(QUEUES)),
        policy,
        solver,
        predictor,
        settings,
        number(conf, PLANNER_TIMEOUT, DEFAULT_PLANNER_TIMEOUT_MILLIS, 1, LONGEST_MILLIS),
        history(conf),
        queueGoals(conf));
  }

  /** Whether Foresight schedules the leaf queue of this path. */
  boolean covers(String queuePath) {
    return queues.contains(ALL_QUEUES) || queues.contains(queuePath);
  }

  /** The queues that are named here, but not among these leaf queues. */
  ImmutableSet<String> queuesNotIn(Set<String> leafQueuePaths) {
    return queues.stream()
        .filter(queue -> !queue.equals(ALL_QUEUES) && !leafQueuePaths.contains(queue))
        .collect(toImmutableSet());
  }

  /** What a queue's jobs want if they don't say so themselves. */
  Map<String, String> queueGoal(String queuePath) {
    return queueGoals.getOrDefault(queuePath, ImmutableMap.of());
  }

  /** A misspelt key would otherwise be a default that nobody asked for. */
  private static void rejectUnknownKeys(Configuration conf) {
    for (Map.Entry<String, String> entry : conf.getPropsWithPrefix(PREFIX).entrySet()) {
      String key = PREFIX + entry.getKey();
      if (!KEYS.contains(key) && !key.equals(OLD_HISTORY) && !key.startsWith(QUEUE_GOAL_PREFIX)) {
        throw new IllegalArgumentException(
            "There is no key "
                + key
                + " (its value is "
                + entry.getValue()
                + "); accepted are "
                + String.join(", ", KEYS)
                + " and "
                + QUEUE_GOAL_FORM
                + ".");
      }
    }
  }

  private static Optional<HistoryLocation> history(Configuration conf) {
    String key = conf.getTrimmed(HISTORY, "").isEmpty() ? OLD_HISTORY : HISTORY;
    String value = conf.getTrimmed(key, "");
    try {
      return value.isEmpty() ? Optional.empty() : Optional.of(HistoryLocation.parse(value));
    } catch (IllegalArgumentException e) {
      throw invalid(key, value, HistoryLocation.ACCEPTED);
    }
  }

  private static ImmutableMap<String, ImmutableMap<String, String>> queueGoals(Configuration conf) {
    Map<String, ImmutableMap.Builder<String, String>> goals = new TreeMap<>();
    for (Map.Entry<String, String> entry : conf.getPropsWithPrefix(QUEUE_GOAL_PREFIX).entrySet()) {
      int dot = entry.getKey().lastIndexOf('.');
      String key = entry.getKey().substring(dot + 1);
      if (dot < 0 || !GoalParser.KEYS.contains(key)) {
        throw invalid(
            QUEUE_GOAL_PREFIX + entry.getKey(), entry.getValue(), "a key " + QUEUE_GOAL_FORM);
      }
      goals
          .computeIfAbsent(entry.getKey().substring(0, dot), path -> ImmutableMap.builder())
          .put(key, entry.getValue().trim());
    }
    ImmutableMap.Builder<String, ImmutableMap<String, String>> byQueue = ImmutableMap.builder();
    goals.forEach((path, goal) -> byQueue.put(path, goal.buildOrThrow()));
    return byQueue.buildOrThrow();
  }

  private static long number(
      Configuration conf, String key, long defaultValue, long least, long most) {
    String value = conf.getTrimmed(key, "");
    if (value.isEmpty()) {
      return defaultValue;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range.
    }
    throw invalid(key, value, "a whole number from " + least + " to " + most);
  }

  private static IllegalArgumentException invalid(String key, String value, String accepted) {
    return new IllegalArgumentException(
        "The value (" + value + ") of " + key + " is not accepted; it must be " + accepted + ".");
  }
}
