package org.foresight.cli.simulate;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.google.common.collect.ImmutableSortedMap;
import java.util.List;
import java.util.Map;

/**
 * A finished run, as its file {@code run.json} keeps it.
 *
 * @param format version of this form
 * @param fingerprint of the inputs, see {@link RunInputs}
 * @param inputs what the run depended on
 * @param figures how the policy did
 * @param sloJobs jobs with a deadline
 * @param sloMissed how many of them missed it
 * @param outcome what else the simulation did
 * @param refused the first jobs that no empty cluster could run, and why
 * @param usage of the cluster over time
 */
@JsonPropertyOrder({
  "format",
  "fingerprint",
  "inputs",
  "figures",
  "sloJobs",
  "sloMissed",
  "outcome",
  "refused",
  "usage"
})
record RunRecord(
    int format,
    String fingerprint,
    Map<String, String> inputs,
    RunJson figures,
    long sloJobs,
    long sloMissed,
    Outcome outcome,
    List<String> refused,
    UsageJson usage) {

  /** The form that this version writes and reads. */
  static final int FORMAT = 1;

  /** See {@link org.foresight.simulator.SimulationResult}. */
  @JsonPropertyOrder({
    "submitted",
    "finished",
    "refused",
    "unfinished",
    "plans",
    "preemptions",
    "lostTasks",
    "endMillis"
  })
  record Outcome(
      long submitted,
      long finished,
      long refused,
      long unfinished,
      long plans,
      long preemptions,
      long lostTasks,
      long endMillis) {}

  /** A file may have null in place of any of these. */
  RunRecord {
    requireNonNull(fingerprint, "there is no fingerprint");
    requireNonNull(inputs, "there are no inputs");
    requireNonNull(figures, "there are no figures");
    requireNonNull(outcome, "there is no outcome");
    requireNonNull(refused, "there are no refused jobs");
    requireNonNull(usage, "there is no usage");
    inputs = ImmutableSortedMap.copyOf(inputs);
    refused = List.copyOf(refused);
  }

  RunKey key() {
    return new RunKey(figures.policy(), figures.seed());
  }

  RunInputs runInputs() {
    return new RunInputs(inputs);
  }
}
