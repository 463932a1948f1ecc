package org.foresight.cli;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Keeps what a ResourceManager first said of every application, by its answers to {@code
 * /ws/v1/foresight/jobs}. Not thread-safe.
 */
final class Forecasts {

  private static final class First {
    OptionalLong plannedStartMillis = OptionalLong.empty();
    Optional<JobForecast.Range> runtime = Optional.empty();
  }

  private final Map<String, First> byApplication = new HashMap<>();

  /** An answer; of what was known before, the former one stays. */
  void add(JsonNode answer) {
    for (JsonNode job : answer.path("jobs")) {
      First first = byApplication.computeIfAbsent(job.path("id").asText(), id -> new First());
      JsonNode planned = job.path("plannedStartMillis");
      // What runs already is planned too, if it has further tasks.
      boolean waits = job.path("startedMillis").isNull();
      if (first.plannedStartMillis.isEmpty() && waits && planned.isNumber()) {
        first.plannedStartMillis = OptionalLong.of(planned.asLong());
      }
      JsonNode runtime = job.path("runtime");
      if (first.runtime.isEmpty() && runtime.isObject()) {
        first.runtime =
            Optional.of(
                new JobForecast.Range(
                    runtime.path("p50Millis").asLong(), runtime.path("p90Millis").asLong()));
      }
    }
  }

  /**
   * The forecasts in workload time.
   *
   * @param jobs which job of the workload an application is
   * @param begin when the workload started, in real time
   * @param timeScale real time per workload time
   */
  ImmutableMap<String, JobForecast> byJob(
      Function<String, Optional<String>> jobs, Instant begin, double timeScale) {
    return byApplication.entrySet().stream()
        .filter(said -> jobs.apply(said.getKey()).isPresent())
        .collect(
            toImmutableMap(
                said -> jobs.apply(said.getKey()).orElseThrow(),
                said -> inWorkloadTime(said.getValue(), begin.toEpochMilli(), timeScale)));
  }

  private static JobForecast inWorkloadTime(First said, long beginMillis, double timeScale) {
    return new JobForecast(
        said.plannedStartMillis.isPresent()
            ? OptionalLong.of(
                Math.round((said.plannedStartMillis.getAsLong() - beginMillis) / timeScale))
            : OptionalLong.empty(),
        said.runtime.map(
            runtime ->
                new JobForecast.Range(
                    Math.round(runtime.p50Millis() / timeScale),
                    Math.round(runtime.p90Millis() / timeScale))));
  }
}
