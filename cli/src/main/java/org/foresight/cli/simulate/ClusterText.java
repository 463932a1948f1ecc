package org.foresight.cli.simulate;

import java.util.stream.Collectors;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.NodeClass;

/** A cluster in one line, in which nothing of it is left out. */
final class ClusterText {

  private ClusterText() {}

  /** Such as {@code 4 node of memory-mb 8192, vcores 8}. */
  static String of(ClusterSpec cluster) {
    return cluster.classes().stream()
        .map(nodeClass -> of(cluster, nodeClass))
        .collect(Collectors.joining("; "));
  }

  private static String of(ClusterSpec cluster, NodeClass nodeClass) {
    StringBuilder text = new StringBuilder();
    text.append(nodeClass.count()).append(" × ").append(nodeClass.name());
    for (int type = 0; type < cluster.resources().size(); type++) {
      text.append(type == 0 ? " of " : ", ")
          .append(cluster.resources().get(type))
          .append(' ')
          .append(nodeClass.total().amount(type));
    }
    if (nodeClass.speed() != 1.0) {
      text.append(", speed ").append(nodeClass.speed());
    }
    if (!nodeClass.partition().isEmpty()) {
      text.append(", partition ").append(nodeClass.partition());
    }
    return text.toString();
  }
}
