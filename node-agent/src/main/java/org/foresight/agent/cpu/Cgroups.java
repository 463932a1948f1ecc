package org.foresight.agent.cpu;

import java.io.IOException;

/** Finds or makes the control groups of containers. Not thread-safe. */
interface Cgroups {

  /**
   * The group that holds all processes of a container.
   *
   * @param process the process that leads its session; 0 where there is none to see
   * @throws IOException if there is none, and none can be made
   */
  Cgroup of(String container, long process) throws IOException;

  /** The container's group is not needed any more; its processes may still be in it. */
  void release(String container);

  /** Takes away groups that are not needed any more and are empty by now. */
  void tidy();
}
