package org.foresight.traces;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Numbers of a workload, for its description. */
public final class WorkloadSummary {

  private WorkloadSummary() {}

  /** Such as {@code 1 job} or {@code 60 jobs}. */
  public static String jobs(long count) {
    return count + (count == 1 ? " job" : " jobs");
  }

  /** Such as {@code 60 jobs (29 SLO)}. */
  static String sizes(List<WorkloadJob> jobs) {
    long slo = jobs.stream().filter(WorkloadJob::isSlo).count();
    return jobs(jobs.size()) + " (" + slo + " SLO)";
  }

  /** Such as {@code offered load 1.38 on 32 slots over 60 min}. */
  static String load(List<WorkloadJob> jobs, int slots, Duration window) {
    return String.format(
        Locale.ROOT,
        "offered load %.2f on %d slots over %s",
        offeredLoad(jobs, slots, window),
        slots,
        minutes(window));
  }

  /** Work of the jobs ÷ (slots × window). */
  static double offeredLoad(List<WorkloadJob> jobs, int slots, Duration window) {
    double workMillis = jobs.stream().mapToDouble(WorkloadJob::workMillis).sum();
    return workMillis / ((double) slots * window.toMillis());
  }

  /** Such as {@code 1.5 min}. */
  static String minutes(Duration duration) {
    double minutes = duration.toMillis() / 60_000.0;
    return String.format(
        Locale.ROOT, minutes == Math.rint(minutes) ? "%.0f min" : "%.2f min", minutes);
  }
}
