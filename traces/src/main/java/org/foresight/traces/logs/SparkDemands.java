package org.foresight.traces.logs;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableSortedMap;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadStage;

/**
 * What the tasks of an application demand: their share of an executor, whose memory and cores YARN
 * is asked for. An executor of 4 cores and 8 GiB runs 4 tasks of one core at once, of 2 GiB each.
 *
 * <p>By the resource profiles that Spark 3.1 and later log, else by the properties of the
 * application; one slot where neither says how much memory an executor has. Other resources, such
 * as GPUs, are not counted. Not thread-safe.
 *
 * <p>Source: Spark's configuration, "spark.executor.memory" and following.
 */
final class SparkDemands {

  private static final String MEMORY = "spark.executor.memory";
  private static final String OVERHEAD = "spark.executor.memoryOverhead";
  private static final String OLD_OVERHEAD = "spark.yarn.executor.memoryOverhead";
  private static final String CORES = "spark.executor.cores";
  private static final String TASK_CORES = "spark.task.cpus";

  /** What of the properties is needed. */
  static final JsonFields PROPERTIES =
      JsonFields.of(MEMORY, OVERHEAD, OLD_OVERHEAD, CORES, TASK_CORES);

  /** What of the resources of a profile is needed. */
  static final JsonFields RESOURCES = JsonFields.of("Amount").inEveryField();

  /** The overhead that Spark adds to an executor's memory where none is stated. */
  private static final long LEAST_OVERHEAD_MIB = 384;

  private static final long OVERHEAD_PART = 10;

  private static final long KIB_PER_MIB = 1024;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*([kmgtp]?)b?");

  private record Executor(long memoryMib, long overheadMib, long cores, long taskCores) {

    private ImmutableSortedMap<String, Long> taskShare() {
      long tasks = Math.max(1, cores / taskCores);
      return ImmutableSortedMap.of(
          WorkloadStage.MEMORY_MIB,
          // Rounded up: what the executor has in all must be there.
          (memoryMib + overheadMib + tasks - 1) / tasks,
          WorkloadStage.VCORES,
          taskCores);
    }
  }

  private final Map<Integer, ImmutableSortedMap<String, Long>> profiles = new HashMap<>();
  private ImmutableSortedMap<String, Long> byProperties = WorkloadStage.ONE_SLOT;

  /**
   * Takes the properties of the application.
   *
   * @throws TraceFormatException if one of them isn't as Spark has it
   */
  void accept(JsonRecord properties) {
    if (!properties.has(MEMORY)) {
      return;
    }
    long memory = mib(properties, MEMORY, 0);
    long overhead =
        mib(properties, OVERHEAD, mib(properties, OLD_OVERHEAD, defaultOverhead(memory)));
    byProperties =
        new Executor(memory, overhead, count(properties, CORES), count(properties, TASK_CORES))
            .taskShare();
  }

  /**
   * Takes a resource profile.
   *
   * @throws TraceFormatException if it isn't as Spark has it
   */
  void acceptProfile(JsonRecord event) {
    int id = event.index("Resource Profile Id");
    JsonRecord executor = event.object("Executor Resource Requests");
    if (!executor.has("memory")) {
      return;
    }
    long memory = amount(executor, "memory", 0);
    long overhead =
        amount(executor, "memoryOverhead", defaultOverhead(memory))
            + amount(executor, "offHeap", 0);
    long cores = Math.max(1, amount(executor, "cores", 1));
    long taskCores = 1;
    if (event.has("Task Resource Requests")) {
      taskCores = Math.max(1, amount(event.object("Task Resource Requests"), "cpus", 1));
    }
    profiles.put(id, new Executor(memory, overhead, cores, taskCores).taskShare());
  }

  /** The demand of the tasks of a stage of that profile. */
  ImmutableSortedMap<String, Long> ofTask(int profile) {
    return profiles.getOrDefault(profile, byProperties);
  }

  private static long defaultOverhead(long memoryMib) {
    return Math.max(LEAST_OVERHEAD_MIB, memoryMib / OVERHEAD_PART);
  }

  private static long amount(JsonRecord resources, String name, long absent) {
    return resources.has(name)
        ? (long) resources.object(name).number("Amount", 0, LogLimits.AMOUNT)
        : absent;
  }

  private static long count(JsonRecord properties, String name) {
    String text = properties.textOrNull(name);
    if (text == null) {
      return 1;
    }
    if (!text.matches("[1-9]\\d{0,5}")) {
      throw properties.problem(name, "a whole number from 1 to 999999");
    }
    return Long.parseLong(text);
  }

  /** A size as Spark writes it, such as {@code 9397M} or {@code 20g}; MiB where no unit stands. */
  private static long mib(JsonRecord properties, String name, long absent) {
    String text = properties.textOrNull(name);
    if (text == null) {
      return absent;
    }
    Matcher size = SIZE.matcher(Ascii.toLowerCase(text).strip());
    if (!size.matches()) {
      throw notASize(properties, name);
    }
    double number = Double.parseDouble(size.group(1));
    double mib =
        switch (size.group(2)) {
          case "k" -> number / KIB_PER_MIB;
          case "g" -> number * KIB_PER_MIB;
          case "t" -> number * KIB_PER_MIB * KIB_PER_MIB;
          case "p" -> number * KIB_PER_MIB * KIB_PER_MIB * KIB_PER_MIB;
          default -> number;
        };
    if (mib > LogLimits.AMOUNT) {
      throw notASize(properties, name);
    }
    return (long) Math.ceil(mib);
  }

  private static TraceFormatException notASize(JsonRecord properties, String name) {
    return properties.problem(
        name, "an amount of memory up to " + LogLimits.AMOUNT + "m, such as 4g or 512m");
  }
}
