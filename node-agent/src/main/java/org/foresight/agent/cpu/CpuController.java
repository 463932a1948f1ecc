package org.foresight.agent.cpu;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Takes processor time away from containers and gives it back.
 *
 * <p>A container is {@linkplain #attach attached} when its first process runs, and {@linkplain
 * #detach detached} when it is about to be stopped or has ended. What was found is restored by
 * {@link #resume}, {@link #detach} and {@link #close}; what could not be is tried again by every
 * {@link #tidy}. Names of containers must do as names of files.
 *
 * <p>Calls may read and write files, and take milliseconds. Not thread-safe: one thread makes all
 * of them.
 */
public interface CpuController extends AutoCloseable {

  /** What it is called in logs. */
  String name();

  /**
   * Looks after a container from now on; its processor time is as it is found. Does nothing for one
   * that is attached.
   *
   * @param container its name
   * @param process the process that leads the container's session; 0 where there is none to see, as
   *     in a container of another engine
   * @throws IOException if the container can't be controlled; it is not attached then
   */
  void attach(String container, long process) throws IOException;

  /**
   * Leaves a container no more than the minimum. Does nothing for one that is suspended already or
   * has no more anyway.
   *
   * @throws IOException if that is not possible; the container has what it had then
   * @throws IllegalArgumentException if it is not attached
   */
  void suspend(String container) throws IOException;

  /**
   * Gives a container back what it had, unless somebody else has given it something else meanwhile.
   * Does nothing for one that is not suspended.
   *
   * @throws IOException if that is not possible now; {@link #tidy} goes on trying
   * @throws IllegalArgumentException if it is not attached
   */
  void resume(String container) throws IOException;

  /**
   * Resumes a container and forgets it. Does nothing for one that is not attached.
   *
   * @throws IOException as {@link #resume}; it is forgotten nevertheless
   */
  void detach(String container) throws IOException;

  /**
   * The processor time that the processes of a container have taken since they began, as far as
   * that can be told; empty where it can't.
   *
   * @return in nanoseconds; not less than it was
   * @throws IllegalArgumentException if it is not attached
   */
  OptionalLong cpuNanos(String container);

  /**
   * What the processes of a container have used since it is looked after; empty where to find that
   * out would cost too much.
   *
   * @throws IllegalArgumentException if it is not attached
   */
  default Optional<ContainerUse> use(String container) {
    return Optional.empty();
  }

  /** Tries again whatever could not be restored, and takes away what is not needed any more. */
  void tidy();

  /** Gives all containers back what they had; logs where that fails. */
  @Override
  void close();
}
