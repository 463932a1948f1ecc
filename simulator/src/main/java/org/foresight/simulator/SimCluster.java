package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/**
 * The state of the simulated cluster, and all that can happen to it. Whatever is booked, released,
 * started or ended goes through here, and is checked here.
 *
 * <p>An event that is about to happen to a task is the task itself; see {@link SimTask}.
 */
final class SimCluster {
  /** About 3,000 years, so that sums of times stay inside a long. */
  private static final double LONGEST_RUNTIME_MILLIS = 1e14;

  private final EventQueue queue;
  private final SimulationParameters parameters;
  private final SimulationListener listener;
  private final ImmutableList<SimNode> nodes;
  private final @Nullable SharedNode[] shared;
  private final JobAdmission admission;
  private final Map<String, SimJob> jobs = new LinkedHashMap<>();
  private final ReportTimes reports;
  private final long launchMillis;
  private @Nullable ClusterHost host;
  private @Nullable UsageRecorder usage;

  private long nowMillis;
  private @Nullable SimEvent happening;

  private long usedVcores;

  /** Of those that are used, the ones on which a task runs, where tasks take turns. */
  private double sharedVcores;

  private long runningTasks;
  private long waitingTasks;
  private long releasedVcoreMillis;
  private long submitted;
  private long finished;
  private long refused;
  private long taskEvents;
  private long lostTasks;
  private long failedTasks;
  private long succeededTasks;
  private long preemptions;

  SimCluster(
      ClusterSpec spec,
      SimulationParameters parameters,
      @Nullable NodeScheduler nodeScheduler,
      EventQueue queue,
      SimulationListener listener) {
    this.queue = queue;
    this.parameters = parameters;
    this.listener = listener;
    this.nodes = nodes(spec);
    this.admission =
        new JobAdmission(
            spec.resources(), nodes, parameters.master().map(MasterModel::demand).orElse(null));
    this.reports = new ReportTimes(parameters.heartbeatMillis(), nodes.size());
    this.launchMillis = parameters.networkDelayMillis() + parameters.containerStartMillis();
    this.shared = new SharedNode[nodeScheduler == null ? 0 : nodes.size()];
    if (nodeScheduler != null) {
      for (SimNode node : nodes) {
        shared[node.index] = new SharedNode(node, this, nodeScheduler);
      }
    }
  }

  private static ImmutableList<SimNode> nodes(ClusterSpec spec) {
    ImmutableList.Builder<SimNode> nodes = ImmutableList.builder();
    int index = 0;
    for (NodeClass nodeClass : spec.classes()) {
      ResourceVector admitted = SimNode.admitted(nodeClass);
      for (int i = 0; i < nodeClass.count(); i++) {
        nodes.add(new SimNode(index++, nodeClass.name() + "-" + i, nodeClass, admitted));
      }
    }
    return nodes.build();
  }

  /** Says who decides; before anything else happens. */
  void decidedBy(ClusterHost newHost) {
    host = newHost;
  }

  ImmutableList<SimNode> nodes() {
    return nodes;
  }

  ReportTimes reports() {
    return reports;
  }

  /** The jobs that have not ended, in the order of submission. */
  Map<String, SimJob> jobs() {
    return jobs;
  }

  long nowMillis() {
    return nowMillis;
  }

  long waitingTasks() {
    return waitingTasks;
  }

  /** How many tasks and application masters have started or ended. */
  long taskEvents() {
    return taskEvents;
  }

  /** How many tasks have succeeded. */
  long succeededTasks() {
    return succeededTasks;
  }

  /** How many tasks and application masters were lost to failures of nodes or their own. */
  long lostTasks() {
    return lostTasks + failedTasks;
  }

  /** Whether nothing runs, not even an application master. */
  boolean isIdle() {
    return runningTasks == 0;
  }

  // --- time -------------------------------------------------------------------------------------

  /** Virtual time goes on to this moment. */
  void advance(long toMillis) {
    UsageRecorder recorder = usage;
    if (recorder == null) {
      recorder = new UsageRecorder(toMillis);
      usage = recorder;
    } else if (toMillis < nowMillis) {
      throw violation("time goes back to " + toMillis + " ms");
    }
    double runningVcores = shared.length > 0 ? Math.max(0, sharedVcores) : usedVcores;
    recorder.advance(toMillis, usedVcores, runningVcores, waitingTasks);
    nowMillis = toMillis;
  }

