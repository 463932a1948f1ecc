package org.foresight.benchmarks;

import com.google.common.collect.ImmutableList;

/**
 * What is measured: the whole programme, or one that ends within seconds.
 *
 * @param runs measured runs of each case
 * @param headline the case of the claim
 * @param policies one case for every policy
 * @param nodes the curve over nodes
 * @param jobs the curve over jobs
 * @param overload a backlog that grows
 * @param memory the same load for longer and longer
 */
record SimulatorSizes(
    int runs,
    SpeedCase headline,
    ImmutableList<SpeedCase> policies,
    ImmutableList<SpeedCase> nodes,
    ImmutableList<SpeedCase> jobs,
    ImmutableList<SpeedCase> overload,
    ImmutableList<SpeedCase> memory) {

  static final SimulatorSizes FULL =
      new SimulatorSizes(
          5,
          new SpeedCase("fifo", 1_000, 8, 100_000, 0.9, 2_048),
          ImmutableList.of(
              new SpeedCase("fifo", 100, 8, 20_000, 0.9, 2_048),
              new SpeedCase("fair", 100, 8, 20_000, 0.9, 2_048),
              new SpeedCase("las", 100, 8, 20_000, 0.9, 2_048),
              new SpeedCase("sjf-oracle", 100, 8, 20_000, 0.9, 2_048),
              new SpeedCase("prio", 100, 8, 20_000, 0.9, 2_048),
              new SpeedCase("capacity", 100, 8, 20_000, 0.9, 2_048),
              new SpeedCase("threesigma", 100, 8, 200, 0.9, 2_048)),
          ImmutableList.of(
              new SpeedCase("fifo", 100, 1, 50_000, 0.9, 4_096),
              new SpeedCase("fifo", 1_000, 1, 50_000, 0.9, 4_096),
              new SpeedCase("fifo", 10_000, 1, 50_000, 0.9, 4_096),
              new SpeedCase("fifo", 100_000, 1, 50_000, 0.9, 4_096)),
          ImmutableList.of(
              new SpeedCase("fifo", 1_000, 8, 1_000, 0.9, 2_048),
              new SpeedCase("fifo", 1_000, 8, 10_000, 0.9, 2_048),
              new SpeedCase("fifo", 1_000, 8, 100_000, 0.9, 2_048),
              new SpeedCase("fifo", 1_000, 8, 1_000_000, 0.9, 2_048)),
          ImmutableList.of(
              new SpeedCase("fifo", 100, 8, 5_000, 1.3, 2_048),
              new SpeedCase("fifo", 100, 8, 20_000, 1.3, 2_048)),
          ImmutableList.of(
              new SpeedCase("fifo", 1_000, 8, 10_000, 0.9, 96),
              new SpeedCase("fifo", 1_000, 8, 100_000, 0.9, 96),
              new SpeedCase("fifo", 1_000, 8, 1_000_000, 0.9, 96)));

  static final SimulatorSizes QUICK =
      new SimulatorSizes(
          2,
          new SpeedCase("fifo", 100, 4, 2_000, 0.9, 256),
          ImmutableList.of(
              new SpeedCase("fifo", 20, 4, 200, 0.9, 256),
              new SpeedCase("capacity", 20, 4, 200, 0.9, 256),
              new SpeedCase("threesigma", 20, 4, 20, 0.9, 256)),
          ImmutableList.of(
              new SpeedCase("fifo", 10, 1, 200, 0.9, 256),
              new SpeedCase("fifo", 100, 1, 200, 0.9, 256)),
          ImmutableList.of(
              new SpeedCase("fifo", 100, 4, 100, 0.9, 256),
              new SpeedCase("fifo", 100, 4, 1_000, 0.9, 256)),
          ImmutableList.of(new SpeedCase("fifo", 20, 4, 500, 1.3, 256)),
          ImmutableList.of(
              new SpeedCase("fifo", 100, 4, 200, 0.9, 64),
              new SpeedCase("fifo", 100, 4, 2_000, 0.9, 64)));
}
