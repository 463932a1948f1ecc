package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;
import org.foresight.traces.E2eGenerator;
import org.foresight.traces.E2eParameters;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadSource;

/** The small workload of the demo, see {@link E2eGenerator}. Its jobs are few and drawn at once. */
final class E2eSourceGenerator implements WorkloadGenerator {

  /** The cluster of the demo. */
  private static final ClusterHint DEMO = new ClusterHint(4, 8, ImmutableList.of());

  @Override
  public String name() {
    return E2eGenerator.NAME;
  }

  @Override
  public ClusterHint cluster(GeneratorParameters parameters) {
    return parameters.slots().isPresent() ? DEMO.resized(parameters.slots().getAsInt()) : DEMO;
  }

  @Override
  public WorkloadSource source(GeneratorParameters parameters) {
    parameters.requireNoJobs(name());
    E2eParameters.Builder e2e =
        E2eParameters.builder()
            .seed(parameters.seed())
            .slots(parameters.slots().orElse(DEMO.slots()));
    parameters.load().ifPresent(e2e::load);
    parameters.duration().ifPresent(e2e::duration);
    Workload workload = E2eGenerator.generate(e2e.build());
    return new GeneratedSource(
        name(),
        workload.description(),
        () -> workload.jobs().iterator(),
        () -> workload.history().iterator());
  }
}