  void happen(SimEvent event) {
    happening = event;
    event.fire(nowMillis);
  }

  InvariantViolation violation(String problem) {
    SimEvent event = happening;
    return new InvariantViolation(
        nowMillis, event == null ? "beginning" : event.describe(), problem);
  }

  // --- jobs -------------------------------------------------------------------------------------

  /** A job is submitted, or refused if no empty cluster could run it. */
  void submit(WorkloadJob spec) {
    long number = submitted++;
    SimStage[] stages = admission.stages(spec);
    String problem = admission.whyUnrunnable(spec, stages);
    if (problem != null) {
      refused++;
      listener.jobRefused(spec, problem);
      return;
    }
    SimJob job = new SimJob(spec, number, stages, admission.masterDemand());
    if (jobs.put(job.id, job) != null) {
      throw new IllegalArgumentException(
          "The job (" + job.id + ") is submitted while another one of this id lives.");
    }
    waitingTasks += job.waitingTasks();
    host().submitted(job, nowMillis);
  }

  /** What a job asks for changes: {@code change} does it. */
  private void changeDemand(SimJob job, Runnable change) {
    waitingTasks -= job.waitingTasks();
    change.run();
    waitingTasks += job.waitingTasks();
  }

  // --- tasks ------------------------------------------------------------------------------------

  /**
   * Starts the job's application master or its next task that fits here.
   *
   * @param suspendable whether the node may suspend the task for others; no master is suspended
   */
  void start(SimJob job, SimNode node, boolean suspendable) {
    if (!node.isUp || !job.mayStartOn(node)) {
      throw violation(
          job.id
              + " is started on "
              + node.id
              + (node.isUp ? ", where nothing that it waits for fits" : ", which is away"));
    }
    ResourceVector masterDemand = job.masterDemand;
    SimTask task =
        job.phase == SimJob.Phase.WAITS_FOR_MASTER && masterDemand != null
            ? master(job, node, masterDemand)
            : task(job, node, suspendable);
    waitingTasks -= job.waitingTasks();
    job.started(task);
    waitingTasks += job.waitingTasks();
    node.book(task);
    if (!node.isSound()) {
      throw violation(node.id + " is over-allocated by the task " + task.id() + " of " + job.id);
    }
    usedVcores += task.demand.amount(SimNode.VCORES);
    runningTasks++;
    taskEvents++;
    if (task.isMaster() || shared.length > 0) {
      queue.schedule(task, nowMillis + launchMillis + (task.isMaster() ? masterStartMillis() : 0));
    } else {
      scheduleEnd(task, nowMillis + launchMillis + task.runtimeMillis);
    }
    host().taskStarted(task, nowMillis);
  }

  private SimTask master(SimJob job, SimNode node, ResourceVector demand) {
    return new SimTask(this, job, node, demand, SimTask.MASTER, -1, nowMillis, 0, false, false);
  }

  private SimTask task(SimJob job, SimNode node, boolean suspendable) {
    int index = job.stageFitting(node);
    SimStage stage = job.stages[index];
    int number = stage.start();
    double slowdown = job.spec.preference().slowdownOn(node.nodeClass.name());
    double runtime = stage.runtimeMillis(number) * slowdown / node.nodeClass.speed();
    double failure = parameters.failures().taskFailureProbability();
    boolean fails = false;
    if (failure > 0) {
      int losses = stage.losses(number);
      fails = Draw.uniform(parameters.seed(), job.number, number, 2L * losses) < failure;
      if (fails) {
        runtime *= Draw.uniform(parameters.seed(), job.number, number, 2L * losses + 1);
      }
    }
    long runtimeMillis = Math.max(1, (long) Math.ceil(Math.min(runtime, LONGEST_RUNTIME_MILLIS)));
    return new SimTask(
        this, job, node, stage.demand, number, index, nowMillis, runtimeMillis, fails, suspendable);
  }

  private long masterStartMillis() {
    return parameters.master().orElseThrow().startMillis();
  }

