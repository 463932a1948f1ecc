package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.planner.OutcomeRecorder;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.distributed.DistributedPolicy;
import org.foresight.planner.policy.JobOracle;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.StageOutcome;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.jspecify.annotations.Nullable;

/**
 * Replays a workload on a cluster in virtual time.
 *
 * <p>Event-driven, single-threaded and deterministic: the same cluster, parameters, policy and jobs
 * give the same result. Runs that share nothing but immutable values may go on in parallel. Memory
 * grows with the jobs that live and the tasks that run, not with the length of the workload.
 *
 * <p>What must never happen is checked at every event, see {@link InvariantViolation}.
 */
public final class Simulation {

  /** Makes the policy of a run. */
  @FunctionalInterface
  public interface PolicyFactory {

    /**
     * Makes it.
     *
     * @param oracle knows what will become of the jobs that live in this simulation
     */
    SchedulingPolicy create(JobOracle oracle);
  }

  /**
   * Makes the policy of a run without a centre.
   *
   * @param <M> its messages
   */
  @FunctionalInterface
  public interface DistributedPolicyFactory<M> {

    /**
     * Makes it.
     *
     * @param oracle knows what will become of the jobs that live in this simulation
     */
    DistributedPolicy<M> create(JobOracle oracle);
  }

  /** More rounds at one moment of virtual time are a livelock. */
  private static final int MOST_ROUNDS_AT_ONCE = 100_000;

  private final EventQueue queue = new EventQueue();
  private final SimCluster cluster;
  private final SimulationParameters parameters;

  private Simulation(
      ClusterSpec spec,
      SimulationParameters parameters,
      Optional<NodeScheduler> nodeScheduler,
      SimulationListener listener) {
    if (nodeScheduler.isEmpty()) {
      spec.classes().forEach(Simulation::requireNoWaiting);
    }
    this.parameters = parameters;
    this.cluster = new SimCluster(spec, parameters, nodeScheduler.orElse(null), queue, listener);
  }

  /** Else all would run at once, each as fast as if it had its cores to itself. */
  private static void requireNoWaiting(NodeClass nodes) {
    if (nodes.waitingTasks() > 0) {
      throw new IllegalArgumentException(
          "The waitingTasks ("
              + nodes.waitingTasks()
              + ") of the node class ("
              + nodes.name()
              + ") must be 0 where there is no node scheduler to have them wait.");
    }
  }

  /**
   * Runs the jobs until all have ended, or nothing more can happen, or the parameters cut it off.
   *
   * @param predictor learns from the jobs that end, if the parameters say so
   * @param jobs in the order of submission; read as virtual time goes on, not closed
   * @param listener hears what becomes of every job
   * @throws InvariantViolation if the simulation, or the policy, does what must never be
   * @throws IllegalArgumentException if the jobs are not in the order of submission, or need a
   *     resource that the cluster does not know, or nodes take waiting tasks
   */
  public static SimulationResult run(
      ClusterSpec cluster,
      SimulationParameters parameters,
      PolicyFactory policy,
      RuntimePredictor predictor,
      JobStream jobs,
      SimulationListener listener) {
    return run(cluster, parameters, policy, Optional.empty(), predictor, jobs, listener);
  }

  /**
   * As above, with nodes on which tasks take turns.
   *
   * @param nodeScheduler shares the cores of each node among its tasks
   */
  public static SimulationResult run(
      ClusterSpec cluster,
      SimulationParameters parameters,
      PolicyFactory policy,
      Optional<NodeScheduler> nodeScheduler,
      RuntimePredictor predictor,
      JobStream jobs,
      SimulationListener listener) {
    Simulation simulation = new Simulation(cluster, parameters, nodeScheduler, listener);
    CentralHost host =
        new CentralHost(
            simulation.cluster,
            policy.create(simulation::outcome),
            recorder(parameters, predictor),
            parameters,
            simulation.queue);
    simulation.run(host, jobs);
    return simulation.cluster.result(host.plans(), cluster.vcores());
  }

  /**
   * Runs the jobs under a policy without a centre.
   *
   * @param policy makes what answers for all schedulers and nodes
   * @param nodeScheduler shares the cores of each node among its tasks; empty where each task has
   *     its cores to itself
   */
  public static <M> SimulationResult runDistributed(
      ClusterSpec cluster,
      SimulationParameters parameters,
      DistributedPolicyFactory<M> policy,
      Optional<NodeScheduler> nodeScheduler,
      RuntimePredictor predictor,
      JobStream jobs,
      SimulationListener listener) {
    Simulation simulation = new Simulation(cluster, parameters, nodeScheduler, listener);
    simulation.run(
        new DistributedHost<>(
            simulation.cluster,
            policy.create(simulation::outcome),
            recorder(parameters, predictor),
            parameters,
            simulation.queue),
        jobs);
    return simulation.cluster.result(0, cluster.vcores());
  }

