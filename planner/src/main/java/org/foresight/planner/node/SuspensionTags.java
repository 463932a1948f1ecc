package org.foresight.planner.node;

/**
 * What the host of a policy marks a container with, for the node that it goes to. Both sides are
 * installed apart, so that these never change.
 */
public final class SuspensionTags {

  /** The container may be suspended for others. */
  public static final String SUSPENDABLE = "foresight.suspendable";

  /** It may not, whatever else is said. */
  public static final String NEVER_SUSPENDED = "foresight.never-suspended";

  private SuspensionTags() {}
}
