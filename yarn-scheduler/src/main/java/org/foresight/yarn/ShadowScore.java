package org.foresight.yarn;

import java.util.Locale;
import org.foresight.predictor.Counts;
import org.foresight.predictor.PredictionScore;

/**
 * How good the predictions were for the jobs that ended in queues in shadow mode.
 *
 * @param jobs how many such jobs ended, from their submission to their end in shadow mode
 * @param runtimes what had been predicted of the runtimes of those that succeeded, when they were
 *     submitted, against what they were
 * @param deadlinesMet jobs with a deadline that met it, under CapacityScheduler
 * @param deadlinesMissed jobs with a deadline that succeeded after it
 * @param plannedToMeet those of both that the first plan with them gave at least an even chance
 * @param plannedToMiss those of both that it gave less; of the rest it could not say
 * @param asPlanned those whose deadline was met or missed as the first plan had expected
 */
public record ShadowScore(
    long jobs,
    PredictionScore runtimes,
    long deadlinesMet,
    long deadlinesMissed,
    long plannedToMeet,
    long plannedToMiss,
    long asPlanned) {

  /** One line, for people. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%s ended; runtimes: %d predicted, %s within a factor of 2, %s within the 80 %%"
            + " interval, %d unknown; deadlines: %d met and %d missed by CapacityScheduler, %d"
            + " expected to be met and %d to be missed by the first plan, %d of them rightly",
        Counts.of(jobs, "job"),
        runtimes.jobs(),
        percent(1.0 - runtimes.shareOffByTwo()),
        percent(runtimes.coverage80()),
        runtimes.unknown(),
        deadlinesMet,
        deadlinesMissed,
        plannedToMeet,
        plannedToMiss,
        asPlanned);
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "none" : String.format(Locale.ROOT, "%.0f %%", 100.0 * share);
  }
}
