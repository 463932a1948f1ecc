package org.foresight.throughput;

import java.io.IOException;
import org.foresight.benchmarks.RunFile;

/**
 * Measures what has not been measured before, and keeps it, so that a measurement that was stopped
 * goes on where it was. Of which code a run was, nobody knows.
 *
 * @param measurer measures
 * @param runs those that were done
 */
record KeptRuns(Measurer measurer, RunFile<Run> runs) implements Measurer {

  @Override
  public Figures measure(Subject subject, Load load, long seed)
      throws IOException, InterruptedException {
    for (Run run : runs.records()) {
      if (run.is(subject, load, seed)) {
        return run.figures();
      }
    }
    Figures figures = measurer.measure(subject, load, seed);
    runs.append(new Run(subject, load, seed, figures));
    return figures;
  }
}
