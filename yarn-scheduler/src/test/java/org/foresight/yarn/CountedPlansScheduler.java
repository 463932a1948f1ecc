package org.foresight.yarn;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.Turns;
import org.foresight.yarn.ForesightConfiguration.Planning;

/**
 * One whose patience with jobs that get nothing goes by a clock of the test's, and whose plans are
 * counted. YARN makes it by its name, so that all of them share both.
 */
public final class CountedPlansScheduler extends ForesightScheduler {
  private static final AtomicLong NANOS = new AtomicLong();
  private static final AtomicInteger PLANS = new AtomicInteger();

  /** How many plans were made. */
  static int plans() {
    return PLANS.get();
  }

  /** Lets time pass for those that get nothing. */
  static void pass(Duration time) {
    NANOS.addAndGet(time.toNanos());
  }

  @Override
  Turns createTurns() {
    return new Turns(NANOS::get);
  }

  @Override
  SchedulingPolicy createPolicy(Planning planning, History learned) {
    return new CountingPolicy(super.createPolicy(planning, learned), PLANS);
  }
}
