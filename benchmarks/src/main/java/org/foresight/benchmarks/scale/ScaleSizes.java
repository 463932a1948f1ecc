package org.foresight.benchmarks.scale;

import com.google.common.collect.ImmutableList;
import java.time.Duration;

/**
 * What is measured.
 *
 * @param main the paper's cases
 * @param growth one factor at a time
 * @param largest both nodes and jobs
 * @param composite what is measured of the composite policy, too
 * @param warmUp virtual time before the first measured cycle
 * @param cycles measured cycles of a main case
 * @param growthWarmUp virtual time before the first measured cycle of the other cases
 * @param growthCycles measured cycles of the other cases
 */
record ScaleSizes(
    ImmutableList<ScaleCase> main,
    ImmutableList<Factor> growth,
    ScaleCase largest,
    ImmutableList<ScaleCase> composite,
    Duration warmUp,
    int cycles,
    Duration growthWarmUp,
    int growthCycles) {

  /** Cases that differ in one thing, named {@code name}. */
  record Factor(String name, ImmutableList<ScaleCase> cases) {}

  /** Half an hour of cycles of the paper's cases. */
  static final ScaleSizes FULL =
      new ScaleSizes(
          ImmutableList.of(
              ScaleCase.scalability(2_000),
              ScaleCase.scalability(3_000),
              ScaleCase.scalability(4_000)),
          growth(ScaleCase.scalability(4_000)),
          ScaleCase.scalability(20_000).withNodes(50_000),
          ImmutableList.of(
              ScaleCase.scalability(2_000),
              ScaleCase.scalability(4_000),
              ScaleCase.scalability(4_000).withBurst(1_000),
              ScaleCase.scalability(4_000).withBurst(5_000),
              ScaleCase.scalability(20_000).withNodes(50_000)),
          Duration.ofMinutes(30),
          1_800,
          Duration.ofMinutes(30),
          120);

  /** Small clusters, some seconds. */
  static final ScaleSizes QUICK =
      new ScaleSizes(
          ImmutableList.of(ScaleCase.scalability(300).withNodes(300)),
          ImmutableList.of(
              new Factor(
                  "nodes",
                  ImmutableList.of(
                      ScaleCase.scalability(300).withNodes(100),
                      ScaleCase.scalability(300).withNodes(1_000))),
              new Factor(
                  "waiting jobs",
                  ImmutableList.of(ScaleCase.scalability(300).withNodes(100).withBurst(50)))),
          ScaleCase.scalability(1_000).withNodes(1_000),
          ImmutableList.of(ScaleCase.scalability(300).withNodes(300)),
          Duration.ofMinutes(5),
          60,
          Duration.ofMinutes(5),
          60);

  /** These, with other numbers of measured cycles. */
  ScaleSizes withCycles(int newCycles, int newGrowthCycles) {
    return new ScaleSizes(
        main, growth, largest, composite, warmUp, newCycles, growthWarmUp, newGrowthCycles);
  }

  private static ImmutableList<Factor> growth(ScaleCase middle) {
    return ImmutableList.of(
        new Factor(
            "nodes",
            ImmutableList.of(
                middle.withNodes(1_000), middle.withNodes(5_000), middle.withNodes(50_000))),
        new Factor(
            "jobs/h",
            ImmutableList.of(ScaleCase.scalability(1_000), ScaleCase.scalability(10_000))),
        new Factor(
            "node classes",
            ImmutableList.of(
                middle.withNodeClasses(1), middle.withNodeClasses(8), middle.withNodeClasses(16))),
        new Factor("slots", ImmutableList.of(middle.withSlots(10), middle.withSlots(80))),
        new Factor("load", ImmutableList.of(middle.withLoad(1.2), middle.withLoad(1.6))),
        new Factor(
            "waiting jobs",
            ImmutableList.of(
                middle.withBurst(100), middle.withBurst(1_000), middle.withBurst(5_000))));
  }
}
