package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Ints;
import java.util.OptionalDouble;
import org.foresight.simulator.ClusterSpec;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ClusterHint;
import org.foresight.traces.generators.GeneratorParameters;
import org.foresight.traces.generators.WorkloadGenerator;

/**
 * A workload that is generated anew for every seed, for as many slots as the cluster has virtual
 * cores.
 *
 * @param generator generates it
 * @param load offered load; empty for the workload's own
 * @param changes what is done to its jobs
 */
record GeneratedWorkloads(WorkloadGenerator generator, OptionalDouble load, WorkloadChanges changes)
    implements Workloads {

  @Override
  public String name() {
    return generator.name();
  }

  @Override
  public ClusterHint hint() {
    return generator.cluster(GeneratorParameters.builder().build());
  }

  @Override
  public OptionalDouble shortCutoffSeconds() {
    return generator.shortCutoffSeconds();
  }

  @Override
  public OptionalDouble shortShare() {
    return generator.shortShare();
  }

  @Override
  public ImmutableMap<String, String> inputs() {
    return ImmutableMap.<String, String>builder()
        .put(RunInputs.GENERATOR, generator.name())
        .put(
            RunInputs.LOAD,
            load.isPresent() ? String.valueOf(load.getAsDouble()) : RunInputs.AS_IT_IS)
        .putAll(changes.inputs())
        .buildOrThrow();
  }

  @Override
  public WorkloadSource of(long seed, ClusterSpec cluster) {
    GeneratorParameters.Builder parameters =
        GeneratorParameters.builder().seed(seed).slots(Ints.saturatedCast(cluster.vcores()));
    load.ifPresent(parameters::load);
    return changes.apply(generator.source(parameters.build()), seed);
  }
}
