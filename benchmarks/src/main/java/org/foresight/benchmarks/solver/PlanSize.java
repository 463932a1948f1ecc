package org.foresight.benchmarks.solver;

import com.google.common.collect.ImmutableList;

/**
 * How large a generated plan is.
 *
 * @param name one letter
 * @param jobs number of waiting jobs
 * @param partitions number of sets of nodes that a job may run on
 * @param slots number of slots
 * @param nodes number of nodes, over all partitions
 */
public record PlanSize(String name, int jobs, int partitions, int slots, int nodes) {
  /** All sizes, the smallest first, but P, which is one of W's partitions, before W. */
  public static final ImmutableList<PlanSize> ALL =
      ImmutableList.of(
          new PlanSize("S", 20, 2, 10, 64),
          new PlanSize("M", 100, 3, 20, 256),
          new PlanSize("L", 400, 4, 30, 1_024),
          new PlanSize("P", 20, 1, 100, 51),
          new PlanSize("W", 200, 10, 100, 512),
          new PlanSize("X", 1_000, 4, 40, 4_096),
          new PlanSize("H", 2_000, 4, 60, 12_583));

  /**
   * The size of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PlanSize of(String name) {
    return ALL.stream()
        .filter(size -> size.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no size (" + name + "); there are S, M, L, P, W, X and H."));
  }

  /** The first three numbers. */
  String dimensions() {
    return jobs + " × " + partitions + " × " + slots;
  }
}
