package org.foresight.benchmarks.slearn;

import java.util.Locale;
import java.util.OptionalLong;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.GeneratorParameters;
import org.foresight.traces.generators.Generators;

/**
 * A workload that is generated, for {@link Trials#NODES} machines.
 *
 * @param name its name in {@link Generators}
 * @param expectedJobs how many jobs it has
 * @param jobs how many jobs to draw instead of that; empty for all
 */
record GeneratedWorkload(String name, double expectedJobs, OptionalLong jobs)
    implements TrialWorkload {

  @Override
  public WorkloadSource of(long seed) {
    GeneratorParameters.Builder parameters = GeneratorParameters.builder().seed(seed);
    jobs.ifPresent(parameters::jobs);
    return Generators.find(name).source(parameters.slots(Trials.NODES).build());
  }

  @Override
  public String describe() {
    return String.format(Locale.ROOT, "`%s`, %.0f jobs", name, expectedJobs);
  }
}
