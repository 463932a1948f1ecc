package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Optional;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.policy.BigcSettings;
import org.foresight.planner.policy.JobOracle;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PolicyContext;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.LasNodeScheduler;
import org.foresight.simulator.NodeClass;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationParameters;
import org.foresight.simulator.SimulationResult;
import org.foresight.testbed.WorkloadHistory;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;

/** What the simulator makes of a run of a mix: the same jobs, policies and settings. Stateless. */
final class SimulatedRun {

  private static final double SECOND_MILLIS = 1_000;
  private static final double PERCENT = 100;

  private SimulatedRun() {}

  /** The run's record, with the times of jobs in the order of their ends and no figures. */
  static RunRecord of(RunSpec spec) {
    RunKey key = spec.key();
    return new RunRecord(
        spec.fingerprint(),
        key.experiment(),
        key.system(),
        key.repeat(),
        times(
            spec.mix(),
            spec.scale(),
            spec.seed(),
            key.system(),
            turns(key.system(), spec.scale()),
            key.system().offeredCores()),
        ImmutableMap.of());
  }

  /**
   * The times of jobs in the order of their ends, under Kairos with other settings than on YARN.
   *
   * @param queueBound how many tasks the node takes beyond its cores
   * @param starvingQuanta after how many quanta a suspended task runs next
   */
  static ImmutableList<Sample> kairosTimes(
      Mix mix, Scale scale, long seed, int queueBound, int starvingQuanta) {
    KairosSettings usual = KairosSettings.DEFAULT;
    return times(
        mix,
        scale,
        seed,
        YarnSystem.KAIROS,
        new KairosSettings(
            scale.quantumMillis(),
            queueBound,
            usual.tieRule(),
            starvingQuanta,
            usual.guardedQuanta(),
            usual.minimumShare()),
        Scale.CORES + queueBound);
  }

  private static ImmutableList<Sample> times(
      Mix mix, Scale scale, long seed, YarnSystem system, KairosSettings turns, int offeredCores) {
    Workload workload = MixWorkload.of(mix, scale, seed);
    RuntimePredictor predictor = Predictors.create(Predictors.DEFAULT);
    WorkloadHistory.records(workload, 1)
        .forEach(record -> predictor.learn(record.features(), record.outcome()));
    ImmutableList.Builder<Sample> times = ImmutableList.builder();
    SimulationResult unused =
        Simulation.run(
            node(offeredCores),
            SimulationParameters.builder()
                .seed(seed)
                .cycleMillis(YarnSystem.CYCLE_MILLIS)
                .containerStartMillis(Scale.OVERHEAD_MILLIS)
                .build(),
            oracle -> policy(mix, scale, system, turns, predictor, oracle),
            system == YarnSystem.FIFO
                ? Optional.empty()
                : Optional.of(new LasNodeScheduler(turns, LasNodeScheduler.DEFAULT_RESIZE_MILLIS)),
            predictor,
            JobStream.of(inFullQueues(workload.jobs())),
            new SimulationListener() {
              @Override
              public void jobEnded(JobRun run) {
                run.finishMillis()
                    .ifPresent(
                        end ->
                            times.add(
                                new Sample(
                                    run.job().name(), (end - run.submitMillis()) / SECOND_MILLIS)));
              }
            });
    return times.build();
  }

  /** A ResourceManager knows queues by their paths. */
  private static ImmutableList<WorkloadJob> inFullQueues(List<WorkloadJob> jobs) {
    return jobs.stream()
        .map(job -> job.inQueue("root." + job.queue()))
        .collect(ImmutableList.toImmutableList());
  }

  private static ClusterSpec node(int offeredCores) {
    NodeClass node =
        new NodeClass(
            "node",
            1,
            ResourceVector.of((long) offeredCores * YarnSystem.SLOT_MIB, Scale.CORES),
            "",
            1.0,
            offeredCores - Scale.CORES);
    return new ClusterSpec(ClusterSpec.ofSlots(1, 1).resources(), ImmutableList.of(node));
  }

  private static KairosSettings turns(YarnSystem system, Scale scale) {
    return KairosSettings.DEFAULT
        .withQuantumMillis(scale.quantumMillis())
        .withQueueBound(
            system == YarnSystem.KAIROS
                ? Scale.QUEUE_BOUND
                : Policies.usualQueueBound(system.policy()));
  }

  private static SchedulingPolicy policy(
      Mix mix,
      Scale scale,
      YarnSystem system,
      KairosSettings turns,
      RuntimePredictor predictor,
      JobOracle oracle) {
    ThreeSigmaSettings settings = ThreeSigmaSettings.DEFAULT;
    return Policies.create(
        system.policy(),
        new PolicyContext(
                settings.withGrid(
                    YarnSystem.CYCLE_MILLIS, settings.slotMillis(), settings.lookAheadSlots()),
                RuntimeSource.of(predictor),
                PlanSolvers.create(PlanSolvers.DEFAULT),
                Optional.of(oracle),
                Optional.empty())
            .with(turns)
            .with(new BigcSettings(scale.cutoffMillis(mix), mix.shortPercent() / PERCENT))
            .suspending(system == YarnSystem.FORESIGHT));
  }
}
