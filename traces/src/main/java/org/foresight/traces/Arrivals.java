package org.foresight.traces;

import com.google.common.primitives.ImmutableLongArray;
import java.util.random.RandomGenerator;

/** Spreads arrivals over a window. */
public final class Arrivals {

  private Arrivals() {}

  /**
   * Arrival times in {@code [0, durationMillis)}, in ascending order, with hyper-exponential gaps
   * that are scaled so that the arrival after the last would be exactly at the end.
   *
   * @param squaredCov squared coefficient of variation of the gaps before scaling, at least 1
   */
  public static ImmutableLongArray over(
      RandomGenerator random, int count, double squaredCov, long durationMillis) {
    double[] arrivals = new double[count];
    double clock = 0.0;
    for (int i = 0; i < count; i++) {
      clock += Draws.hyperExponential(random, squaredCov);
      arrivals[i] = clock;
    }
    double end = clock + Draws.hyperExponential(random, squaredCov);
    ImmutableLongArray.Builder scaled = ImmutableLongArray.builder(count);
    for (double arrival : arrivals) {
      // Rounding must not put the last arrival on the end of the window.
      scaled.add(Math.min(durationMillis - 1, (long) (arrival / end * durationMillis)));
    }
    return scaled.build();
  }
}
