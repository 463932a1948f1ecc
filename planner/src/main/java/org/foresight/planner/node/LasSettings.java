package org.foresight.planner.node;

/**
 * Settings of a {@link LasScheduler}.
 *
 * @param vcores how many virtual cores the node shares out, N in the paper
 * @param quantumMillis how long a task runs until it may have to make way for a suspended one that
 *     has attained no more service, W in the paper
 * @param starvingQuanta a task that has been suspended for so many quanta is starving: it runs next
 * @param guardedQuanta for how many quanta a task that was starving runs without being suspended
 * @param service what counts as attained service
 */
public record LasSettings(
    int vcores, long quantumMillis, int starvingQuanta, int guardedQuanta, Service service) {

  /** The quantum of the paper's prototype on YARN. */
  public static final long DEFAULT_QUANTUM_MILLIS = 50_000;

  /** After how many quanta a task is starving, as in the paper's simulation. */
  public static final int DEFAULT_STARVING_QUANTA = 3;

  /** For how many quanta a task that was starving is left alone; the paper does not say it. */
  public static final int DEFAULT_GUARDED_QUANTA = 1;

  /** What counts as attained service. */
  public enum Service {
    /** The time for which a task is not suspended; the scheduler counts it itself. */
    UNSUSPENDED_TIME,
    /**
     * What {@link LasScheduler#attained} is told, such as the CPU time of a task divided by its
     * virtual cores.
     */
    MEASURED
  }

  public LasSettings {
    requirePositive("vcores", vcores);
    requirePositive("quantumMillis", quantumMillis);
    requirePositive("starvingQuanta", starvingQuanta);
    requirePositive("guardedQuanta", guardedQuanta);
    if (quantumMillis > Long.MAX_VALUE / 4 / Math.max(starvingQuanta, guardedQuanta)) {
      throw new IllegalArgumentException(
          "The quantumMillis (" + quantumMillis + ") times the quanta of the guard overflow.");
    }
  }

  /** The usual quantum and guard. */
  public static LasSettings of(int vcores, Service service) {
    return new LasSettings(
        vcores, DEFAULT_QUANTUM_MILLIS, DEFAULT_STARVING_QUANTA, DEFAULT_GUARDED_QUANTA, service);
  }

  /** For how long a task may be suspended until it is starving. */
  long starvingMillis() {
    return starvingQuanta * quantumMillis;
  }

  /** For how long a task that was starving is left alone. */
  long guardedMillis() {
    return guardedQuanta * quantumMillis;
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("The " + name + " (" + value + ") must be positive.");
    }
  }
}
