package org.foresight.simulator;

import org.foresight.planner.cluster.ResourceVector;

/**
 * Nodes that are alike.
 *
 * @param name names the class; a job's {@link org.foresight.traces.NodePreference} refers to it
 * @param count how many nodes, at least 1
 * @param total what each offers
 * @param partition the node label that they carry; empty for none
 * @param speed how fast they are: a task's runtime is divided by it; from 0.001 to 1000
 * @param waitingTasks how many tasks beyond its virtual cores a node takes, to be run in turns by a
 *     {@link NodeScheduler}; 0 unless there is one
 */
public record NodeClass(
    String name,
    int count,
    ResourceVector total,
    String partition,
    double speed,
    int waitingTasks) {

  public NodeClass {
    if (count < 1) {
      throw new IllegalArgumentException(
          "The count (" + count + ") of the node class (" + name + ") must be at least 1.");
    }
    if (!(speed >= 0.001 && speed <= 1000)) {
      throw new IllegalArgumentException(
          "The speed ("
              + speed
              + ") of the node class ("
              + name
              + ") must be between 0.001 and 1000.");
    }
    if (waitingTasks < 0) {
      throw new IllegalArgumentException(
          "The waitingTasks ("
              + waitingTasks
              + ") of the node class ("
              + name
              + ") must not be negative.");
    }
    for (int type = 0; type < total.types(); type++) {
      if (total.amount(type) < 0) {
        throw new IllegalArgumentException(
            "The node class (" + name + ") must not offer a negative amount, as in " + total + ".");
      }
    }
  }

  /** The same with nodes that each take so many tasks beyond their virtual cores. */
  NodeClass withWaitingTasks(int newWaitingTasks) {
    return new NodeClass(name, count, total, partition, speed, newWaitingTasks);
  }

  /** Nodes of speed 1 in no partition, each with so many slots of 1 GiB and one virtual core. */
  public static NodeClass ofSlots(String name, int count, int slots) {
    return new NodeClass(name, count, ResourceVector.of(1024L * slots, slots), "", 1.0, 0);
  }
}
