package org.foresight.benchmarks;

import com.google.common.base.Splitter;
import java.util.List;
import java.util.Locale;

/**
 * One measured run.
 *
 * @param taskEvents starts and ends of tasks
 * @param cpuSeconds processor time of the whole process meanwhile, garbage collection included
 * @param plans plans made
 * @param heapMib live heap in the middle of the run, after a collection; 0 where not measured
 */
record SpeedSample(long taskEvents, double cpuSeconds, long plans, double heapMib) {

  /** The sample that {@link #text} writes. */
  static SpeedSample parse(String text) {
    List<String> parts = Splitter.on(',').splitToList(text);
    return new SpeedSample(
        Long.parseLong(parts.get(0)),
        Double.parseDouble(parts.get(1)),
        Long.parseLong(parts.get(2)),
        Double.parseDouble(parts.get(3)));
  }

  String text() {
    return String.format(Locale.ROOT, "%d,%.6f,%d,%.3f", taskEvents, cpuSeconds, plans, heapMib);
  }

  /** Task events a second of processor time, in millions. */
  double millionsPerSecond() {
    return taskEvents / cpuSeconds / 1e6;
  }
}
