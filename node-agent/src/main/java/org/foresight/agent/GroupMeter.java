package org.foresight.agent;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Comparator.comparingDouble;

import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.foresight.agent.cpu.ContainerUse;
import org.foresight.planner.node.GroupUse;

/**
 * How groups of containers use the machine, as a mean from one look to the next, of which there are
 * not more than one in {@link #LEAST_MILLIS}. Of many groups those are told of that use the
 * processors the most: a heartbeat is small. Not thread-safe.
 */
final class GroupMeter {

  /** Between two looks; each reads some files of every container. */
  static final long LEAST_MILLIS = 10_000;

  static final int MOST_GROUPS = 16;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MB_PER_SECOND = 1e3; // Of bytes in a millisecond.

  private final LongSupplier millis;
  private OptionalLong lastMillis = OptionalLong.empty();
  private ImmutableMap<String, Member> last = ImmutableMap.of();
  private ImmutableMap<String, GroupUse> use = ImmutableMap.of();

  /** A container that has used so much until now. */
  record Member(String group, ContainerUse use) {}

  GroupMeter(LongSupplier millis) {
    this.millis = millis;
  }

  /**
   * What is known of each group.
   *
   * @param members what the containers have used, by their ids; not asked between two looks
   */
  ImmutableMap<String, GroupUse> get(Supplier<ImmutableMap<String, Member>> members) {
    long now = millis.getAsLong();
    if (lastMillis.isEmpty() || now - lastMillis.getAsLong() >= LEAST_MILLIS) {
      ImmutableMap<String, Member> seen = members.get();
      use =
          lastMillis.isEmpty()
              ? ImmutableMap.of()
              : between(last, seen, now - lastMillis.getAsLong());
      last = seen;
      lastMillis = OptionalLong.of(now);
    }
    return use;
  }

  /**
   * Of a container that was not there at the look before nobody knows how much of what it has used
   * is new: it may have run for hours before this agent began. One that has ended is left out.
   */
  private static ImmutableMap<String, GroupUse> between(
      Map<String, Member> before, Map<String, Member> after, double elapsedMillis) {
    Map<String, Sum> sums = new HashMap<>();
    after.forEach(
        (id, member) ->
            sums.computeIfAbsent(member.group, group -> new Sum())
                .add(before.getOrDefault(id, member).use, member.use));
    return sums.entrySet().stream()
        .map(sum -> Map.entry(sum.getKey(), sum.getValue().use(elapsedMillis)))
        .sorted(
            comparingDouble((Map.Entry<String, GroupUse> group) -> -group.getValue().cores())
                .thenComparing(Map.Entry::getKey))
        .limit(MOST_GROUPS)
        .collect(toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Of one group. */
  private static final class Sum {
    private double cpuNanos;
    private double diskBytes;
    private int withDisk;
    private double waitMicros;
    private int withWait;

    void add(ContainerUse before, ContainerUse after) {
      cpuNanos += Math.max(0, after.cpuNanos() - before.cpuNanos());
      if (after.diskBytes().isPresent()) {
        withDisk++;
        diskBytes += grown(before.diskBytes(), after.diskBytes());
      }
      if (after.diskWaitMicros().isPresent()) {
        withWait++;
        waitMicros += grown(before.diskWaitMicros(), after.diskWaitMicros());
      }
    }

    /** Of a number that was not known before nobody knows how much of it is new. */
    private static long grown(OptionalLong before, OptionalLong after) {
      return before.isPresent() ? Math.max(0, after.orElse(0) - before.getAsLong()) : 0;
    }

    GroupUse use(double elapsedMillis) {
      return new GroupUse(
          cpuNanos / NANOS_PER_MILLI / elapsedMillis,
          withWait == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(
                  Math.min(1, waitMicros / MICROS_PER_MILLI / elapsedMillis / withWait)),
          withDisk == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(diskBytes / elapsedMillis / MB_PER_SECOND));
    }
  }
}
