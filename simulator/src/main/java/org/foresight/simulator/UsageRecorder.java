package org.foresight.simulator;

import com.google.common.primitives.ImmutableDoubleArray;

/**
 * Integrates the use of the cluster over time, in a bounded number of equally long steps: whenever
 * there are too many, two become one.
 */
final class UsageRecorder {
  private static final int MOST_STEPS = 512;

  private final double[] usedMillis = new double[MOST_STEPS];
  private final double[] waitingMillis = new double[MOST_STEPS];
  private final long startMillis;
  private long stepMillis = 1_000;

  /** The step that {@code nowMillis} is in, and its end; a division at every event would count. */
  private int step;

  private long stepEndMillis;

  private long nowMillis;
  private long heldVcoreMillis;

  UsageRecorder(long startMillis) {
    this.startMillis = startMillis;
    this.nowMillis = startMillis;
    this.stepEndMillis = startMillis + stepMillis;
  }

  /**
   * From the last call until {@code untilMillis} so much was in use.
   *
   * @param heldVcores virtual cores that tasks hold
   * @param runningVcores of those, on how many a task runs; fewer where tasks take turns
   */
  void advance(long untilMillis, long heldVcores, double runningVcores, long waitingTasks) {
    heldVcoreMillis =
        Math.addExact(heldVcoreMillis, Math.multiplyExact(heldVcores, untilMillis - nowMillis));
    while (nowMillis < untilMillis) {
      if (nowMillis == stepEndMillis) {
        step++;
        if (step == MOST_STEPS) {
          halve();
        }
        stepEndMillis = startMillis + (step + 1) * stepMillis;
      }
      long endMillis = Math.min(untilMillis, stepEndMillis);
      usedMillis[step] += runningVcores * (endMillis - nowMillis);
      waitingMillis[step] += (double) waitingTasks * (endMillis - nowMillis);
      nowMillis = endMillis;
    }
  }

  private void halve() {
    for (int i = 0; i < MOST_STEPS / 2; i++) {
      usedMillis[i] = usedMillis[2 * i] + usedMillis[2 * i + 1];
      waitingMillis[i] = waitingMillis[2 * i] + waitingMillis[2 * i + 1];
    }
    for (int i = MOST_STEPS / 2; i < MOST_STEPS; i++) {
      usedMillis[i] = 0;
      waitingMillis[i] = 0;
    }
    stepMillis *= 2;
    step /= 2;
  }

  /** What tasks have held since the start, in virtual-core-milliseconds; exact. */
  long heldVcoreMillis() {
    return heldVcoreMillis;
  }

  SimulationResult.Usage usage(long totalVcores) {
    long lengthMillis = nowMillis - startMillis;
    int steps = (int) ((lengthMillis + stepMillis - 1) / stepMillis);
    ImmutableDoubleArray.Builder used = ImmutableDoubleArray.builder(steps);
    ImmutableDoubleArray.Builder waiting = ImmutableDoubleArray.builder(steps);
    for (int i = 0; i < steps; i++) {
      double millis = Math.min(stepMillis, lengthMillis - i * stepMillis);
      used.add(usedMillis[i] / millis);
      waiting.add(waitingMillis[i] / millis);
    }
    return new SimulationResult.Usage(
        startMillis, stepMillis, used.build(), waiting.build(), totalVcores);
  }
}
