package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableLongArray;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.foresight.testbed.TaskRun;
import org.foresight.traces.JobRun;

/**
 * How good a run's forecasts were. What is predicted is the runtime with all tasks at once, which
 * is that of the longest task; so is what it is held against.
 *
 * @param finished how many jobs finished
 * @param predicted of how many of them a runtime was predicted
 * @param byP50 how many of these ran no longer than their p50
 * @param byP90 how many of these ran no longer than their p90
 * @param withinFactorTwo how many of these ran between half of their p50 and twice as long
 * @param startErrorsMillis by how much first tasks started earlier or later than at first planned,
 *     of all jobs with a planned start that started
 */
record ForecastScore(
    int finished,
    int predicted,
    int byP50,
    int byP90,
    int withinFactorTwo,
    ImmutableLongArray startErrorsMillis) {

  private static final double MILLIS_PER_MINUTE = 60_000.0;

  static ForecastScore of(DemoOutcome outcome) {
    Map<String, Long> longest = longestTaskMillis(outcome);
    int finished = 0;
    int predicted = 0;
    int byP50 = 0;
    int byP90 = 0;
    int withinFactorTwo = 0;
    ImmutableLongArray.Builder startErrors = ImmutableLongArray.builder();
    for (JobRun job : outcome.jobs()) {
      JobForecast forecast = outcome.forecasts().get(job.id());
      if (forecast != null
          && forecast.plannedStartMillis().isPresent()
          && job.firstTaskStartMillis().isPresent()) {
        startErrors.add(
            Math.abs(
                job.firstTaskStartMillis().getAsLong()
                    - forecast.plannedStartMillis().getAsLong()));
      }
      Long realMillis = longest.get(job.id());
      if (!job.succeeded() || realMillis == null) {
        continue;
      }
      finished++;
      if (forecast != null && forecast.runtime().isPresent()) {
        JobForecast.Range runtime = forecast.runtime().get();
        predicted++;
        byP50 += realMillis <= runtime.p50Millis() ? 1 : 0;
        byP90 += realMillis <= runtime.p90Millis() ? 1 : 0;
        withinFactorTwo +=
            realMillis * 2 > runtime.p50Millis() && realMillis < runtime.p50Millis() * 2 ? 1 : 0;
      }
    }
    return new ForecastScore(
        finished, predicted, byP50, byP90, withinFactorTwo, startErrors.build());
  }

  /** Of each job the longest run of a task that succeeded, in workload time. */
  static ImmutableMap<String, Long> longestTaskMillis(DemoOutcome outcome) {
    Map<String, Long> longest = new HashMap<>();
    outcome.tasks().stream()
        .filter(task -> task.ending() == TaskRun.Ending.SUCCEEDED)
        .forEach(task -> longest.merge(task.jobId(), task.runMillis(), Math::max));
    return ImmutableMap.copyOf(longest);
  }

  /** For people, the names of the figures first. */
  ImmutableList<ImmutableList<String>> columns() {
    return ImmutableList.of(
        ImmutableList.of(
            "",
            "jobs that finished",
            "with a predicted runtime",
            "ran no longer than their p50 (half of them would be right)",
            "ran no longer than their p90 (nine in ten would be right)",
            "off by less than a factor of 2 from their p50",
            "with a planned start, first as planned",
            "their first task was earlier or later by, median",
            "their first task was earlier or later by, 90th percentile"),
        ImmutableList.of(
            "",
            Integer.toString(finished),
            Integer.toString(predicted),
            share(byP50),
            share(byP90),
            share(withinFactorTwo),
            Integer.toString(startErrorsMillis.length()),
            startError(50),
            startError(90)));
  }

  private String share(int count) {
    return predicted == 0
        ? "–"
        : String.format(Locale.ROOT, "%d (%.0f %%)", count, 100.0 * count / predicted);
  }

  private String startError(double percentile) {
    if (startErrorsMillis.isEmpty()) {
      return "–";
    }
    double[] errors = startErrorsMillis.stream().asDoubleStream().toArray();
    return String.format(
        Locale.ROOT,
        "%.1f min",
        new Percentile(percentile)
                .withEstimationType(Percentile.EstimationType.R_7)
                .evaluate(errors)
            / MILLIS_PER_MINUTE);
  }
}
