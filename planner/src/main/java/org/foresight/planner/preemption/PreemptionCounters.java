package org.foresight.planner.preemption;

import java.util.concurrent.atomic.LongAdder;

/** Counts what becomes of preemptions. Thread-safe; nothing that it counts ever decreases. */
public final class PreemptionCounters {

  private final LongAdder told = new LongAdder();
  private final LongAdder stopped = new LongAdder();
  private final LongAdder lostWorkMillis = new LongAdder();
  private final LongAdder gone = new LongAdder();
  private final LongAdder goneMillis = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder spared = new LongAdder();
  private final LongAdder stale = new LongAdder();
  private final LongAdder taken = new LongAdder();
  private final LongAdder expired = new LongAdder();

  /**
   * What there has been so far.
   *
   * @param told tasks whose jobs were told that they would be stopped; in the end each of them was
   *     stopped, has ended by itself or was spared
   * @param stopped tasks that were stopped
   * @param lostWorkMillis how long these had run, all together
   * @param gone tasks, stopped or ended after the notice, whose nodes have given their room back
   * @param goneMillis how long that took from the notice on, all together
   * @param ended tasks that ended by themselves, or whose jobs gave them up, after the notice
   * @param spared tasks that were not stopped after all, since their room was not needed any more
   * @param stale decisions that were not carried out, since the cluster had changed meanwhile
   * @param taken times that kept room was used by somebody else, such as a queue that no plan is
   *     made for
   * @param expired times that room was kept for long enough and its job had not come
   */
  public record Totals(
      long told,
      long stopped,
      long lostWorkMillis,
      long gone,
      long goneMillis,
      long ended,
      long spared,
      long stale,
      long taken,
      long expired) {}

  /** What there has been so far; at a moment of change not all of one moment. */
  public Totals totals() {
    return new Totals(
        told.sum(),
        stopped.sum(),
        lostWorkMillis.sum(),
        gone.sum(),
        goneMillis.sum(),
        ended.sum(),
        spared.sum(),
        stale.sum(),
        taken.sum(),
        expired.sum());
  }

  void told() {
    told.increment();
  }

  void stopped(long ranMillis) {
    stopped.increment();
    lostWorkMillis.add(Math.max(0, ranMillis));
  }

  void gone(long sinceNoticeMillis) {
    gone.increment();
    goneMillis.add(Math.max(0, sinceNoticeMillis));
  }

  void ended() {
    ended.increment();
  }

  void spared() {
    spared.increment();
  }

  void stale() {
    stale.increment();
  }

  void taken() {
    taken.increment();
  }

  void expired() {
    expired.increment();
  }
}
