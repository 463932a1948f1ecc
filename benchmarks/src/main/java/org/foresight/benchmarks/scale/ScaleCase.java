package org.foresight.benchmarks.scale;

/**
 * A cluster and how busy it is: SCALABILITY-n of 3Sigma §6.5, or that with one thing changed.
 *
 * @param nodes number of one-slot nodes
 * @param jobsPerHour jobs submitted an hour
 * @param nodeClasses number of classes that the nodes divide into
 * @param slots number of planning slots, which always cover the same time
 * @param load offered load
 * @param burst number of jobs that are submitted at once, beyond those, when the measuring begins
 */
record ScaleCase(int nodes, int jobsPerHour, int nodeClasses, int slots, double load, int burst) {

  /** The cluster called GOOGLE in the paper. */
  static final int GOOGLE_NODES = 12_583;

  /** As many classes as the generated workload has. */
  static final int GENERATED_CLASSES = 4;

  /** Slots of 30 s. */
  static final int SLOTS = 40;

  /** The paper's load. */
  static final double LOAD = 0.95;

  /** SCALABILITY-n. */
  static ScaleCase scalability(int jobsPerHour) {
    return new ScaleCase(GOOGLE_NODES, jobsPerHour, GENERATED_CLASSES, SLOTS, LOAD, 0);
  }

  /** On another number of nodes. */
  ScaleCase withNodes(int newNodes) {
    return new ScaleCase(newNodes, jobsPerHour, nodeClasses, slots, load, burst);
  }

  /** With another number of classes of nodes. */
  ScaleCase withNodeClasses(int newClasses) {
    return new ScaleCase(nodes, jobsPerHour, newClasses, slots, load, burst);
  }

  /** With another number of slots, longer ones if it is smaller. */
  ScaleCase withSlots(int newSlots) {
    return new ScaleCase(nodes, jobsPerHour, nodeClasses, newSlots, load, burst);
  }

  /** At another load: above 1 ever more jobs wait. */
  ScaleCase withLoad(double newLoad) {
    return new ScaleCase(nodes, jobsPerHour, nodeClasses, slots, newLoad, burst);
  }

  /** With a backlog to begin with. */
  ScaleCase withBurst(int newBurst) {
    return new ScaleCase(nodes, jobsPerHour, nodeClasses, slots, load, newBurst);
  }

  /** For messages. */
  String text() {
    return nodes
        + " nodes, "
        + jobsPerHour
        + " jobs/h, "
        + nodeClasses
        + " classes, "
        + slots
        + " slots, load "
        + load
        + (burst > 0 ? ", " + burst + " jobs at once" : "");
  }
}
