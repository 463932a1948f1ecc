package org.foresight.yarn;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.FinishForecast;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.predictor.Counts;

/**
 * Says what a plan would do with a job, whenever that is something else than the last plan would
 * have done, as far as the budget of lines allows; what it doesn't is said later if it still holds.
 * Not thread-safe: for the planner's thread.
 */
final class ShadowDiary {
  private static final double MEDIAN = 0.5;
  private static final double LATE = 0.9;
  private static final double PERCENT = 100.0;

  /** What a plan does with a job, as coarse as it is worth a line. */
  private record Decision(Reason.Code code, boolean isDue, OptionalLong startSlot) {}

  private final LineBudget budget;
  private final Consumer<String> lines;
  private final Map<String, Decision> said = new HashMap<>();

  /** Jobs whose present decision is still to be said. */
  private final Set<String> unsaid = new HashSet<>();

  /** How many of those have gone since that was last said. */
  private int neverSaid;

  /**
   * @param lines takes the lines
   */
  ShadowDiary(LineBudget budget, Consumer<String> lines) {
    this.budget = budget;
    this.lines = lines;
  }

  /**
   * Says what a plan would do.
   *
   * @param slotMillis a start that moves within a slot of this length is no other decision
   */
  void planned(
      ClusterEvent.JobSubmitted job,
      String queue,
      PlannedJob planned,
      Optional<FinishForecast> forecast,
      long nowMillis,
      long slotMillis) {
    // Who is in line waits, like those behind; that changes too often to be told each time.
    boolean isInLine = planned.isInLine();
    boolean isDue = planned.isDue(nowMillis) && !isInLine;
    OptionalLong startSlot =
        isDue || isInLine || planned.startMillis().isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(planned.startMillis().getAsLong() / slotMillis);
    Decision decision =
        new Decision(
            isInLine ? Reason.Code.NO_ROOM_NOW : planned.reason().code(), isDue, startSlot);
    if (decision.equals(said.get(job.jobId()))) {
      unsaid.remove(job.jobId());
      return;
    }
    if (!budget.take()) {
      unsaid.add(job.jobId());
      return;
    }
    unsaid.remove(job.jobId());
    said.put(job.jobId(), decision);
    lines.accept(line(job, queue, planned, forecast, isDue));
  }

  /** All jobs of a plan have been told; forgets the others. */
  void endOfPlan(Set<String> jobIds) {
    said.keySet().retainAll(jobIds);
    int before = unsaid.size();
    unsaid.retainAll(jobIds);
    neverSaid += before - unsaid.size();
    if (neverSaid > 0 && budget.take()) {
      lines.accept(
          "Of "
              + Counts.of(neverSaid, "job")
              + " the last decision was not logged, for there were too many at once.");
      neverSaid = 0;
    }
  }

  private static String line(
      ClusterEvent.JobSubmitted job,
      String queue,
      PlannedJob planned,
      Optional<FinishForecast> forecast,
      boolean isDue) {
    return job.jobId()
        + " ("
        + AuditLine.escaped(ShortText.of(job.features().user()))
        + ", "
        + AuditLine.escaped(ShortText.of(job.features().jobName()))
        + ", "
        + AuditLine.escaped(ShortText.of(queue))
        + ") would "
        + start(planned, isDue)
        + "; "
        + forecast.map(f -> ending(f, job.goal().deadlineMillis())).orElse("its end is unknown")
        + "; "
        + planned.reason().code()
        + ": "
        // It names what a prediction comes from, which may be the name of a job.
        + AuditLine.escaped(ShortText.ofSentences(planned.reason().detail()));
  }

  private static String start(PlannedJob planned, boolean isDue) {
    if (planned.startMillis().isEmpty() || planned.isInLine()) {
      return "wait";
    }
    String atOnce =
        planned.parallelism() == Integer.MAX_VALUE
            ? ""
            : " with up to " + Counts.of(planned.parallelism(), "task") + " at once";
    if (planned.isUnplaced() && !isDue) {
      return "wait for its deadline, and go on as best effort from "
          + time(planned.startMillis().getAsLong())
          + " on"
          + atOnce;
    }
    return (isDue ? "start now" : "start at " + time(planned.startMillis().getAsLong())) + atOnce;
  }

  private static String ending(FinishForecast forecast, OptionalLong deadlineMillis) {
    String end =
        "it would end at "
            + time(forecast.finishMillis(MEDIAN))
            + " (p50) or "
            + time(forecast.finishMillis(LATE))
            + " (p90)";
    return deadlineMillis.isEmpty()
        ? end
        : end
            + " and meet its deadline at "
            + time(deadlineMillis.getAsLong())
            + " with a probability of "
            + Math.round(PERCENT * forecast.probabilityBy(deadlineMillis.getAsLong()))
            + " %";
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
