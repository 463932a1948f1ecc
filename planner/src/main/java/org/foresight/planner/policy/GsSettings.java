package org.foresight.planner.policy;

import java.util.function.IntSupplier;

/**
 * Settings of {@link GsPolicy} and of what says how large its jobs are; the defaults are SLearn's
 * (§5.1, §5.2).
 *
 * @param queues the priority queues
 * @param thinLimit a job of fewer tasks is not sampled
 * @param ratioJobs how many jobs try each ratio of pilots, and by how many it is judged
 * @param fixedRatioPercent the ratio of pilots; 0 for one that adapts where it is by pilots alone
 *     that jobs are known, and for the usual one where history tells, too
 * @param pilotPatienceMillis a pilot that runs for longer than this, and than nearly all such jobs
 *     have done before, is waited for no more; not in the paper, which assumes that all end
 */
public record GsSettings(
    PriorityQueues queues,
    int thinLimit,
    int ratioJobs,
    int fixedRatioPercent,
    long pilotPatienceMillis) {

  /** As published, but that a pilot is waited for no longer than ten minutes. */
  public static final GsSettings DEFAULT =
      new GsSettings(PriorityQueues.DEFAULT, 3, 100, 0, 600_000);

  public GsSettings {
    if (thinLimit < 0 || ratioJobs < 1 || pilotPatienceMillis < 1) {
      throw new IllegalArgumentException(
          "The thinLimit ("
              + thinLimit
              + ") must not be negative, the ratioJobs ("
              + ratioJobs
              + ") and the pilotPatienceMillis ("
              + pilotPatienceMillis
              + ") must be positive.");
    }
    if (fixedRatioPercent < 0 || fixedRatioPercent > 100) {
      throw new IllegalArgumentException(
          "The fixedRatioPercent (" + fixedRatioPercent + ") must lie in [0, 100].");
    }
  }

  /** The ratio of pilots, in percent: the fixed one, or else that which is asked for. */
  int ratioPercent(IntSupplier otherwise) {
    return fixedRatioPercent > 0 ? fixedRatioPercent : otherwise.getAsInt();
  }

  /** How many of so many tasks are pilots by a ratio. */
  static int pilots(int width, int ratioPercent) {
    return Math.max(1, (int) ((long) width * ratioPercent / 100));
  }

  /** As published: pilots are waited for however long they run. */
  public GsSettings asPublished() {
    return new GsSettings(queues, thinLimit, ratioJobs, fixedRatioPercent, Long.MAX_VALUE);
  }

  /** With another limit of thin jobs. */
  public GsSettings withThinLimit(int newThinLimit) {
    return new GsSettings(queues, newThinLimit, ratioJobs, fixedRatioPercent, pilotPatienceMillis);
  }

  /** With a ratio of pilots that does not adapt. */
  public GsSettings withFixedRatio(int percent) {
    return new GsSettings(queues, thinLimit, ratioJobs, percent, pilotPatienceMillis);
  }

  /** With another patience. */
  public GsSettings withPilotPatience(long millis) {
    return new GsSettings(queues, thinLimit, ratioJobs, fixedRatioPercent, millis);
  }
}
