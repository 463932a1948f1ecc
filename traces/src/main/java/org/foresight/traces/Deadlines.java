package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import java.math.RoundingMode;
import java.util.random.RandomGenerator;

/** Deadlines as 3Sigma (§5) gives them: submit time + runtime × (1 + slack). */
public final class Deadlines {

  private static final ImmutableList<Integer> SLACK_PERCENT = ImmutableList.of(20, 40, 60, 80);

  private Deadlines() {}

  /** Draws a slack of 20, 40, 60 or 80 %, equally likely. */
  public static int drawSlackPercent(RandomGenerator random) {
    return SLACK_PERCENT.get(random.nextInt(SLACK_PERCENT.size()));
  }

  /** The deadline, rounded up to a millisecond, of a job whose tasks all at once take the span. */
  public static long deadlineMillis(long submitMillis, long spanMillis, int slackPercent) {
    return submitMillis
        + spanMillis
        + LongMath.divide(spanMillis * slackPercent, 100, RoundingMode.CEILING);
  }
}
