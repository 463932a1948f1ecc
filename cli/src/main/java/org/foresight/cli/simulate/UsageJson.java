package org.foresight.cli.simulate;

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

  UsageJson {
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
