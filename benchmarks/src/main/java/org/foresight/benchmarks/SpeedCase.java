package org.foresight.benchmarks;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Optional;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationParameters;
import org.foresight.simulator.SimulationResult;

/**
 * What one measurement runs.
 *
 * @param policy name of the policy
 * @param nodes number of nodes
 * @param slots tasks that a node runs at once
 * @param jobs number of jobs, of 20 tasks each on average
 * @param load offered load
 * @param heapMib largest heap of the JVM that runs it
 */
record SpeedCase(String policy, int nodes, int slots, long jobs, double load, int heapMib) {
  private static final CapacityQueues HALF_EACH =
      CapacityQueues.parse(
          ImmutableMap.<String, String>builder()
              .put("yarn.scheduler.capacity.root.queues", "production,adhoc")
              .put("yarn.scheduler.capacity.root.production.capacity", "50")
              .put("yarn.scheduler.capacity.root.adhoc.capacity", "50")
              .put("yarn.scheduler.capacity.root.production.user-limit-factor", "2")
              .put("yarn.scheduler.capacity.root.adhoc.user-limit-factor", "2")
              .buildOrThrow());

  /** The case that {@link #text} writes. */
  static SpeedCase parse(String text) {
    List<String> parts = Splitter.on(',').splitToList(text);
    return new SpeedCase(
        parts.get(0),
        Integer.parseInt(parts.get(1)),
        Integer.parseInt(parts.get(2)),
        Long.parseLong(parts.get(3)),
        Double.parseDouble(parts.get(4)),
        Integer.parseInt(parts.get(5)));
  }

  String text() {
    return policy + "," + nodes + "," + slots + "," + jobs + "," + load + "," + heapMib;
  }

  /** Simulates it. Deterministic per seed. */
  SimulationResult run(long seed, SimulationListener listener) {
    ThreeSigmaPredictor predictor = new ThreeSigmaPredictor();
    boolean learns = policy.equals("threesigma");
    return Simulation.run(
        ClusterSpec.ofSlots(nodes, slots),
        SimulationParameters.builder().seed(seed).learns(learns).build(),
        oracle ->
            Policies.create(
                policy,
                new PolicyContext(
                    ThreeSigmaSettings.DEFAULT,
                    RuntimeSource.of(predictor),
                    PlanSolvers.create("default"),
                    Optional.of(oracle),
                    Optional.of(HALF_EACH))),
        predictor,
        new SyntheticJobs(jobs, (long) nodes * slots, load, seed),
        listener);
  }
}
