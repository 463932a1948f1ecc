package org.foresight.planner.admission;

import java.util.OptionalDouble;

/**
 * What a queue says of the deadlines of the jobs that are submitted to it.
 *
 * @param hopeless what becomes of a job that is certain to miss its deadline, see {@link BestCase}
 * @param denied what becomes of a job whose deadline the queue does not grant
 * @param mostValue the most that a job may be worth; empty: anything
 * @param share the part of the queue that deadlines may take, in (0, 1]; empty: they are not added
 *     up
 */
public record AdmissionRules(
    Hopeless hopeless, Denied denied, OptionalDouble mostValue, OptionalDouble share) {

  /** What queues do that say nothing. */
  public static final AdmissionRules DEFAULT =
      new AdmissionRules(
          Hopeless.WARN, Denied.REFUSE, OptionalDouble.empty(), OptionalDouble.empty());

  /** What becomes of a job that is certain to miss its deadline. */
  public enum Hopeless {
    /** It is accepted, and its user is told. */
    WARN,
    /** It is refused. */
    REFUSE
  }

  /** What becomes of a job whose deadline is not granted. */
  public enum Denied {
    /** It is refused. */
    REFUSE,
    /** It runs as a best-effort job, and its user is told. */
    BEST_EFFORT
  }
}
