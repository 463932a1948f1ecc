package org.foresight.agent.cpu;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * By which containers are suspended. What was done by them is undone by {@link LeftBehind}. One
 * thread makes all calls.
 */
interface Means extends AutoCloseable {

  /** What they are called in logs. */
  String name();

  /**
   * Looks after a container from now on.
   *
   * @param process the process that leads the container's session; 0 where there is none to see
   * @throws IOException if it can't be suspended by these means
   */
  void attach(String container, long process) throws IOException;

  /**
   * What has to be done to suspend a container that is attached; empty if nothing has to.
   *
   * @throws IOException if that can't be told
   */
  Optional<Change> change(String container) throws IOException;

  /**
   * Does it. It is in the journal by then.
   *
   * @throws IOException if that is not possible; any part of it may have been done
   */
  void apply(Change change) throws IOException;

  /** Lets go of a container that is about to be resumed: nothing is done to it any more. */
  void release(String container);

  /** Forgets a container. */
  void detach(String container);

  /** The processor time that an attached container has taken, in nanoseconds, if that is known. */
  OptionalLong cpuNanos(String container);

  /** What an attached container has used since then; empty where that costs too much. */
  default Optional<ContainerUse> use(String container) {
    return Optional.empty();
  }

  /** Takes away what is not needed any more. */
  void tidy();

  /** Nothing is done any more, and nothing can be. */
  @Override
  void close();
}
