package org.foresight.predictor.posterior;

import com.google.common.primitives.ImmutableLongArray;

/**
 * What the tasks of one stage of one running job have shown so far. Tasks that failed, were killed
 * or ran as second copies are none of them.
 *
 * @param finished how many tasks have ended well
 * @param meanFinishedMillis their mean runtime; 0 if there are none
 * @param finishedCov their coefficient of variation: the standard deviation of the sample (n − 1
 *     below) over the mean; 0 if there are fewer than 2
 * @param runningMillis how long each of the running tasks has run so far, in any order
 */
public record TaskEvidence(
    int finished, double meanFinishedMillis, double finishedCov, ImmutableLongArray runningMillis) {

  /** No task has started. */
  public static final TaskEvidence NONE = new TaskEvidence(0, 0.0, 0.0, ImmutableLongArray.of());

  public TaskEvidence {
    // Written so that NaN fails too.
    if (finished < 0
        || !(meanFinishedMillis >= 0.0 && meanFinishedMillis < Double.POSITIVE_INFINITY)
        || !(finishedCov >= 0.0 && finishedCov < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The finished ("
              + finished
              + "), meanFinishedMillis ("
              + meanFinishedMillis
              + ") and finishedCov ("
              + finishedCov
              + ") of task evidence must be finite and at least 0.");
    }
    for (int i = 0; i < runningMillis.length(); i++) {
      if (runningMillis.get(i) < 0) {
        throw new IllegalArgumentException(
            "The runningMillis ("
                + runningMillis.get(i)
                + ") of a running task must be at least 0.");
      }
    }
  }

  /**
   * The evidence of single tasks.
   *
   * @param finishedMillis runtime of each task that has ended well
   * @param runningMillis how long each of the running tasks has run so far
   */
  public static TaskEvidence of(
      ImmutableLongArray finishedMillis, ImmutableLongArray runningMillis) {
    return new TaskEvidence(
        finishedMillis.length(),
        TaskTimes.mean(finishedMillis),
        TaskTimes.cov(finishedMillis),
        runningMillis);
  }
}
