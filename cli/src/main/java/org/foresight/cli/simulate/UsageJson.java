package org.foresight.cli.simulate;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;
import org.foresight.simulator.SimulationResult;

/** {@link SimulationResult.Usage} in a file. */
@JsonPropertyOrder({"startMillis", "stepMillis", "totalVcores", "usedVcores", "waitingTasks"})
record UsageJson(
    long startMillis,
    long stepMillis,
    long totalVcores,
    List<Double> usedVcores,
    List<Double> waitingTasks) {

  /** A file may have null in place of the lists. */
  UsageJson {
    requireNonNull(usedVcores, "there are no usedVcores");
    requireNonNull(waitingTasks, "there are no waitingTasks");
    usedVcores = List.copyOf(usedVcores);
    waitingTasks = List.copyOf(waitingTasks);
  }

  static UsageJson of(SimulationResult.Usage usage) {
    return new UsageJson(
        usage.startMillis(),
        usage.stepMillis(),
        usage.totalVcores(),
        list(usage.usedVcores()),
        list(usage.waitingTasks()));
  }

  private static List<Double> list(ImmutableDoubleArray values) {
    return values.asList();
  }
}
