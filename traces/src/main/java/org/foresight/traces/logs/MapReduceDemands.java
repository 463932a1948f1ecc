package org.foresight.traces.logs;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.nio.file.Path;
import org.foresight.traces.WorkloadStage;

/**
 * What the tasks of a MapReduce job ask YARN for, by the job's configuration.
 *
 * <p>Immutable.
 */
record MapReduceDemands(
    ImmutableSortedMap<String, Long> map, ImmutableSortedMap<String, Long> reduce) {

  /** For a job whose configuration is not known: one slot a task. */
  static final MapReduceDemands ONE_SLOT =
      new MapReduceDemands(WorkloadStage.ONE_SLOT, WorkloadStage.ONE_SLOT);

  private static final String MAP_MEMORY = "mapreduce.map.memory.mb";
  private static final String MAP_VCORES = "mapreduce.map.cpu.vcores";
  private static final String REDUCE_MEMORY = "mapreduce.reduce.memory.mb";
  private static final String REDUCE_VCORES = "mapreduce.reduce.cpu.vcores";

  /** Names of the properties that matter. */
  static String[] properties() {
    return new String[] {MAP_MEMORY, MAP_VCORES, REDUCE_MEMORY, REDUCE_VCORES};
  }

  /**
   * The demands that the properties state; those of one slot where they don't. Negative numbers
   * stand for "not set", as in Hadoop 3.
   *
   * @param file where the properties are from
   */
  static MapReduceDemands of(
      Path file, ImmutableMap<String, String> properties, LogFindings findings) {
    return new MapReduceDemands(
        demand(file, properties, MAP_MEMORY, MAP_VCORES, findings),
        demand(file, properties, REDUCE_MEMORY, REDUCE_VCORES, findings));
  }

  private static ImmutableSortedMap<String, Long> demand(
      Path file,
      ImmutableMap<String, String> properties,
      String memory,
      String vcores,
      LogFindings findings) {
    return ImmutableSortedMap.of(
        WorkloadStage.MEMORY_MIB,
        amount(file, properties, memory, WorkloadStage.MEMORY_MIB, findings),
        WorkloadStage.VCORES,
        amount(file, properties, vcores, WorkloadStage.VCORES, findings));
  }

  private static long amount(
      Path file,
      ImmutableMap<String, String> properties,
      String property,
      String resource,
      LogFindings findings) {
    long oneSlot = WorkloadStage.ONE_SLOT.getOrDefault(resource, 0L);
    String text = properties.getOrDefault(property, "").strip();
    if (text.isEmpty()) {
      return oneSlot;
    }
    try {
      long amount = Long.parseLong(text);
      if (amount <= LogLimits.AMOUNT) {
        return amount > 0 ? amount : oneSlot;
      }
    } catch (NumberFormatException e) {
      // As with a number that is too large: told below.
    }
    findings.note(
        file,
        "the property " + property + " is no amount (" + text + "); taken as " + oneSlot + ".");
    return oneSlot;
  }
}
