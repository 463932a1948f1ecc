package org.foresight.agent;

import org.foresight.planner.node.NodeCondition;

/** Why the agent can't do its work on this node. */
final class CannotControlException extends Exception {
  private static final long serialVersionUID = 1L;

  private final NodeCondition condition;

  CannotControlException(NodeCondition condition, String sentence) {
    super(sentence);
    this.condition = condition;
  }

  CannotControlException(NodeCondition condition, String sentence, Throwable cause) {
    super(sentence + " (" + cause.getMessage() + ")", cause);
    this.condition = condition;
  }

  NodeCondition condition() {
    return condition;
  }
}
