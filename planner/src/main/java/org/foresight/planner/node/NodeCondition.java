package org.foresight.planner.node;

import java.util.Optional;
import java.util.stream.Stream;

/** Whether a node's agent does its work, and if not, why. */
public enum NodeCondition {
  WORKING(1, "It suspends tasks by least attained service."),
  SWITCHED_OFF(2, "It is switched off."),
  MISCONFIGURED(3, "Its configuration is not accepted."),
  NO_CGROUPS(4, "There are no cgroups, nor other means, to take processor time from containers."),
  WRONG_EXECUTOR(5, "It does not know the NodeManager's container executor."),
  NO_LISTENER(6, "It is not told of containers."),
  FAILED(7, "It has failed."),
  /** An agent of a later version has told of a condition that is not known here. */
  UNKNOWN(0, "It does not work, for a reason that is not known to this version.");

  private final int code;
  private final String sentence;

  NodeCondition(int code, String sentence) {
    this.code = code;
    this.sentence = sentence;
  }

  /** Stands for it in reports; never changes. */
  int code() {
    return code;
  }

  /** For people. */
  public String sentence() {
    return sentence;
  }

  static NodeCondition of(float code) {
    Optional<NodeCondition> known =
        Stream.of(values()).filter(condition -> condition.code == code).findFirst();
    return known.orElse(UNKNOWN);
  }
}
