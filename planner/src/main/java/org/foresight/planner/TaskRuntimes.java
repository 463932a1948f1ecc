package org.foresight.planner;

import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;

/**
 * The runtimes of tasks in the order in which these started. Takes eight bytes a task. Not
 * thread-safe.
 */
public final class TaskRuntimes {
  private static final long RUNNING = -1;
  private static final long LOST = -2;

  /** The runtime of every task that was started, or what else is the matter with it. */
  private long[] millis = new long[4];

  private int started;

  /** None has started yet. */
  public TaskRuntimes() {}

  /** A task has started; returns its number, counted from 0 on. */
  public int start() {
    if (started == millis.length) {
      millis = Arrays.copyOf(millis, 2 * started);
    }
    millis[started] = RUNNING;
    return started++;
  }

  /** A task has ended well after so long. */
  public void end(int task, long runtimeMillis) {
    millis[task] = runtimeMillis;
  }

  /** A task has ended otherwise, or nobody will tell of its end. */
  public void lose(int task) {
    millis[task] = LOST;
  }

  /** How many have started. */
  public int started() {
    return started;
  }

  /** Whether a task was lost. */
  public boolean isLost(int task) {
    return millis[task] == LOST;
  }

  /** Whether a task runs. */
  public boolean isRunning(int task) {
    return millis[task] == RUNNING;
  }

  /** The runtime of a task that has ended well. */
  public long millis(int task) {
    return millis[task];
  }

  /** The runtimes of those that have ended well, in the order in which they started. */
  public ImmutableLongArray ended() {
    return ImmutableLongArray.copyOf(
        Arrays.stream(millis, 0, started).filter(runtime -> runtime >= 0));
  }
}
