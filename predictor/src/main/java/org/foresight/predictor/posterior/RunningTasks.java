package org.foresight.predictor.posterior;

import com.google.common.primitives.ImmutableLongArray;
import java.util.Arrays;

/**
 * The ages of running tasks in a few groups, since there may be thousands of tasks. The oldest,
 * which say the most, stay for themselves; the others are grouped with their neighbours, so many in
 * each group, and count with the group's mean age. A task that grows older makes no group younger.
 * Immutable.
 */
final class RunningTasks {

  private static final int SINGLE = 32;
  private static final int GROUPS = 32;

  private final int count;

  /** Natural logarithm of each group's mean age in milliseconds; −∞ for tasks that just started. */
  private final double[] logAges;

  /** How many tasks each group has. */
  private final int[] counts;

  private RunningTasks(int count, double[] logAges, int[] counts) {
    this.count = count;
    this.logAges = logAges;
    this.counts = counts;
  }

  static RunningTasks of(ImmutableLongArray runningMillis) {
    long[] ages = runningMillis.toArray();
    Arrays.sort(ages);
    int grouped = Math.max(0, ages.length - SINGLE);
    int groups = Math.min(GROUPS, grouped);
    int singles = ages.length - grouped;
    double[] logAges = new double[groups + singles];
    int[] counts = new int[groups + singles];
    for (int group = 0; group < groups; group++) {
      int from = (int) ((long) grouped * group / groups);
      int to = (int) ((long) grouped * (group + 1) / groups);
      double sum = 0.0;
      for (int i = from; i < to; i++) {
        sum += ages[i];
      }
      counts[group] = to - from;
      logAges[group] = Math.log(sum / (to - from));
    }
    for (int i = 0; i < singles; i++) {
      counts[groups + i] = 1;
      logAges[groups + i] = Math.log(ages[grouped + i]);
    }
    return new RunningTasks(ages.length, logAges, counts);
  }

  int count() {
    return count;
  }

  /** Natural logarithm of the oldest task's age in milliseconds; −∞ if none is older than 0. */
  double logOldest() {
    return logAges.length == 0 ? Double.NEGATIVE_INFINITY : logAges[logAges.length - 1];
  }

  /** Whether a task has run for a millisecond; before that it says nothing. */
  boolean areEvidence() {
    return logOldest() >= 0.0;
  }

  /** ln P(all of them have run for so long), by the shape and the logarithm of their mean. */
  double logLikelihood(TaskShape shape, double logMean) {
    double sum = 0.0;
    // From the oldest on; those before the first one that says nothing say nothing either.
    for (int i = logAges.length - 1; i >= 0; i--) {
      double logSurvival = shape.logSurvival(logAges[i] - logMean);
      if (logSurvival == 0.0) {
        break;
      }
      sum += counts[i] * logSurvival;
    }
    return sum;
  }

  /** What they still have to run, all together, if this is the mean runtime of such tasks. */
  double restMillis(TaskShape shape, double meanMillis) {
    double logMean = Math.log(meanMillis);
    double sum = 0.0;
    for (int i = 0; i < logAges.length; i++) {
      sum += counts[i] * shape.meanRest(logAges[i] - logMean);
    }
    return sum * meanMillis;
  }
}
