package org.foresight.benchmarks.threesigma;

import java.time.Duration;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ClusterHint;
import org.foresight.traces.generators.GeneratorParameters;
import org.foresight.traces.generators.Generators;

/**
 * A workload that is generated.
 *
 * @param name its name in {@link Generators}
 * @param window the time in which its jobs arrive
 */
record GeneratedWorkload(String name, Duration window) implements PaperWorkload {

  /** "5 hours in length (1500 jobs)" (3Sigma §5). */
  private static final double JOBS_PER_HOUR = 300.0;

  private static final double MINUTES_PER_HOUR = 60.0;

  @Override
  public double expectedJobs() {
    return JOBS_PER_HOUR * window.toMinutes() / MINUTES_PER_HOUR;
  }

  @Override
  public ClusterHint cluster() {
    return Generators.find(name).cluster(parameters(1));
  }

  @Override
  public WorkloadSource of(long seed) {
    return Generators.find(name).source(parameters(seed));
  }

  private GeneratorParameters parameters(long seed) {
    return GeneratorParameters.builder().seed(seed).duration(window).build();
  }

  @Override
  public String describe() {
    return "`" + name + "`, arrivals over " + window.toMinutes() + " min";
  }
}