  private static @Nullable OutcomeRecorder recorder(
      SimulationParameters parameters, RuntimePredictor predictor) {
    return parameters.learns() ? new OutcomeRecorder(predictor, predictor::learn) : null;
  }

  /**
   * Lets a predictor learn from jobs that ended before.
   *
   * @param history read to its end, not closed
   */
  public static void train(RuntimePredictor predictor, JobStream history) {
    while (history.hasNext()) {
      WorkloadJob job = history.next();
      predictor.learn(SubmittedFeatures.of(job), outcome(job));
    }
  }

  private JobOutcome outcome(String jobId) {
    SimJob job = cluster.jobs().get(jobId);
    if (job == null) {
      throw new IllegalArgumentException("No job (" + jobId + ") lives.");
    }
    return outcome(job.spec);
  }

  private static JobOutcome outcome(WorkloadJob job) {
    ImmutableList.Builder<StageOutcome> stages = ImmutableList.builder();
    for (int i = 0; i < job.stages().size(); i++) {
      WorkloadStage stage = job.stages().get(i);
      stages.add(
          new StageOutcome(
              TaskNames.of(i),
              stage.width(),
              stage.longestMillis(),
              stage.workMillis(),
              OptionalLong.empty(),
              OptionalLong.empty()));
    }
    return new JobOutcome(
        job.spanMillis(), job.width(), job.workMillis(), stages.build(), OptionalLong.empty());
  }

  private void run(ClusterHost host, JobStream jobs) {
    cluster.decidedBy(host);
    Arrivals arrivals = new Arrivals(jobs);
    arrivals.scheduleNext();
    long nowMillis = queue.nextMillis();
    if (nowMillis == EventQueue.NEVER) {
      return; // There are no jobs.
    }
    cluster.advance(nowMillis);
    new NodeFailures(cluster, queue, parameters.failures(), parameters.seed()).begin(nowMillis);
    long lastMillis = nowMillis + parameters.longestMillis();
    int rounds = 0;
    Hope hope = new Hope(parameters.failures().nodeRepairMillis());
    while (arrivals.isOpen() || !cluster.jobs().isEmpty()) {
      long nextMillis = queue.nextMillis();
      if (nextMillis != nowMillis) {
        host.settle(nowMillis);
        nextMillis = queue.nextMillis();
        if (nextMillis == EventQueue.NEVER) {
          return; // What still waits will wait for ever.
        }
        if (nextMillis > lastMillis) {
          cluster.advance(lastMillis);
          return;
        }
        rounds = nextMillis == nowMillis ? rounds + 1 : 0;
        if (rounds > MOST_ROUNDS_AT_ONCE) {
          throw cluster.violation("time does not go on");
        }
        cluster.advance(nextMillis);
        nowMillis = nextMillis;
      }
      SimEvent event = queue.poll();
      if (event != null) {
        cluster.happen(event);
      }
      if (!arrivals.isOpen() && hope.isLost(cluster, nowMillis)) {
        return; // Nodes fail and come back for ever, and nothing will end any more.
      }
    }
  }

  /** Reads the jobs one ahead, and submits each in its time. */
  private final class Arrivals extends SimEvent {
    private final JobStream jobs;
    private @Nullable WorkloadJob next;
    private long lastMillis = Long.MIN_VALUE;

    Arrivals(JobStream jobs) {
      this.jobs = jobs;
    }

    boolean isOpen() {
      return next != null;
    }

    void scheduleNext() {
      WorkloadJob job = jobs.hasNext() ? jobs.next() : null;
      next = job;
      if (job == null) {
        return;
      }
      if (job.submitMillis() < lastMillis) {
        throw new IllegalArgumentException(
            "The job ("
                + job.id()
                + ") is submitted at "
                + job.submitMillis()
                + " ms, the one before it at "
                + lastMillis
                + " ms: jobs must come in the order of submission.");
      }
      lastMillis = job.submitMillis();
      queue.schedule(this, lastMillis);
    }

    @Override
    void fire(long nowMillis) {
      WorkloadJob job = next;
      if (job != null) {
        scheduleNext();
        cluster.submit(job);
      }
    }

    @Override
    String describe() {
      return "submission of a job";
    }
  }
}
