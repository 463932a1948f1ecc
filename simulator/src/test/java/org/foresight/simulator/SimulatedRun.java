package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.LagrangianSolver;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/** A simulation of a test, and what became of its jobs. */
final class SimulatedRun implements SimulationListener {
  private static final CapacityQueues ONE_QUEUE =
      CapacityQueues.parse(
          ImmutableMap.of(
              "yarn.scheduler.capacity.root.queues", "queue",
              "yarn.scheduler.capacity.root.queue.capacity", "100",
              "yarn.scheduler.capacity.root.queue.user-limit-factor", "100"));

  private final Simulation.PolicyFactory policy;
  private final ThreeSigmaPredictor predictor;
  private final ClusterSpec cluster;
  private final Map<String, JobRun> runs = new LinkedHashMap<>();
  private final List<String> refusals = new ArrayList<>();
  private SimulationParameters parameters = SimulationParameters.builder().cycleMillis(0).build();
  private Optional<NodeScheduler> nodeScheduler = Optional.empty();
  private @Nullable SimulationResult result;
  private @Nullable AuditingPolicy audit;

  private SimulatedRun(
      Simulation.PolicyFactory policy, ThreeSigmaPredictor predictor, ClusterSpec cluster) {
    this.policy = policy;
    this.predictor = predictor;
    this.cluster = cluster;
  }

  /** Under the policy of this name. */
  static SimulatedRun of(String policy, ClusterSpec cluster) {
    ThreeSigmaPredictor predictor = new ThreeSigmaPredictor();
    return new SimulatedRun(
        oracle ->
            Policies.create(
                policy,
                new PolicyContext(
                    ThreeSigmaSettings.DEFAULT,
                    RuntimeSource.of(predictor),
                    new LagrangianSolver(),
                    Optional.of(oracle),
                    Optional.of(ONE_QUEUE))),
        predictor,
        cluster);
  }

  static SimulatedRun of(Simulation.PolicyFactory policy, ClusterSpec cluster) {
    return new SimulatedRun(policy, new ThreeSigmaPredictor(), cluster);
  }

  SimulatedRun with(SimulationParameters.Builder builder) {
    parameters = builder.build();
    return this;
  }

  SimulatedRun with(SimulationParameters newParameters) {
    parameters = newParameters;
    return this;
  }

  SimulatedRun with(NodeScheduler scheduler) {
    nodeScheduler = Optional.of(scheduler);
    return this;
  }

  SimulatedRun run(WorkloadJob... jobs) {
    return run(ImmutableList.copyOf(jobs));
  }

  SimulatedRun run(List<WorkloadJob> jobs) {
    result =
        Simulation.run(
            cluster,
            parameters,
            oracle -> audited(policy.create(oracle)),
            nodeScheduler,
            predictor,
            JobStream.of(jobs),
            this);
    return this;
  }

  private AuditingPolicy audited(SchedulingPolicy created) {
    AuditingPolicy auditing = new AuditingPolicy(created);
    audit = auditing;
    return auditing;
  }

  /** How often what the policy sees was audited. */
  int audits() {
    return audit == null ? 0 : audit.audits();
  }

  @Override
  public void jobEnded(JobRun run) {
    if (runs.put(run.id(), run) != null) {
      throw new AssertionError("The job " + run.id() + " ended twice.");
    }
  }

  @Override
  public void jobRefused(WorkloadJob job, String reason) {
    refusals.add(job.id() + ": " + reason);
  }

  List<String> refusals() {
    return refusals;
  }

  SimulationResult result() {
    if (result == null) {
      throw new AssertionError("It has not run.");
    }
    return result;
  }

  Map<String, JobRun> runs() {
    return runs;
  }

  JobRun job(String id) {
    JobRun run = runs.get(id);
    if (run == null) {
      throw new AssertionError("The job " + id + " did not end.");
    }
    return run;
  }

  long finishMillis(String id) {
    return job(id).finishMillis().orElseThrow();
  }

  long firstStartMillis(String id) {
    return job(id).firstTaskStartMillis().orElseThrow();
  }
}
