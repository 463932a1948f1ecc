package org.foresight.traces.formats;

import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;

/** The runtimes of tasks that all run as long. */
final class EqualTasks {

  private EqualTasks() {}

  static ImmutableLongArray of(int tasks, long taskMillis) {
    long[] runtimes = new long[tasks];
    Arrays.fill(runtimes, taskMillis);
    return ImmutableLongArray.copyOf(runtimes);
  }
}