  private void scheduleEnd(SimTask task, long endMillis) {
    queue.schedule(
        task, reports.nextMillis(task.node.index, endMillis + parameters.networkDelayMillis()));
  }

  /** The next event of a task: it arrives on its node, or its end is known. */
  void taskEvent(SimTask task, long now) {
    if (task.isMaster()) {
      masterEvent(task);
    } else if (shared.length > 0 && task.share == null) {
      sharedNode(task).arrived(task, now);
    } else if (task.fails) {
      failedTasks++;
      lose(task);
    } else {
      succeed(task);
    }
  }

  private void masterEvent(SimTask master) {
    SimJob job = master.job;
    if (job.phase == SimJob.Phase.MASTER_STARTS) {
      changeDemand(job, () -> job.enter(SimJob.Phase.WORKS));
      host().demandGrew(job, nowMillis);
      progress(job); // It goes on from what had ended under the master before it.
    } else {
      endWithMaster(master);
    }
  }

  private void endWithMaster(SimTask master) {
    release(master, true);
    host().taskEnded(master, TaskEnd.SUCCEEDED, nowMillis);
    end(master.job);
  }

  private SharedNode sharedNode(SimTask task) {
    SharedNode node = shared[task.node.index];
    if (node == null) {
      throw violation("there is no scheduler on " + task.node.id);
    }
    return node;
  }

  /** Gives a task another share; so the time of its end changes, unless it has ended already. */
  void share(TaskShare task, double share) {
    sharedVcores += (share - task.share()) * task.vcores();
    boolean hasEnded = task.hasEnded(nowMillis);
    task.set(share, nowMillis);
    if (hasEnded) {
      return; // The news of it are on their way.
    }
    long endMillis = task.endMillis();
    if (endMillis == EventQueue.NEVER) {
      queue.cancel(task.task());
    } else {
      scheduleEnd(task.task(), endMillis);
    }
  }

  /** A node has told of itself. */
  void reported(SimNode node) {
    host().nodeReported(node);
  }

  void wake(SharedNode node, long atMillis) {
    queue.schedule(node, Math.max(nowMillis, atMillis));
  }

  private void succeed(SimTask task) {
    TaskShare share = task.share;
    if (share != null && share.attainedMillis(nowMillis) < task.runtimeMillis - 1.0) {
      throw violation(
          "the task ends after "
              + share.attainedMillis(nowMillis)
              + " ms of its "
              + task.runtimeMillis);
    }
    succeededTasks++;
    release(task, true);
    host().taskEnded(task, TaskEnd.SUCCEEDED, nowMillis);
    SimJob job = task.job;
    SimStage stage = job.stages[task.stage];
    if (stage.hasEnded()) {
      if (parameters.reportMillis() == 0) {
        progress(job);
      } else {
        queue.schedule(new StageReport(job), nowMillis + parameters.reportMillis());
      }
    }
  }

  /** The job learns that a stage of it has ended. */
  private final class StageReport extends SimEvent {
    private final SimJob job;

    StageReport(SimJob job) {
      this.job = job;
    }

    @Override
    void fire(long now) {
      // It may have learned that already with another stage, and ended.
      if (jobs.get(job.id) == job) {
        progress(job);
      }
    }

    @Override
    String describe() {
      return "report of the end of a stage of the job " + job.id;
    }
  }

  private void progress(SimJob job) {
    if (job.phase != SimJob.Phase.WORKS) {
      return; // It ends already, or its application master is being replaced.
    }
    if (job.hasEnded()) {
      finish(job);
      return;
    }
    waitingTasks -= job.waitingTasks();
    boolean grew = job.readyStages();
    waitingTasks += job.waitingTasks();
    if (grew) {
      host().demandGrew(job, nowMillis);
    }
  }

  private void finish(SimJob job) {
    finished++;
    job.enter(SimJob.Phase.ENDS);
    listener.jobEnded(job.run(OptionalLong.of(nowMillis)));
    SimTask master = job.master;
    if (master == null) {
      end(job);
    } else {
      long goneMillis = nowMillis + parameters.master().orElseThrow().endMillis();
      queue.schedule(master, reports.nextMillis(master.node.index, goneMillis));
    }
  }

  private void end(SimJob job) {
    jobs.remove(job.id);
    host().jobEnded(job, nowMillis);
  }

