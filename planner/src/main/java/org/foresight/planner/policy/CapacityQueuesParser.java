package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foresight.planner.policy.CapacityQueues.Ordering;
import org.foresight.planner.policy.CapacityQueues.Queue;
import org.jspecify.annotations.Nullable;

/** Reads {@link CapacityQueues}; remembers which keys it has used. */
final class CapacityQueuesParser {
  private static final String PREFIX = "yarn.scheduler.capacity.";
  private static final String CALCULATOR = PREFIX + "resource-calculator";
  private static final String MINIMUM_MEMORY = "yarn.scheduler.minimum-allocation-mb";
  private static final String MINIMUM_VCORES = "yarn.scheduler.minimum-allocation-vcores";
  private static final String USER_LIMIT = "minimum-user-limit-percent";
  private static final String USER_LIMIT_FACTOR = "user-limit-factor";
  private static final String MASTER_SHARE = "maximum-am-resource-percent";
  private static final String A_PERCENTAGE = "a percentage from 0 to 100";

  /** By how much the capacities of a queue's children may miss 100 %, as in Hadoop. */
  private static final double TOLERANCE_PERCENT = 0.05;

  private final Map<String, String> properties;
  private final Set<String> used = new HashSet<>();

  CapacityQueuesParser(Map<String, String> properties) {
    this.properties = properties;
  }

  CapacityQueues parse() {
    Queue root = queue("root", 100.0, /* stopped= */ false);
    boolean dominant = isDominant();
    long memoryMib = unit(MINIMUM_MEMORY, 1024);
    long vcores = unit(MINIMUM_VCORES, 1);
    CapacityLeftOut leftOut =
        new CapacityLeftOut(
            PREFIX,
            ImmutableSortedMap.copyOf(
                Maps.filterKeys(properties, key -> key.startsWith(PREFIX) && !used.contains(key))));
    return new CapacityQueues(
        root, dominant, memoryMib, vcores, leftOut.harmless(), leftOut.consequential());
  }

  /**
   * The queue with those below it.
   *
   * @param stopped whether the one above it is stopped
   */
  private Queue queue(String path, double capacityPercent, boolean stopped) {
    String maximumKey = key(path, "maximum-capacity");
    double maximum = number(maximumKey, 100.0, -1, 100, A_PERCENTAGE + ", or -1 for 100");
    if (maximum == -1) {
      maximum = 100.0;
    }
    if (maximum < capacityPercent) {
      throw invalid(
          maximumKey, text(maximumKey), "at least the queue's capacity, " + capacityPercent);
    }
    ImmutableList<Queue> children = children(path, isStopped(path, stopped));
    return new Queue(
        path,
        capacityPercent,
        maximum,
        children,
        inherited(path, USER_LIMIT, 100.0, Double.MIN_VALUE, 100, "above 0, at most 100"),
        userLimitFactor(path),
        // Hadoop takes more than 1, too, for queues that are not to be limited.
        inherited(path, MASTER_SHARE, 0.1, 0, Double.MAX_VALUE, "a part of the queue, 0 or more"),
        children.isEmpty() ? leafOrdering(path) : parentOrdering(path));
  }

  private ImmutableList<Queue> children(String path, boolean stopped) {
    String key = key(path, "queues");
    String names = text(key);
    if (names == null) {
      if (path.equals("root")) {
        throw invalid(key, null, "the names of root's queues, separated by commas");
      }
      return ImmutableList.of();
    }
    List<String> children = Splitter.on(',').trimResults().omitEmptyStrings().splitToList(names);
    if (children.isEmpty() || children.size() != Set.copyOf(children).size()) {
      throw invalid(key, names, "names of queues, each once, separated by commas");
    }
    if (children.stream().anyMatch(name -> name.contains("."))) {
      throw invalid(key, names, "names without a dot");
    }
    ImmutableList<Queue> queues =
        children.stream()
            .map(name -> path + "." + name)
            .map(child -> queue(child, capacityPercent(child), stopped))
            .collect(toImmutableList());
    double sum = queues.stream().mapToDouble(Queue::capacityPercent).sum();
    if (Math.abs(sum - 100) > TOLERANCE_PERCENT) {
      throw invalid(key, names, "queues whose capacities sum up to 100, not " + sum);
    }
    return queues;
  }

