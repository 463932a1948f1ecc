package org.foresight.planner.node;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a node's agent tells the scheduler, in the form that a heartbeat carries: numbers by name.
 *
 * <p>The names have a version in them. A later one that means the same with more names keeps this
 * version; one that means something else has another, and is sent beside this one as long as there
 * may be schedulers that know this one only. So either side may be replaced first: names that are
 * not known are passed over, and a report that lacks what is needed is no report.
 *
 * @param condition whether the agent works
 * @param vcores how many virtual cores the node has, whether the agent works or not; empty where
 *     that is not known
 * @param statistics of its tasks; empty unless it works
 * @param host how its machine is used; empty where that is not known
 * @param groups how groups of containers use it, by the ids of their applications; not of all where
 *     there are many
 */
public record NodeReport(
    NodeCondition condition,
    OptionalInt vcores,
    Optional<NodeStatistics> statistics,
    Optional<HostUse> host,
    ImmutableMap<String, GroupUse> groups) {

  /** What the names of all numbers begin with. */
  public static final String PREFIX = "foresight.v1.";

  private static final String CONDITION = PREFIX + "condition";
  private static final String VCORES = PREFIX + "vcores";
  private static final String TASKS = PREFIX + "tasks";
  private static final String SUSPENDED = PREFIX + "suspended";
  private static final String TASK_VCORES = PREFIX + "task-vcores";
  private static final String UNSUSPENDABLE_VCORES = PREFIX + "unsuspendable-vcores";
  private static final String ATTAINED_SUM = PREFIX + "attained-sum";
  private static final String ATTAINED_VARIANCE = PREFIX + "attained-variance";
  private static final String MEMORY_HEADROOM = PREFIX + "memory-headroom-mb";
  private static final String CPU = PREFIX + "cpu";
  private static final String IO_WAIT = PREFIX + "iowait";
  private static final String DISK = PREFIX + "disk-mb-s";
  private static final String NETWORK = PREFIX + "network-mb-s";

  /** Then comes the group, and what is told of it. */
  private static final String GROUP = PREFIX + "group.";

  private static final String GROUP_CORES = ".cores";
  private static final String GROUP_IO_WAIT = ".iowait";
  private static final String GROUP_DISK = ".disk-mb-s";

  /** Of an agent that does nothing, and does not know the node. */
  public static NodeReport of(NodeCondition condition) {
    return idle(condition, OptionalInt.empty());
  }

  /** Of an agent that does nothing on a node of so many virtual cores. */
  public static NodeReport of(NodeCondition condition, int vcores) {
    return idle(condition, OptionalInt.of(vcores));
  }

  private static NodeReport idle(NodeCondition condition, OptionalInt vcores) {
    return new NodeReport(condition, vcores, Optional.empty(), Optional.empty(), ImmutableMap.of());
  }

  /** Of an agent that works. */
  public static NodeReport working(NodeStatistics statistics, Optional<HostUse> host) {
    return working(statistics, host, ImmutableMap.of());
  }

  /** Of an agent that works, and tells of groups of containers. */
  public static NodeReport working(
      NodeStatistics statistics, Optional<HostUse> host, ImmutableMap<String, GroupUse> groups) {
    return new NodeReport(
        NodeCondition.WORKING,
        OptionalInt.of(statistics.vcores()),
        Optional.of(statistics),
        host,
        groups);
  }

  /** What a policy may go by; empty for a node that must not be sent more than it can run. */
  public Optional<NodeStatistics> las() {
    return condition == NodeCondition.WORKING ? statistics : Optional.empty();
  }

  /** As numbers by name. */
  public ImmutableMap<String, Float> toNumbers() {
    ImmutableMap.Builder<String, Float> numbers = ImmutableMap.builder();
    numbers.put(CONDITION, (float) condition.code());
    vcores.ifPresent(cores -> numbers.put(VCORES, (float) cores));
    statistics.ifPresent(
        las -> {
          numbers.put(TASKS, (float) las.tasks());
          numbers.put(SUSPENDED, (float) las.suspended());
          numbers.put(TASK_VCORES, (float) las.taskVcores());
          numbers.put(UNSUSPENDABLE_VCORES, (float) las.unsuspendableVcores());
          numbers.put(ATTAINED_SUM, (float) las.attainedSumSeconds());
          numbers.put(ATTAINED_VARIANCE, (float) las.attainedVariance());
          numbers.put(MEMORY_HEADROOM, (float) las.memoryHeadroomMb());
        });
    host.ifPresent(
        use -> {
          numbers.put(CPU, (float) use.cpu());
          numbers.put(IO_WAIT, (float) use.ioWait());
          numbers.put(DISK, (float) use.diskMbPerSecond());
          numbers.put(NETWORK, (float) use.networkMbPerSecond());
        });
    groups.forEach(
        (name, use) -> {
          String group = GROUP + name;
          numbers.put(group + GROUP_CORES, (float) use.cores());
          use.ioWait().ifPresent(wait -> numbers.put(group + GROUP_IO_WAIT, (float) wait));
          use.diskMbPerSecond().ifPresent(disk -> numbers.put(group + GROUP_DISK, (float) disk));
        });
    return numbers.buildOrThrow();
  }

  /**
   * Reads them.
   *
   * @param numbers may have others among them
   * @return empty if there is no agent, or one of which this version understands nothing
   */
  public static Optional<NodeReport> fromNumbers(Map<String, Float> numbers) {
    Numbers read = new Numbers(numbers);
    Float code = numbers.get(CONDITION);
    if (code == null) {
      return Optional.empty();
    }
    NodeCondition condition = NodeCondition.of(code);
    return Optional.of(
        new NodeReport(condition, read.vcores(), read.statistics(), read.host(), read.groups()));
  }

  /** Numbers, some of which may be absent or make no sense. */
  private record Numbers(Map<String, Float> byName) {

    private OptionalDouble of(String name) {
      Float number = byName.get(name);
      return number == null || !Float.isFinite(number) || number < 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(number);
    }

    private boolean has(String... names) {
      for (String name : names) {
        if (of(name).isEmpty()) {
          return false;
        }
      }
      return true;
    }

    private int whole(String name) {
      return (int) of(name).orElse(0);
    }

    private OptionalInt vcores() {
      return whole(VCORES) < 1 ? OptionalInt.empty() : OptionalInt.of(whole(VCORES));
    }

    private Optional<NodeStatistics> statistics() {
      if (!has(TASKS, SUSPENDED, TASK_VCORES, UNSUSPENDABLE_VCORES) || vcores().isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new NodeStatistics(
              vcores().getAsInt(),
              whole(TASKS),
              whole(SUSPENDED),
              whole(TASK_VCORES),
              whole(UNSUSPENDABLE_VCORES),
              of(ATTAINED_SUM).orElse(0),
              of(ATTAINED_VARIANCE).orElse(0),
              whole(MEMORY_HEADROOM)));
    }

    private Optional<HostUse> host() {
      return has(CPU, IO_WAIT, DISK, NETWORK)
          ? Optional.of(
              new HostUse(
                  of(CPU).orElseThrow(),
                  of(IO_WAIT).orElseThrow(),
                  of(DISK).orElseThrow(),
                  of(NETWORK).orElseThrow()))
          : Optional.empty();
    }

    private ImmutableMap<String, GroupUse> groups() {
      ImmutableMap.Builder<String, GroupUse> groups = ImmutableMap.builder();
      for (String name : byName.keySet()) {
        if (name.startsWith(GROUP) && name.endsWith(GROUP_CORES) && has(name)) {
          String group = name.substring(0, name.length() - GROUP_CORES.length());
          groups.put(
              group.substring(Math.min(group.length(), GROUP.length())),
              new GroupUse(
                  of(name).orElseThrow(), of(group + GROUP_IO_WAIT), of(group + GROUP_DISK)));
        }
      }
      return groups.buildKeepingLast();
    }
  }
}
