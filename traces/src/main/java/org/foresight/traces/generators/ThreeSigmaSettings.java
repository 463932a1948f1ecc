package org.foresight.traces.generators;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.foresight.traces.WorkloadSummary;

/**
 * What one of the 3Sigma workloads is generated from.
 *
 * <p>Immutable.
 *
 * @param name name of the workload
 * @param seed of all random draws
 * @param nodes nodes of one slot each
 * @param duration length of the window in which jobs arrive
 * @param maxJobs number of jobs after which the workload ends; empty to fill the window
 * @param load offered load: work of all jobs ÷ (nodes × duration)
 * @param slackPercent slack of every deadline; empty for 20, 40, 60 or 80 %
 * @param history which earlier jobs there are
 */
record ThreeSigmaSettings(
    String name,
    long seed,
    int nodes,
    Duration duration,
    OptionalLong maxJobs,
    double load,
    OptionalInt slackPercent,
    History history) {

  /** Share of the work that belongs to SLO jobs: "an even mixture" (§5). */
  static final double SLO_SHARE = 0.5;

  /** Squared coefficient of variation of the inter-arrival times (§5). */
  static final double ARRIVAL_SQUARED_COV = 4.0;

  /**
   * Which earlier jobs a predictor may learn from.
   *
   * @param jobs number of jobs of the classes, ours; 0 with samples
   * @param samplesPerJob runs of each job to come, under a user and name of its own; 0 with jobs
   */
  record History(int jobs, int samplesPerJob) {

    /** Ours, about 50 runs of each program: the paper pre-trains on the whole Google trace. */
    static final History PRE_TRAINING = new History(2500, 0);

    static History samples(int samplesPerJob) {
      return new History(0, samplesPerJob);
    }
  }

  String describe(String what) {
    return String.format(
        Locale.ROOT,
        "Generated after 3Sigma §5, %s: gang jobs on %d one-slot nodes, load %.2f (SLO share of the"
            + " work %.2f), %s, deadline slack %s, %s; seed %d.",
        what,
        nodes,
        load,
        SLO_SHARE,
        maxJobs.isPresent()
            ? WorkloadSummary.jobs(maxJobs.getAsLong())
            : "arrivals over " + duration,
        slackPercent.isPresent() ? slackPercent.getAsInt() + " %" : "20, 40, 60 or 80 %",
        history.samplesPerJob() > 0
            ? "history of " + history.samplesPerJob() + " runs of each job"
            : "history of " + WorkloadSummary.jobs(history.jobs()),
        seed);
  }
}