  /** Checks a state that has no effect here, as Hadoop does. */
  private boolean isStopped(String path, boolean parentStopped) {
    String key = key(path, "state");
    String value = properties.getOrDefault(key, "").trim();
    if (value.isEmpty()) {
      return parentStopped;
    }
    if (value.equalsIgnoreCase("RUNNING")) {
      if (parentStopped) {
        throw invalid(key, value, "STOPPED, or not set, as the queue above it is STOPPED");
      }
      return false;
    }
    if (value.equalsIgnoreCase("STOPPED")) {
      return true;
    }
    throw invalid(key, value, "RUNNING or STOPPED");
  }

  /** Weights and absolute resources, which Hadoop accepts too, are not modelled. */
  private double capacityPercent(String path) {
    return number(key(path, "capacity"), 0.0, 0, 100, A_PERCENTAGE);
  }

  private double userLimitFactor(String path) {
    String accepted = "a number not below 0, or -1 for no limit";
    double factor = inherited(path, USER_LIMIT_FACTOR, 1.0, -1, Double.MAX_VALUE, accepted);
    if (factor < 0 && factor != -1) {
      String key = key(path, USER_LIMIT_FACTOR);
      throw invalid(key, text(key), accepted);
    }
    return factor;
  }

  private Ordering leafOrdering(String path) {
    String key = key(path, "ordering-policy");
    String value = text(key);
    if (value == null || value.equals("fifo")) {
      return Ordering.FIFO;
    }
    if (value.equals("fair")) {
      return Ordering.FAIR;
    }
    throw invalid(key, value, "fifo or fair");
  }

  /** Without priorities of queues, which are not modelled, both orders are the same. */
  private Ordering parentOrdering(String path) {
    String key = key(path, "ordering-policy");
    String value = text(key);
    if (value == null || value.equals("utilization") || value.equals("priority-utilization")) {
      return Ordering.FIFO;
    }
    throw invalid(
        key,
        value,
        "utilization or priority-utilization, since the queue has queues below it; only leaf queues"
            + " are fifo or fair, and Hadoop 3.5.0 does not start with this either");
  }

  private boolean isDominant() {
    String value = text(CALCULATOR);
    if (value == null || value.endsWith(".DefaultResourceCalculator")) {
      return false;
    }
    if (value.endsWith(".DominantResourceCalculator")) {
      return true;
    }
    throw invalid(
        CALCULATOR, value, "the class name of DefaultResourceCalculator or its Dominant one");
  }

  private long unit(String key, long otherwise) {
    String accepted = "a whole number of at least 1";
    double value = number(key, otherwise, 1, Integer.MAX_VALUE, accepted);
    if (value != Math.rint(value)) {
      throw invalid(key, text(key), accepted);
    }
    return (long) value;
  }

  /** A setting of the queue, or else of all queues, or else Hadoop's default. */
  private double inherited(
      String path, String setting, double otherwise, double min, double max, String accepted) {
    double ofAll = number(PREFIX + setting, otherwise, min, max, accepted);
    return number(key(path, setting), ofAll, min, max, accepted);
  }

  private double number(String key, double otherwise, double min, double max, String accepted) {
    String value = text(key);
    if (value == null) {
      return otherwise;
    }
    try {
      double number = Double.parseDouble(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(message(key, value, accepted), e);
    }
    throw invalid(key, value, accepted);
  }

  private @Nullable String text(String key) {
    used.add(key);
    String value = properties.get(key);
    return value == null || value.isBlank() ? null : value.trim();
  }

  private static String key(String path, String setting) {
    return PREFIX + path + "." + setting;
  }

  private static IllegalArgumentException invalid(
      String key, @Nullable String value, String accepted) {
    return new IllegalArgumentException(message(key, value, accepted));
  }

  private static String message(String key, @Nullable String value, String accepted) {
    return "The value ("
        + (value == null ? "none" : value)
        + ") of "
        + key
        + " must be "
        + accepted
        + ".";
  }
}
