package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.random.RandomGenerator;

/**
 * Which nodes suit a job (3Sigma §5: a job prefers some of the nodes and runs longer elsewhere).
 *
 * @param nodeClasses names of the node classes that the job prefers; empty where it is all the same
 * @param slowdownElsewhere by how much a task runs longer on the other nodes, at least 1
 */
public record NodePreference(ImmutableSet<String> nodeClasses, double slowdownElsewhere) {

  /** All nodes are the same to the job. */
  public static final NodePreference NONE = new NodePreference(ImmutableSet.of(), 1.0);

  private static final double THREE_SIGMA_SLOWDOWN = 1.5;

  public NodePreference {
    if (!(slowdownElsewhere >= 1.0 && slowdownElsewhere <= 1000.0)) {
      throw new IllegalArgumentException(
          "The slowdownElsewhere (" + slowdownElsewhere + ") must be between 1 and 1000.");
    }
  }

  /**
   * As 3Sigma (§5) gives them to SLO jobs: all classes but a random one, and 1.5 times longer
   * there.
   *
   * @param nodeClasses of equally many nodes; the paper's random 75 % of the nodes are three of
   *     four
   */
  public static NodePreference drawAllButOne(
      RandomGenerator random, ImmutableList<String> nodeClasses) {
    int disliked = random.nextInt(nodeClasses.size());
    ImmutableSet.Builder<String> preferred = ImmutableSet.builder();
    for (int i = 0; i < nodeClasses.size(); i++) {
      if (i != disliked) {
        preferred.add(nodeClasses.get(i));
      }
    }
    return new NodePreference(preferred.build(), THREE_SIGMA_SLOWDOWN);
  }

  /** By how much the job's tasks run longer on a node of this class than on one that suits it. */
  public double slowdownOn(String nodeClass) {
    return nodeClasses.isEmpty() || nodeClasses.contains(nodeClass) ? 1.0 : slowdownElsewhere;
  }
}
