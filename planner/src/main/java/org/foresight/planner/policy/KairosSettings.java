package org.foresight.planner.policy;

import org.foresight.planner.node.LasSettings;

/**
 * Settings of {@link KairosPolicy} and of the nodes under it. The defaults are those of the paper's
 * prototype on YARN (§4.5.2), but for the minimum share.
 *
 * @param quantumMillis how long a task runs until it may have to make way for one that has attained
 *     no more service, W in the paper
 * @param queueBound how many virtual cores of tasks that may be suspended a node takes beyond those
 *     that it has, Q in the paper; with 0 such a task starts on a free core alone
 * @param tieRule which of the nodes with equally few tasks is the best
 * @param starvingQuanta a task that has been suspended for so many quanta runs next
 * @param guardedQuanta for how many quanta it is left alone then
 * @param minimumShare what a suspended task keeps of its cores, so that it can send its heartbeats;
 *     from 0, as in the paper's simulation, to below 1
 */
public record KairosSettings(
    long quantumMillis,
    int queueBound,
    TieRule tieRule,
    int starvingQuanta,
    int guardedQuanta,
    double minimumShare) {

  /** Which of the nodes with equally few tasks is the best (§4.5.3, figure 4.6). */
  public enum TieRule {
    /** The one whose tasks have attained service of the lowest variance. */
    VARIANCE,
    /** The one whose tasks have attained least service together. */
    SUM,
    /** Any. */
    RANDOM
  }

  /**
   * What suspended tasks keep by default: a Java process that allocates memory misses its
   * heartbeats for long with less.
   */
  public static final double DEFAULT_MINIMUM_SHARE = 0.05;

  /** As in the prototype. */
  public static final KairosSettings DEFAULT =
      new KairosSettings(
          LasSettings.DEFAULT_QUANTUM_MILLIS,
          4,
          TieRule.VARIANCE,
          LasSettings.DEFAULT_STARVING_QUANTA,
          LasSettings.DEFAULT_GUARDED_QUANTA,
          DEFAULT_MINIMUM_SHARE);

  public KairosSettings {
    if (queueBound < 0) {
      throw new IllegalArgumentException(
          "The queueBound (" + queueBound + ") must not be negative.");
    }
    if (!(minimumShare >= 0 && minimumShare < 1)) {
      throw new IllegalArgumentException(
          "The minimumShare (" + minimumShare + ") must be at least 0 and below 1.");
    }
    if (quantumMillis < 1 || starvingQuanta < 1 || guardedQuanta < 1) {
      throw new IllegalArgumentException(
          "The quantumMillis ("
              + quantumMillis
              + "), the starvingQuanta ("
              + starvingQuanta
              + ") and the guardedQuanta ("
              + guardedQuanta
              + ") must be positive.");
    }
  }

  /** With another quantum. */
  public KairosSettings withQuantumMillis(long newQuantumMillis) {
    return new KairosSettings(
        newQuantumMillis, queueBound, tieRule, starvingQuanta, guardedQuanta, minimumShare);
  }

  /** With another bound. */
  public KairosSettings withQueueBound(int newQueueBound) {
    return new KairosSettings(
        quantumMillis, newQueueBound, tieRule, starvingQuanta, guardedQuanta, minimumShare);
  }

  /** With another rule for ties. */
  public KairosSettings withTieRule(TieRule newTieRule) {
    return new KairosSettings(
        quantumMillis, queueBound, newTieRule, starvingQuanta, guardedQuanta, minimumShare);
  }

  /** With another share of suspended tasks. */
  public KairosSettings withMinimumShare(double newMinimumShare) {
    return new KairosSettings(
        quantumMillis, queueBound, tieRule, starvingQuanta, guardedQuanta, newMinimumShare);
  }

  /**
   * What a node of so many virtual cores goes by.
   *
   * @param service what counts as attained service
   */
  public LasSettings las(int vcores, LasSettings.Service service) {
    return new LasSettings(vcores, quantumMillis, starvingQuanta, guardedQuanta, service);
  }
}
