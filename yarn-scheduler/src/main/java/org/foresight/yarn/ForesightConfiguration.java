package org.foresight.yarn;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.ThreeSigmaSettings;

/**
 * Foresight's keys in the ResourceManager's configuration: yarn-site.xml, or a foresight-site.xml
 * beside it.
 *
 * @param queues full paths of the leaf queues that Foresight schedules; {@code *} for all
 * @param policy name of the scheduling policy
 * @param settings settings of the planner
 * @param plannerTimeoutMillis how long a planner may be silent until CapacityScheduler's own order
 *     takes over
 * @param historyFile where finished jobs are remembered; empty: in memory only
 * @param queueGoals the goal strings of queues, by queue path and then by key (deadline, class,
 *     gang)
 */
record ForesightConfiguration(
    ImmutableSet<String> queues,
    String policy,
    ThreeSigmaSettings settings,
    long plannerTimeoutMillis,
    Optional<Path> historyFile,
    ImmutableMap<String, ImmutableMap<String, String>> queueGoals) {

  static final String RESOURCE = "foresight-site.xml";

  static final String PREFIX = "foresight.";
  static final String QUEUES = PREFIX + "queues";
  static final String POLICY = PREFIX + "policy";
  static final String CYCLE = PREFIX + "cycle-millis";
  static final String SLOT = PREFIX + "slot-millis";
  static final String LOOK_AHEAD = PREFIX + "look-ahead-slots";
  static final String DEADLINE_MARGIN = PREFIX + "deadline-margin-millis";
  static final String MASTER_LEAD = PREFIX + "am-lead-millis";
  static final String PLANNER_TIMEOUT = PREFIX + "planner-timeout-millis";
  static final String HISTORY_FILE = PREFIX + "history.file";

  /** {@code foresight.queue.<path>.deadline}, {@code .class}, {@code .gang}: a queue's defaults. */
  static final String QUEUE_GOAL_PREFIX = PREFIX + "queue.";

  private static final String ALL_QUEUES = "*";

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException naming the key, the value found and what is accepted
   */
  static ForesightConfiguration read(Configuration conf) {
    ThreeSigmaSettings defaults = ThreeSigmaSettings.DEFAULT;
    ThreeSigmaSettings settings =
        defaults
            .withGrid(
                positive(conf, CYCLE, defaults.cycleMillis()),
                positive(conf, SLOT, defaults.slotMillis()),
                Math.toIntExact(positive(conf, LOOK_AHEAD, defaults.lookAheadSlots())))
            .withMargins(
                atLeast(0, conf, DEADLINE_MARGIN, defaults.deadlineMarginMillis()),
                atLeast(0, conf, MASTER_LEAD, defaults.masterLeadMillis()));
    String policy = conf.getTrimmed(POLICY, "threesigma");
    if (!Policies.names().contains(policy)) {
      throw invalid(POLICY, policy, "one of " + String.join(", ", Policies.names()));
    }
    return new ForesightConfiguration(
        ImmutableSet.copyOf(conf.getTrimmedStrings(QUEUES)),
        policy,
        settings,
        positive(conf, PLANNER_TIMEOUT, 5_000),
        historyFile(conf),
        queueGoals(conf));
  }

  /** Whether Foresight schedules the leaf queue of this path. */
  boolean covers(String queuePath) {
    return queues.contains(ALL_QUEUES) || queues.contains(queuePath);
  }

  /** What a queue's jobs want if they don't say so themselves. */
  Map<String, String> queueGoal(String queuePath) {
    return queueGoals.getOrDefault(queuePath, ImmutableMap.of());
  }

  private static Optional<Path> historyFile(Configuration conf) {
    String value = conf.getTrimmed(HISTORY_FILE, "");
    try {
      return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
    } catch (InvalidPathException e) {
      throw invalid(HISTORY_FILE, value, "a path of the local file system");
    }
  }

  private static ImmutableMap<String, ImmutableMap<String, String>> queueGoals(Configuration conf) {
    Map<String, ImmutableMap.Builder<String, String>> goals = new java.util.TreeMap<>();
    for (Map.Entry<String, String> entry : conf.getPropsWithPrefix(QUEUE_GOAL_PREFIX).entrySet()) {
      int dot = entry.getKey().lastIndexOf('.');
      String key = entry.getKey().substring(dot + 1);
      if (dot < 0 || !GoalParser.KEYS.contains(key)) {
        throw invalid(
            QUEUE_GOAL_PREFIX + entry.getKey(),
            entry.getValue(),
            "a key "
                + QUEUE_GOAL_PREFIX
                + "<queue path>.{"
                + String.join("|", GoalParser.KEYS)
                + "}");
      }
      goals
          .computeIfAbsent(entry.getKey().substring(0, dot), path -> ImmutableMap.builder())
          .put(key, entry.getValue().trim());
    }
    ImmutableMap.Builder<String, ImmutableMap<String, String>> byQueue = ImmutableMap.builder();
    goals.forEach((path, goal) -> byQueue.put(path, goal.buildOrThrow()));
    return byQueue.buildOrThrow();
  }

  private static long positive(Configuration conf, String key, long defaultValue) {
    return atLeast(1, conf, key, defaultValue);
  }

  private static long atLeast(long least, Configuration conf, String key, long defaultValue) {
    String value = conf.getTrimmed(key, "");
    if (value.isEmpty()) {
      return defaultValue;
    }
    try {
      long number = Long.parseLong(value);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range.
    }
    throw invalid(key, value, "a whole number of at least " + least);
  }

  private static IllegalArgumentException invalid(String key, String value, String accepted) {
    return new IllegalArgumentException(
        "The value (" + value + ") of " + key + " is not accepted; it must be " + accepted + ".");
  }
}
