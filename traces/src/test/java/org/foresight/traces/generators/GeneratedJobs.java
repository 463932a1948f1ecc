package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Locale;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;

/** Opens generated workloads. */
final class GeneratedJobs {

  private GeneratedJobs() {}

  static WorkloadSource source(String name, GeneratorParameters.Builder parameters) {
    return Generators.find(name).source(parameters.build());
  }

  static GeneratorParameters.Builder seed(long seed) {
    return GeneratorParameters.builder().seed(seed);
  }

  static JobStream jobs(WorkloadSource source) {
    try {
      return source.jobs();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JobStream history(WorkloadSource source) {
    try {
      return source.history();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ImmutableList<WorkloadJob> all(Iterator<WorkloadJob> jobs) {
    return ImmutableList.copyOf(jobs);
  }

  /** What recurs: user and name without its counter, as a predictor sees them. */
  static String program(WorkloadJob job) {
    return job.user() + " " + job.name().replaceAll("\\d+", "#");
  }

  static double work(Iterable<WorkloadJob> jobs) {
    double sum = 0.0;
    for (WorkloadJob job : jobs) {
      sum += job.workMillis();
    }
    return sum;
  }

  static double meanTaskMillis(WorkloadJob job) {
    return (double) job.workMillis() / job.width();
  }

  static String sha256(String text) {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
  }

  /** All that a generator decides about a job. */
  static String text(WorkloadJob job) {
    return String.format(
        Locale.ROOT,
        "%s %d %s %s %s %s %s %s %s %s\n",
        job.id(),
        job.submitMillis(),
        job.user(),
        job.name(),
        job.queue(),
        job.deadlineMillis().isPresent() ? job.deadlineMillis().getAsLong() : "none",
        job.gang(),
        job.taskMillis(),
        job.preference().nodeClasses(),
        job.preference().slowdownElsewhere());
  }
}
