package org.foresight.benchmarks.threesigma;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Locale;
import org.foresight.benchmarks.RunFile;
import org.foresight.benchmarks.evaluation.DoneRun;
import org.jspecify.annotations.Nullable;

/**
 * What a run gave, as a line of a {@link RunFile}.
 *
 * @param fingerprint of what the run depended on, see {@link RunSpec#fingerprint}
 * @param experiment see {@link RunKey}
 * @param caseName see {@link RunKey}
 * @param system see {@link RunKey}
 * @param seed see {@link RunKey}
 * @param jobs number of jobs
 * @param unfinished how many of them had not ended at the cut-off
 * @param sloJobs number of jobs with a deadline
 * @param sloMissed how many of them ended after it or not at all
 * @param sloGoodputHours node-hours within the window that went into SLO jobs that met their
 *     deadline, see {@link Goodput}
 * @param beGoodputHours the same of the best-effort jobs that ended, whenever that was
 * @param beJobs number of best-effort jobs
 * @param beEnded how many of them ended within the window
 * @param beMeanLatencySeconds mean time from submission to end of all that ended, whenever that
 *     was; null if none did
 * @param beClairvoyantSeconds what that time would be if they ran in {@link ClairvoyantOrder}; null
 *     if none ended
 * @param preemptions how many tasks were stopped
 * @param lostWorkHours for how long those had run, in node-hours
 * @param plans how many plans were made
 * @param meanGapPercent mean gap of the solutions of its plans, see {@link GapMeter}; null without
 * @param largestGapPercent the largest of these gaps; null without
 * @param estimated how many jobs the predictor knew an estimate of when they were submitted; of
 *     jobs that ended, and 0 where it was not asked or does not learn
 * @param offByTwo how many of these estimates were off by a factor of 2 or more
 * @param cpuSeconds processor time of the simulation, without the making of the workload and the
 *     training
 */
@JsonPropertyOrder({
  "fingerprint",
  "experiment",
  "case",
  "system",
  "seed",
  "jobs",
  "unfinished",
  "sloJobs",
  "sloMissed",
  "sloGoodputHours",
  "beGoodputHours",
  "beJobs",
  "beEnded",
  "beMeanLatencySeconds",
  "beClairvoyantSeconds",
  "preemptions",
  "lostWorkHours",
  "plans",
  "meanGapPercent",
  "largestGapPercent",
  "estimated",
  "offByTwo",
  "cpuSeconds"
})
record RunRecord(
    String fingerprint,
    String experiment,
    @JsonProperty("case") String caseName,
    String system,
    long seed,
    long jobs,
    long unfinished,
    long sloJobs,
    long sloMissed,
    double sloGoodputHours,
    double beGoodputHours,
    long beJobs,
    long beEnded,
    @Nullable Double beMeanLatencySeconds,
    @Nullable Double beClairvoyantSeconds,
    long preemptions,
    double lostWorkHours,
    long plans,
    @Nullable Double meanGapPercent,
    @Nullable Double largestGapPercent,
    long estimated,
    long offByTwo,
    double cpuSeconds)
    implements DoneRun {

  /** A file may have null in place of any of these. */
  RunRecord {
    requireNonNull(fingerprint, "there is no fingerprint");
    requireNonNull(experiment, "there is no experiment");
    requireNonNull(caseName, "there is no case");
    requireNonNull(system, "there is no system");
  }

  /**
   * Version of this form, part of the fingerprint; another one where a figure changes its sense.
   */
  static final int FORMAT = 2;

  @JsonIgnore
  @Override
  public RunKey key() {
    return new RunKey(experiment, caseName, system, seed);
  }

  /** For people, when it has ended. */
  @Override
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%d of %d deadlines missed, %.1f s of CPU time",
        sloMissed,
        sloJobs,
        cpuSeconds);
  }
}
