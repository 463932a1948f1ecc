package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
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
}
