package org.foresight.simulator;

import org.foresight.planner.ClusterEvent.TaskEnd;

/** What decides in a simulated cluster: hears what happens, and acts when all of it is told. */
interface ClusterHost {

  void submitted(SimJob job, long nowMillis);

  /** A job asks for tasks that it did not ask for before. */
  void demandGrew(SimJob job, long nowMillis);

  void taskStarted(SimTask task, long nowMillis);

  /** A task, or an application master, is gone and its room is free. */
  void taskEnded(SimTask task, TaskEnd end, long nowMillis);

  void jobEnded(SimJob job, long nowMillis);

  void nodeChanged(SimNode node, long nowMillis);

  /** A node has told of itself. */
  default void nodeReported(SimNode node) {}

  /** Everything that happens at this time, as far as it is known by now, has been told. */
  void settle(long nowMillis);
}
