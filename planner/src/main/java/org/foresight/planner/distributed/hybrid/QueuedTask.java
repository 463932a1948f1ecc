package org.foresight.planner.distributed.hybrid;

/** A probe or a bound task in the queue of a node. */
final class QueuedTask {
  final HybridJob job;

  /** Whether a scheduler has put a task here; else this is a probe, which binds late. */
  final boolean isBound;

  /** How long tasks that came later have run before it, by their estimates. */
  private double bypassedMillis;

  private boolean wasBehindLong;

  QueuedTask(HybridJob job, boolean isBound) {
    this.job = job;
    this.isBound = isBound;
  }

  /** How much longer others may still bypass it. */
  double slackMillis(double bypassFactor) {
    return bypassFactor * job.taskMillis - bypassedMillis;
  }

  void bypassed(double millis) {
    bypassedMillis += millis;
  }

  /** It joins another queue, where nobody has bypassed it yet. */
  void joins(boolean isBehindLong) {
    bypassedMillis = 0;
    wasBehindLong = isBehindLong;
  }

  /** Whether a long task ran, or was queued before it, when it joined its queue. */
  boolean wasBehindLong() {
    return wasBehindLong;
  }
}
