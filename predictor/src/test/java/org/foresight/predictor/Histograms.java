package org.foresight.predictor;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Histograms for tests. */
final class Histograms {

  private Histograms() {}

  static StreamingHistogram of(double... values) {
    StreamingHistogram histogram = new StreamingHistogram();
    addAll(histogram, values);
    return histogram;
  }

  static void addAll(StreamingHistogram histogram, double... values) {
    for (double value : values) {
      histogram.add(value);
    }
  }

  /** Runtimes in whole milliseconds with repetitions, from few to more than there are bins. */
  static Arbitrary<List<Integer>> runtimes() {
    Arbitrary<Integer> runtime =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 20),
            Arbitraries.integers().between(0, 10_000),
            Arbitraries.integers().between(0, 1_000_000_000));
    return runtime.list().ofMinSize(1).ofMaxSize(300);
  }

  static StreamingHistogram ofRuntimes(List<Integer> runtimes) {
    return of(runtimes.stream().mapToDouble(Integer::doubleValue).toArray());
  }
}
