package org.foresight.planner.cluster;

import com.google.common.collect.ImmutableSet;

/**
 * Which nodes suit a job (3Sigma §5: soft placement constraints; a job runs longer elsewhere).
 *
 * @param nodeClasses classes of nodes that suit it; empty where it is all the same
 * @param slowdownElsewhere by how much it runs longer on the other nodes, at least 1
 */
public record NodePreference(ImmutableSet<String> nodeClasses, double slowdownElsewhere) {

  /** All nodes are the same to the job. */
  public static final NodePreference NONE = new NodePreference(ImmutableSet.of(), 1.0);

  public NodePreference {
    if (!(slowdownElsewhere >= 1.0 && Double.isFinite(slowdownElsewhere))) {
      throw new IllegalArgumentException(
          "The slowdownElsewhere (" + slowdownElsewhere + ") must be at least 1.");
    }
  }

  /** By how much the job runs longer on a node of this class than on one that suits it. */
  public double slowdownOn(String nodeClass) {
    return nodeClasses.isEmpty() || nodeClasses.contains(nodeClass) ? 1.0 : slowdownElsewhere;
  }
}
