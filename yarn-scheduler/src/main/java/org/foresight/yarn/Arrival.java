package org.foresight.yarn;

/** How Foresight came to know of an application. */
enum Arrival {
  /** It was submitted, and all of it will be seen. */
  SUBMISSION("submission", false),

  /** A ResourceManager that restarted or took over found it, without an attempt yet. */
  RECOVERY_BEFORE_ITS_START("recovery", false),

  /** A ResourceManager that restarted or took over found it. */
  RECOVERY("recovery", true),

  /** It was there when a queue was switched on, or to shadow, while all were off. */
  SWITCH_ON("switch_on", true);

  private final String word;
  private final boolean isHalfSeen;

  Arrival(String word, boolean isHalfSeen) {
    this.word = word;
    this.isHalfSeen = isHalfSeen;
  }

  /** For programs. */
  String word() {
    return word;
  }

  /** Whether it was there before anybody looked: the tasks that it ended before nobody saw. */
  boolean isHalfSeen() {
    return isHalfSeen;
  }
}
