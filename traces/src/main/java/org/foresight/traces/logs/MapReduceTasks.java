package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.nio.file.Path;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadStage;

/** Collects the tasks of a MapReduce job that succeeded. Not thread-safe. */
final class MapReduceTasks {

  private final ImmutableLongArray.Builder maps = ImmutableLongArray.builder();
  private final ImmutableLongArray.Builder reduces = ImmutableLongArray.builder();

  void add(boolean map, long runtimeMillis) {
    (map ? maps : reduces).add(runtimeMillis);
  }

  /** The stages that have tasks: the maps, then the reduces, which wait for all maps. */
  ImmutableList<WorkloadStage> stages(MapReduceDemands demands) {
    ImmutableList.Builder<WorkloadStage> stages = ImmutableList.builder();
    ImmutableLongArray mapMillis = maps.build();
    ImmutableLongArray reduceMillis = reduces.build();
    if (!mapMillis.isEmpty()) {
      stages.add(new WorkloadStage(mapMillis, ImmutableIntArray.of(), demands.map(), ""));
    }
    if (!reduceMillis.isEmpty()) {
      ImmutableIntArray parents =
          mapMillis.isEmpty() ? ImmutableIntArray.of() : ImmutableIntArray.of(0);
      stages.add(new WorkloadStage(reduceMillis, parents, demands.reduce(), ""));
    }
    return stages.build();
  }

  /**
   * Runtime of an attempt; one that began and ended in the same millisecond ran for one.
   *
   * @throws TraceFormatException if that is no runtime
   */
  static long runtimeMillis(
      Path file, long lineNumber, String what, long startMillis, long finishMillis) {
    long runtime = finishMillis - startMillis;
    if (runtime < 0 || runtime > LogLimits.TASK_MILLIS) {
      throw new TraceFormatException(
          file,
          lineNumber,
          what
              + ": found the start "
              + startMillis
              + " and the finish "
              + finishMillis
              + "; accepted: a finish from 0 to "
              + LogLimits.TASK_MILLIS
              + " ms after the start.");
    }
    return Math.max(1, runtime);
  }
}
