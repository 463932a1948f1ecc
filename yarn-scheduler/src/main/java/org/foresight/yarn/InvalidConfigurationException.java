package org.foresight.yarn;

import com.google.common.collect.ImmutableList;

/** A configuration that is not accepted, with all that is wrong with it. */
final class InvalidConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient ImmutableList<String> problems;

  /**
   * @param problems one sentence each, at least one
   */
  InvalidConfigurationException(ImmutableList<String> problems) {
    super(message(problems));
    this.problems = problems;
  }

  /** What is wrong, one sentence each. */
  ImmutableList<String> problems() {
    return problems;
  }

  /** In one line: of more, {@code yarn rmadmin} prints the first. */
  private static String message(ImmutableList<String> problems) {
    if (problems.size() == 1) {
      return problems.get(0);
    }
    StringBuilder message = new StringBuilder(problems.size() + " problems:");
    for (int i = 0; i < problems.size(); i++) {
      message.append(" (").append(i + 1).append(") ").append(problems.get(i));
    }
    return message.toString();
  }
}
