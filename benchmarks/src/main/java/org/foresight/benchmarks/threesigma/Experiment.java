package org.foresight.benchmarks.threesigma;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.Optional;

/**
 * One figure of the paper.
 *
 * @param name by which it is asked for
 * @param title for people
 * @param source where it is in the paper
 * @param axis what the knob is; empty where there is none
 * @param seedFactor how many times as many seeds as are asked for: more than one where the windows
 *     are shorter than those of other experiments that it is compared with
 * @param cases distinct by their names
 */
record Experiment(
    String name,
    String title,
    String source,
    String axis,
    int seedFactor,
    ImmutableList<Case> cases) {

  /** A case under one of its systems. */
  record Cell(Case theCase, PaperSystem system) {}

  /** The values of the knob, in order. */
  ImmutableList<String> xs() {
    return cases.stream()
        .map(Case::x)
        .filter(x -> !x.equals(Case.ANY_X))
        .distinct()
        .collect(toImmutableList());
  }

  /** What is compared at each value, in order. */
  ImmutableList<String> series() {
    return cases.stream()
        .flatMap(c -> c.systems().stream().map(c::series))
        .distinct()
        .collect(toImmutableList());
  }

  /** What the results of a series at a value of the knob come from. */
  Optional<Cell> cell(String x, String series) {
    return cases.stream()
        .filter(c -> c.x().equals(x) || c.x().equals(Case.ANY_X))
        .flatMap(c -> c.systems().stream().map(system -> new Cell(c, system)))
        .filter(cell -> cell.theCase().series(cell.system()).equals(series))
        .findFirst();
  }

  /** All runs, with the seeds from 1 to so many times {@link #seedFactor}. */
  ImmutableList<RunSpec> runs(int seeds) {
    ImmutableList.Builder<RunSpec> runs = ImmutableList.builder();
    for (Case theCase : cases) {
      for (PaperSystem system : theCase.systems()) {
        for (int seed = 1; seed <= (long) seeds * seedFactor; seed++) {
          runs.add(new RunSpec(name, theCase, system, seed));
        }
      }
    }
    return runs.build();
  }
}
