package org.foresight.cli;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.planner.policy.JobOracle;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationParameters;
import org.foresight.testbed.LocalYarnParameters;
import org.foresight.testbed.WorkloadHistory;
import org.foresight.testbed.YarnLatencies;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

/**
 * A run of the demo in the simulator, in the real time of the cluster that it stands for: the same
 * nodes, queues, jobs, history, policy and settings, and the latencies that were measured there.
 *
 * <p>A job becomes known to the scheduler when its application master asks. The demo's application
 * masters are unmanaged: they hold no container here either.
 */
final class DemoSimulation {

  private final DemoScheduler scheduler;
  private final DemoPlan plan;
  private final CapacityQueues queues;
  private final YarnLatencies latencies;
  private final double timeScale;
  private final RuntimePredictor predictor = Predictors.create(Predictors.DEFAULT);
  private final Map<String, JobRun> runs = new HashMap<>();

  private DemoSimulation(
      DemoScheduler scheduler, DemoPlan plan, CapacityQueues queues, YarnLatencies latencies) {
    this.scheduler = scheduler;
    this.plan = plan;
    this.queues = queues;
    this.latencies = latencies;
    this.timeScale = plan.driver().timeScale();
  }

  /** What becomes of each job, in workload time and in the order of the workload. */
  static ImmutableList<JobRun> run(
      DemoScheduler scheduler, DemoPlan plan, CapacityQueues queues, YarnLatencies latencies) {
    return new DemoSimulation(scheduler, plan, queues, latencies).run();
  }

  private ImmutableList<JobRun> run() {
    WorkloadHistory.records(plan.workload(), timeScale)
        .forEach(record -> predictor.learn(record.features(), record.outcome()));
    Simulation.run(
        ClusterSpec.ofSlots(
            LocalYarnParameters.DEFAULTS.nodes(), LocalYarnParameters.DEFAULTS.slotsPerNode()),
        parameters(),
        this::policy,
        predictor,
        JobStream.of(plan.workload().jobs().stream().map(this::real).collect(toImmutableList())),
        new SimulationListener() {
          @Override
          public void jobEnded(JobRun run) {
            runs.put(run.id(), run);
          }
        });
    return plan.workload().jobs().stream().map(this::result).collect(toImmutableList());
  }

  private SchedulingPolicy policy(JobOracle oracle) {
    return Policies.create(
        scheduler.policy(),
        new PolicyContext(
            scheduler.settings(plan.preemption()),
            RuntimeSource.of(predictor),
            PlanSolvers.create(PlanSolvers.DEFAULT),
            Optional.of(oracle),
            Optional.of(queues)));
  }

  private SimulationParameters parameters() {
    long heartbeatMillis = LocalYarnParameters.DEFAULTS.nodeHeartbeat().toMillis();
    // On average the end of a task waits half an interval for its node's report, which the
    // simulator adds by itself.
    long startMillis = Math.round(latencies.overhead().meanMillis() - heartbeatMillis / 2.0);
    return SimulationParameters.builder()
        .cycleMillis(scheduler.cycleMillis())
        .heartbeatMillis(heartbeatMillis)
        .asynchronous(plan.asynchronous())
        .containerStartMillis(Math.max(0, startMillis))
        .reportMillis(Math.round(latencies.report().meanMillis()))
        .longestMillis(plan.driver().timeout().toMillis())
        .build();
  }

  /** The job as the driver would run it on the cluster, from its first ask on. */
  private WorkloadJob real(WorkloadJob job) {
    return new WorkloadJob(
        job.id(),
        realMillis(job.submitMillis()) + askMillis(),
        job.user(),
        job.name(),
        "root." + job.queue(),
        map(job.deadlineMillis(), this::realMillis),
        job.gang(),
        job.stages().stream().map(this::real).collect(toImmutableList()),
        NodePreference.NONE,
        JobRequest.NONE);
  }

  private WorkloadStage real(WorkloadStage stage) {
    return new WorkloadStage(
        ImmutableLongArray.copyOf(
            stage.taskMillis().stream().map(millis -> Math.max(1, realMillis(millis)))),
        stage.parents(),
        WorkloadStage.ONE_SLOT,
        "");
  }

  private JobRun result(WorkloadJob job) {
    JobRun run = runs.get(job.id());
    return new JobRun(
        job,
        job.submitMillis(),
        job.deadlineMillis(),
        run == null ? OptionalLong.empty() : map(run.firstTaskStartMillis(), this::workloadMillis),
        run == null ? OptionalLong.empty() : map(run.finishMillis(), this::workloadMillis),
        run == null ? 0 : run.tasksRerun(),
        0);
  }

  private long askMillis() {
    return Math.round(latencies.ask().meanMillis());
  }

  private long realMillis(long workloadMillis) {
    return Math.round(workloadMillis * timeScale);
  }

  private long workloadMillis(long realMillis) {
    return Math.round(realMillis / timeScale);
  }

  private static OptionalLong map(OptionalLong millis, LongUnaryOperator conversion) {
    return millis.isPresent()
        ? OptionalLong.of(conversion.applyAsLong(millis.getAsLong()))
        : OptionalLong.empty();
  }
}
