package org.foresight.planner.node;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A task on a node and how it stands. */
final class LasEntry<T> {
  private static final long NO_QUANTUM = Long.MAX_VALUE;

  final T id;
  final int vcores;
  final long number;
  private final boolean countsTime;

  boolean suspendable;
  boolean running;

  /** What the event at hand has done to it last. */
  private LasDecision.Cause cause = LasDecision.Cause.NO_CORES;

  private @Nullable T rival;
  private boolean touched;
  private boolean ranBefore;

  /** Whether nothing has been decided about it yet. */
  private boolean isNew = true;

  private long attainedMillis;
  private long sinceMillis;
  private long quantumEndMillis = NO_QUANTUM;
  private boolean guarded;

  /**
   * @param number tells who came first
   * @param countsTime whether the time for which it runs is its service
   */
  LasEntry(
      LasTask<T> task, int vcores, long number, long attained, boolean countsTime, long nowMillis) {
    this.id = task.id();
    this.vcores = vcores;
    this.suspendable = task.suspendable();
    this.number = number;
    this.attainedMillis = attained;
    this.countsTime = countsTime;
    this.sinceMillis = nowMillis;
  }

  /** Youngest first, of two that have attained the same the one that came first. */
  static <T> Comparator<LasEntry<T>> youngestFirst(long nowMillis) {
    return (one, other) -> {
      int order = Long.compare(one.attainedMillis(nowMillis), other.attainedMillis(nowMillis));
      return order != 0 ? order : Long.compare(one.number, other.number);
    };
  }

  long attainedMillis(long nowMillis) {
    return running && countsTime ? attainedMillis + nowMillis - sinceMillis : attainedMillis;
  }

  void measured(long millis) {
    attainedMillis = Math.max(attainedMillis, millis);
  }

  /** Since when it runs, or is suspended. */
  long sinceMillis() {
    return sinceMillis;
  }

  void run(long nowMillis, long quantumMillis, boolean isGuarded) {
    running = true;
    sinceMillis = nowMillis;
    guarded = isGuarded;
    quantumEndMillis = nowMillis + quantumMillis;
  }

  void suspend(long nowMillis) {
    attainedMillis = attainedMillis(nowMillis);
    running = false;
    sinceMillis = nowMillis;
    guarded = false;
    quantumEndMillis = NO_QUANTUM;
  }

  /** When its quantum is over; never for one that is suspended. */
  long quantumEndMillis() {
    return quantumEndMillis;
  }

  boolean isGuarded(long nowMillis) {
    return guarded && nowMillis < quantumEndMillis;
  }

  void beginQuantum(long nowMillis, long quantumMillis) {
    guarded = false;
    quantumEndMillis = nowMillis + quantumMillis;
  }

  /** Lets the quanta pass that have ended while nobody waited for its cores. */
  void passQuanta(long nowMillis, long quantumMillis) {
    if (quantumEndMillis <= nowMillis) {
      long passed = (nowMillis - quantumEndMillis) / quantumMillis;
      beginQuantum(quantumEndMillis + passed * quantumMillis, quantumMillis);
    }
  }

  // --- what the event at hand has done to it
  // ------------------------------------------------------

  /** To be said before it is run or suspended. */
  void touch(LasDecision.Cause newCause, @Nullable T newRival) {
    if (!touched) {
      touched = true;
      ranBefore = running;
    }
    cause = newCause;
    rival = newRival;
  }

  boolean isTouched() {
    return touched;
  }

  boolean ranBefore() {
    return ranBefore;
  }

  /** Whether the event has changed anything in the end. */
  boolean hasChanged() {
    return isNew || running != ranBefore;
  }

  LasDecision.Cause cause() {
    return cause;
  }

  @Nullable T rival() {
    return rival;
  }

  /** The event is over. */
  void settle() {
    touched = false;
    isNew = false;
  }
}
