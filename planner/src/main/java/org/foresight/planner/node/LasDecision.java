package org.foresight.planner.node;

import java.util.Locale;
import java.util.Optional;

/**
 * What is to become of one task.
 *
 * @param action what to do with it
 * @param task the task
 * @param cause the rule
 * @param attainedMillis the service that it has attained, in milliseconds
 * @param rival for whom, or instead of whom; empty where nobody else is concerned
 * @param <T> whatever the host knows its tasks by
 */
public record LasDecision<T>(
    Action action, T task, Cause cause, long attainedMillis, Optional<T> rival) {

  /** What to do with a task. */
  public enum Action {
    /** Take its cores away. */
    SUSPEND,
    /** Give it its cores, back or for the first time. */
    RESUME
  }

  /** The rules. */
  public enum Cause {
    /** A new task runs at once; if no core is free, of those that run the oldest makes way. */
    ARRIVAL("a new task runs at once"),
    /** Cores have come free, and of the suspended tasks the youngest that fits gets them. */
    CORES_FREE("of the suspended tasks it has attained least, and cores are free"),
    /** A quantum is over, and a suspended task has attained no more than the one that ran. */
    QUANTUM_OVER("a quantum is over"),
    /** A task has been suspended for too many quanta. */
    STARVATION("a task has been suspended for too long"),
    /** A task needs cores that may never be suspended. */
    NEVER_SUSPENDED("a task needs cores that may not be suspended"),
    /** A task has arrived, and those that run may not be suspended now, or have attained less. */
    NO_CORES("no task that runs makes way for it");

    private final String sentence;

    Cause(String sentence) {
      this.sentence = sentence;
    }
  }

  /** The decision as a sentence for people. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%s %s after %.1f s of service%s: %s.",
        action == Action.SUSPEND ? "Suspends" : "Resumes",
        task,
        attainedMillis / 1000.0,
        rival
            .map(other -> (action == Action.SUSPEND ? " for " : " instead of ") + other)
            .orElse(""),
        cause.sentence);
  }
}
