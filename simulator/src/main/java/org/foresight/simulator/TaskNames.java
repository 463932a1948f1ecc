package org.foresight.simulator;

/** Names of tasks and stages by their number; made once, since every start and end needs one. */
final class TaskNames {
  private static final int CACHED = 8_192;
  private static final String[] NAMES = new String[CACHED];

  static {
    for (int i = 0; i < CACHED; i++) {
      NAMES[i] = Integer.toString(i);
    }
  }

  private TaskNames() {}

  static String of(int number) {
    return number < CACHED ? NAMES[number] : Integer.toString(number);
  }
}
