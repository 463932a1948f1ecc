package org.foresight.throughput;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;

/** Measures cases several times. Stateless. */
final class Rounds {

  private Rounds() {}

  /**
   * Measures schedulers under loads. They take turns, another one first each time, so that a drift
   * hits all alike.
   *
   * @param cases who is measured under each load
   * @param progress is told what is going on
   */
  static Results measure(
      Measurer measurer,
      ImmutableListMultimap<Load, Subject> cases,
      int repeats,
      PrintStream progress)
      throws IOException, InterruptedException {
    Results results = new Results();
    for (int repeat = 0; repeat < repeats; repeat++) {
      for (Load load : cases.keySet()) {
        ImmutableList<Subject> subjects = cases.get(load);
        for (int turn = 0; turn < subjects.size(); turn++) {
          Subject subject = subjects.get((turn + repeat) % subjects.size());
          progress.printf("measuring %s under %s, repeat %d%n", subject, load, repeat + 1);
          Figures figures = measurer.measure(subject, load, repeat + 1L);
          progress.printf(Locale.ROOT, "  %,.0f containers/s%n", figures.containersPerSecond());
          results.add(subject, load, figures);
        }
      }
    }
    return results;
  }
}
