package org.foresight.cli;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.testbed.TaskRun;
import org.foresight.traces.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * What the charts of a demo's page show, for its script. All times are minutes of workload time.
 *
 * @param slots how many tasks the cluster has room for
 * @param seeds each with its runs
 */
record DemoPageData(int slots, List<Seed> seeds) {

  private static final double MILLIS_PER_MINUTE = 60_000.0;

  /** The runs of one seed, whose jobs come in the same order. */
  record Seed(List<Run> runs) {}

  /** A run. */
  record Run(String title, List<Job> jobs, List<Task> tasks) {}

  /**
   * A job.
   *
   * @param planned from when on it could start, when it was first planned
   * @param p50 half of such jobs run no longer, as predicted, with all tasks at once
   * @param real how long its longest task ran
   */
  record Job(
      String id,
      String name,
      String user,
      int width,
      double submit,
      @Nullable Double start,
      @Nullable Double end,
      @Nullable Double deadline,
      boolean missed,
      @Nullable Double planned,
      @Nullable Double p50,
      @Nullable Double p90,
      @Nullable Double real) {}

  /**
   * A run of a task.
   *
   * @param job its position in the list of jobs
   * @param stopped whether it was stopped for a deadline
   * @param beneficiary the id of the job that it was stopped for
   */
  record Task(int job, double start, double end, boolean stopped, @Nullable String beneficiary) {}

  DemoPageData {
    seeds = List.copyOf(seeds);
  }

  static DemoPageData of(List<DemoResult> results) {
    return new DemoPageData(
        LocalYarnParameters.DEFAULTS.slots(),
        results.stream()
            .map(
                result ->
                    new Seed(
                        IntStream.range(0, result.runs().size())
                            .mapToObj(
                                i ->
                                    run(
                                        result.runs().get(i).scheduler().title(),
                                        result.outcomes().get(i)))
                            .toList()))
            .toList());
  }

  private static Run run(String title, DemoOutcome outcome) {
    ImmutableMap<String, Long> longest = ForecastScore.longestTaskMillis(outcome);
    Map<String, Integer> positions = new HashMap<>();
    outcome.jobs().forEach(job -> positions.put(job.id(), positions.size()));
    return new Run(
        title,
        outcome.jobs().stream()
            .map(job -> job(job, outcome.forecasts().get(job.id()), longest.get(job.id())))
            .toList(),
        outcome.tasks().stream()
            .map(task -> task(requireNonNull(positions.get(task.jobId())), task))
            .toList());
  }

  private static Job job(JobRun run, @Nullable JobForecast forecast, @Nullable Long longestMillis) {
    return new Job(
        run.id(),
        run.job().name(),
        run.job().user(),
        run.job().width(),
        minutes(run.submitMillis()),
        minutes(run.firstTaskStartMillis()),
        minutes(run.finishMillis()),
        minutes(run.deadlineMillis()),
        run.missedDeadline(),
        forecast == null ? null : minutes(forecast.plannedStartMillis()),
        forecast == null ? null : forecast.runtime().map(r -> minutes(r.p50Millis())).orElse(null),
        forecast == null ? null : forecast.runtime().map(r -> minutes(r.p90Millis())).orElse(null),
        longestMillis == null || !run.succeeded() ? null : minutes(longestMillis));
  }

  private static Task task(int job, TaskRun run) {
    return new Task(
        job,
        minutes(run.startMillis()),
        minutes(run.endMillis()),
        run.ending() == TaskRun.Ending.PREEMPTED,
        run.beneficiary().orElse(null));
  }

  private static @Nullable Double minutes(OptionalLong millis) {
    return millis.isPresent() ? minutes(millis.getAsLong()) : null;
  }

  private static double minutes(long millis) {
    return millis / MILLIS_PER_MINUTE;
  }
}