  /** A running task is stopped to make room. */
  void preempt(SimTask task) {
    preemptions++;
    lose(task);
  }

  /** A task is gone without success and will have to run again. */
  private void lose(SimTask task) {
    release(task, false);
    host().taskEnded(task, TaskEnd.LOST, nowMillis);
    host().demandGrew(task.job, nowMillis);
  }

  private void release(SimTask task, boolean succeeded) {
    queue.cancel(task);
    SimJob job = task.job;
    long ranMillis = nowMillis - task.bookedMillis;
    TaskShare share = task.share;
    long workMillis = share == null ? ranMillis : Math.round(share.attainedMillis(nowMillis));
    waitingTasks -= job.waitingTasks();
    job.ended(task, succeeded, workMillis);
    waitingTasks += job.waitingTasks();
    task.node.release(task);
    if (!task.node.isSound()) {
      throw violation(task.node.id + " is given back more than it has");
    }
    long vcores = task.demand.amount(SimNode.VCORES);
    usedVcores -= vcores;
    runningTasks--;
    releasedVcoreMillis = Math.addExact(releasedVcoreMillis, Math.multiplyExact(vcores, ranMillis));
    taskEvents++;
    if (share != null) {
      sharedVcores -= share.share() * share.vcores();
      sharedNode(task).left(share, nowMillis);
    }
  }

  // --- nodes ------------------------------------------------------------------------------------

  /** A node is away, and all that ran there is lost. */
  void fail(SimNode node) {
    node.isUp = false;
    host().nodeChanged(node, nowMillis);
    for (SimTask task : ImmutableList.copyOf(node.tasks())) {
      if (node.tasks().contains(task)) { // Not if it was lost with its application master.
        if (task.isMaster()) {
          loseMaster(task);
        } else {
          lostTasks++;
          lose(task);
        }
      }
    }
  }

  /** The job's next application master goes on from the tasks that have succeeded. */
  private void loseMaster(SimTask master) {
    SimJob job = master.job;
    if (job.phase == SimJob.Phase.ENDS) {
      endWithMaster(master);
      return;
    }
    lostTasks++;
    List<SimTask> orphans = new ArrayList<>(job.tasksRunning());
    for (SimTask orphan : orphans) {
      lostTasks++;
      release(orphan, false);
      host().taskEnded(orphan, TaskEnd.LOST, nowMillis);
    }
    release(master, false);
    changeDemand(job, () -> job.enter(SimJob.Phase.WAITS_FOR_MASTER));
    host().taskEnded(master, TaskEnd.LOST, nowMillis);
    host().demandGrew(job, nowMillis);
  }

  void repair(SimNode node) {
    node.isUp = true;
    host().nodeChanged(node, nowMillis);
  }

  // --- the end ----------------------------------------------------------------------------------

  /** Nothing more happens: what was done must be what was booked. */
  SimulationResult result(long plans, long totalVcores) {
    long heldVcoreMillis = 0;
    for (SimNode node : nodes) {
      for (SimTask task : node.tasks()) {
        heldVcoreMillis += task.demand.amount(SimNode.VCORES) * (nowMillis - task.bookedMillis);
      }
    }
    UsageRecorder recorder = usage == null ? new UsageRecorder(nowMillis) : usage;
    if (recorder.heldVcoreMillis() != releasedVcoreMillis + heldVcoreMillis) {
      throw violation(
          "the cluster was used for "
              + recorder.heldVcoreMillis()
              + " ms of virtual cores, tasks held "
              + (releasedVcoreMillis + heldVcoreMillis));
    }
    jobs.values().stream()
        .filter(job -> job.phase != SimJob.Phase.ENDS)
        .forEach(job -> listener.jobEnded(job.run(OptionalLong.empty())));
    return new SimulationResult(
        submitted,
        finished,
        refused,
        submitted - finished - refused,
        taskEvents,
        plans,
        preemptions,
        lostTasks,
        nowMillis,
        recorder.usage(totalVcores));
  }

  private ClusterHost host() {
    ClusterHost current = host;
    if (current == null) {
      throw new IllegalStateException("Nobody decides in this cluster.");
    }
    return current;
  }
}
