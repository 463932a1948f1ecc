package org.foresight.yarn;

import java.util.Arrays;
import java.util.Locale;

/** What Foresight does with a leaf queue. */
enum Mode {
  /** Nothing: the queue is CapacityScheduler's. */
  OFF,
  /** It plans, says what it would do and how well it predicts, and leaves the queue alone. */
  SHADOW,
  /** It schedules the queue. */
  ON;

  /** How configuration writes it. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a mode.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Mode parse(String text) {
    return Arrays.stream(values())
        .filter(mode -> mode.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no mode (" + text + ")."));
  }
}
