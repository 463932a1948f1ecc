package org.foresight.traces.formats;

import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import com.google.common.primitives.ImmutableIntArray;
import java.math.RoundingMode;
import org.foresight.traces.TraceLimits;
import org.foresight.traces.WorkloadStage;

/**
 * How long the tasks of a MapReduce job run whose trace states bytes alone. A model, not a
 * measurement: a task takes a constant time to start and end, and the rest is its bytes at a
 * constant throughput; all tasks of a stage have the same share of the bytes. The defaults are
 * assumptions of the size of clusters of that time, see the decision on the model of traces.
 *
 * <p>Immutable.
 *
 * @param mapMib input of a map, in MiB; a job has as many maps as that makes, at least one
 * @param mapMibPerSecond input that a map works off in a second
 * @param reduceMib shuffled and written bytes of a reduce, in MiB; a job has as many reduces as
 *     that makes, none where it neither shuffles nor writes
 * @param reduceMibPerSecond shuffled and written bytes that a reduce works off in a second
 * @param taskMillis what every task takes besides
 */
public record SwimModel(
    long mapMib,
    double mapMibPerSecond,
    long reduceMib,
    double reduceMibPerSecond,
    long taskMillis) {

  /**
   * Maps of 128 MiB, as large as a block of HDFS; reduces of 1 GiB, near what Hive gave them then;
   * 10 MiB/s for both; 2 s a task besides.
   */
  public static final SwimModel DEFAULT = new SwimModel(128, 10.0, 1024, 10.0, 2000);

  private static final long BYTES_PER_MIB = 1L << 20;
  private static final ImmutableIntArray NO_PARENT = ImmutableIntArray.of();
  private static final ImmutableIntArray AFTER_MAPS = ImmutableIntArray.of(0);
  private static final double MILLIS_PER_SECOND = 1000.0;
  // Both stages, and both parts of a runtime, must fit into the limits together.
  private static final int MOST_TASKS = TraceLimits.TASKS / 2;
  private static final long LONGEST_CONSTANT_MILLIS = TraceLimits.TASK_MILLIS / 2;
  private static final long LARGEST_MIB = 1_000_000L;

  public SwimModel {
    requireSize("mapMib", mapMib);
    requireThroughput("mapMibPerSecond", mapMibPerSecond);
    requireSize("reduceMib", reduceMib);
    requireThroughput("reduceMibPerSecond", reduceMibPerSecond);
    if (taskMillis < 1 || taskMillis > LONGEST_CONSTANT_MILLIS) {
      throw new IllegalArgumentException(
          "The taskMillis ("
              + taskMillis
              + ") must be between 1 and "
              + LONGEST_CONSTANT_MILLIS
              + ".");
    }
  }

  private static void requireSize(String name, long mib) {
    if (mib < 1 || mib > LARGEST_MIB) {
      throw new IllegalArgumentException(
          "The " + name + " (" + mib + ") must be between 1 and " + LARGEST_MIB + ".");
    }
  }

  private static void requireThroughput(String name, double mibPerSecond) {
    if (!(mibPerSecond >= 0.01 && mibPerSecond <= LARGEST_MIB)) {
      throw new IllegalArgumentException(
          "The " + name + " (" + mibPerSecond + ") must be between 0.01 and " + LARGEST_MIB + ".");
    }
  }

  /** The largest input of a job, in bytes, that does not make too many maps. */
  long largestMapBytes() {
    return mapMib * BYTES_PER_MIB * MOST_TASKS;
  }

  /** The most that a job may shuffle and write, in bytes, not to have too many reduces. */
  long largestReduceBytes() {
    return reduceMib * BYTES_PER_MIB * MOST_TASKS;
  }

  /** The maps, and the reduces after them where there are any. */
  ImmutableList<WorkloadStage> stages(long mapBytes, long reduceBytes) {
    WorkloadStage maps =
        stage(Math.max(1, tasks(mapBytes, mapMib)), mapBytes, mapMibPerSecond, NO_PARENT);
    return reduceBytes == 0
        ? ImmutableList.of(maps)
        : ImmutableList.of(
            maps,
            stage(tasks(reduceBytes, reduceMib), reduceBytes, reduceMibPerSecond, AFTER_MAPS));
  }

  private static int tasks(long bytes, long mibPerTask) {
    return (int) LongMath.divide(bytes, mibPerTask * BYTES_PER_MIB, RoundingMode.CEILING);
  }

  private WorkloadStage stage(
      int tasks, long bytes, double mibPerSecond, ImmutableIntArray parents) {
    double mibPerTask = (double) bytes / BYTES_PER_MIB / tasks;
    long millis = taskMillis + Math.round(mibPerTask / mibPerSecond * MILLIS_PER_SECOND);
    return new WorkloadStage(EqualTasks.of(tasks, millis), parents, WorkloadStage.ONE_SLOT, "");
  }
}
