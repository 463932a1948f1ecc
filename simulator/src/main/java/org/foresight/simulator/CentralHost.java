package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.OutcomeRecorder;
import org.foresight.planner.Plan;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;

/**
 * Lets a policy decide, as the plug-in of the ResourceManager does: tells it what happens, asks for
 * a plan when something has changed that outdates the last one or a planned start has come, at most
 * once a cycle, and carries out the plan on the nodes that have room.
 */
final class CentralHost implements ClusterHost {
  private static final Decision.Hold NO_ROOM =
      new Decision.Hold(
          Decision.Hold.Scope.NODE, new Reason(Reason.Code.NOTHING_FITS, "The node is full."));

  private final SimCluster cluster;
  private final SchedulingPolicy policy;
  private final @Nullable OutcomeRecorder recorder;
  private final SimulationParameters parameters;
  private final EventQueue queue;
  private final CandidateNodes candidates;
  private final NodeSweep sweep;
  private final boolean keepsNodeOrder;
  private final Alarm alarm = new Alarm();
  private final View view = new View();

  private @Nullable Plan plan;
  private @Nullable Dispatcher dispatcher;
  private @Nullable Plan inTheMaking;
  private boolean isOutdated;
  private long nextPlanMillis = Long.MIN_VALUE;
  private OptionalLong nextStartMillis = OptionalLong.empty();
  private long plans;

  private @Nullable ImmutableList<NodeView> nodeViews;

  /**
   * @param recorder sums up jobs for whoever learns; null where nobody does
   */
  CentralHost(
      SimCluster cluster,
      SchedulingPolicy policy,
      @Nullable OutcomeRecorder recorder,
      SimulationParameters parameters,
      EventQueue queue) {
    this.cluster = cluster;
    this.policy = policy;
    this.recorder = recorder;
    this.parameters = parameters;
    this.queue = queue;
    boolean onReports = parameters.heartbeatMillis() > 0 && !parameters.asynchronous();
    NodeRanking ranking =
        onReports
            ? null
            : policy.nodeOrder().map(o -> new NodeRanking(cluster.nodes(), o)).orElse(null);
    this.keepsNodeOrder = ranking != null;
    this.candidates = new CandidateNodes(cluster.nodes(), ranking);
    this.sweep = new NodeSweep(cluster, candidates, ranking, onReports, queue, this::startOne);
  }

  long plans() {
    return plans;
  }

  // --- what happens -----------------------------------------------------------------------------

  @Override
  public void submitted(SimJob job, long nowMillis) {
    JobFeatures features = job.features();
    tell(new ClusterEvent.JobSubmitted(nowMillis, job.id, features, job.goal));
    candidates.asked(job.asks());
    sweep.request();
  }

  @Override
  public void demandGrew(SimJob job, long nowMillis) {
    tell(new ClusterEvent.DemandChanged(nowMillis, job.id));
    candidates.asked(job.asks());
    if (plan != null) {
      dispatcher = dispatcher(plan); // The one before may have passed over the job for good.
    }
    sweep.request();
  }

  @Override
  public void taskStarted(SimTask task, long nowMillis) {
    roomChanged(task.node);
    if (!task.isMaster()) {
      tell(
          new ClusterEvent.TaskStarted(
              nowMillis, task.job.id, task.id(), TaskNames.of(task.stage)));
    }
  }

  @Override
  public void taskEnded(SimTask task, TaskEnd end, long nowMillis) {
    roomChanged(task.node);
    if (!task.isMaster()) {
      tell(new ClusterEvent.TaskFinished(nowMillis, task.job.id, task.id(), end));
    }
    sweep.request();
  }

  @Override
  public void jobEnded(SimJob job, long nowMillis) {
    tell(new ClusterEvent.JobFinished(nowMillis, job.id, true));
  }

  @Override
  public void nodeChanged(SimNode node, long nowMillis) {
    roomChanged(node);
    tell(new ClusterEvent.NodeChanged(nowMillis, node.id));
    sweep.request();
  }

  @Override
  public void nodeReported(SimNode node) {
    roomChanged(node);
  }

  private void roomChanged(SimNode node) {
    nodeViews = null;
    candidates.changed(node);
  }

  private void tell(ClusterEvent event) {
    if (recorder != null) {
      recorder.onEvent(event);
    }
    policy.onEvent(event);
    isOutdated |= policy.outdatesPlan(event);
  }

  // --- planning ---------------------------------------------------------------------------------

  @Override
  public void settle(long nowMillis) {
    boolean startIsDue =
        nextStartMillis.isPresent() && nextStartMillis.getAsLong() <= nowMillis && plan != null;
    if (startIsDue) {
      sweep.request();
    }
    if ((isOutdated || startIsDue) && inTheMaking == null && nowMillis >= nextPlanMillis) {
      makePlan(nowMillis);
    } else if (startIsDue && plan != null) {
      isOutdated = true; // A plan is due, as soon as the cycle is over.
      nextStartMillis = plan.nextStartMillis(nowMillis);
    }
    if (plan != null) {
      sweep.run(nowMillis);
    }
    setAlarm(nowMillis);
  }

  private void makePlan(long nowMillis) {
    isOutdated = false;
    nextPlanMillis = nowMillis + parameters.cycleMillis();
    Plan made = policy.plan(new Snapshot(), nowMillis, () -> false);
    plans++;
    if (parameters.planMillis() == 0) {
      enforce(made);
    } else {
      inTheMaking = made;
      queue.schedule(new PlanReady(made), nowMillis + parameters.planMillis());
    }
  }

  private void enforce(Plan made) {
    plan = made;
    for (Preemption preemption : made.preemptions()) {
      preempt(preemption, made.madeAtMillis());
    }
    dispatcher = dispatcher(made);
    nextStartMillis = made.nextStartMillis(made.madeAtMillis());
    sweep.request();
  }

  private Dispatcher dispatcher(Plan of) {
    return policy.dispatcher(of, NodeAdmission.WHAT_RUNS_AT_ONCE);
  }

  private void preempt(Preemption preemption, long plannedMillis) {
    SimJob job = cluster.jobs().get(preemption.jobId());
    if (job == null) {
      return; // It has ended since the plan was made.
    }
    for (SimTask task : job.tasksRunning()) {
      // A later attempt of the task is not the one that the plan was made for.
      if (task.id().equals(preemption.taskId()) && task.bookedMillis <= plannedMillis) {
        cluster.preempt(task);
        return;
      }
    }
  }

  /** A plan that took its time comes into force. */
  private final class PlanReady extends SimEvent {
    private final Plan made;

    PlanReady(Plan made) {
      this.made = made;
    }

    @Override
    void fire(long nowMillis) {
      inTheMaking = null;
      enforce(made);
    }

    @Override
    String describe() {
      return "coming into force of the plan made at " + made.madeAtMillis() + " ms";
    }
  }

  /** Wakes up to plan, or to start what is planned. */
  private static final class Alarm extends SimEvent {
    private long atMillis = EventQueue.NEVER;

    @Override
    void fire(long nowMillis) {
      atMillis = EventQueue.NEVER; // What is due is seen to when this moment is settled.
    }

    @Override
    String describe() {
      return "next plan or planned start";
    }
  }

  private void setAlarm(long nowMillis) {
    long atMillis = EventQueue.NEVER;
    if (isOutdated) {
      atMillis = nextPlanMillis;
    }
    if (nextStartMillis.isPresent()) {
      atMillis = Math.min(atMillis, nextStartMillis.getAsLong());
    }
    if (atMillis == EventQueue.NEVER || (inTheMaking != null && atMillis <= nowMillis)) {
      return;
    }
    atMillis = Math.max(nowMillis + 1, atMillis);
    if (atMillis < alarm.atMillis || !alarm.isScheduled()) {
      alarm.atMillis = atMillis;
      queue.schedule(alarm, atMillis);
    }
  }

  // --- dispatch ---------------------------------------------------------------------------------

  private Decision.@Nullable Hold startOne(SimNode node, long nowMillis) {
    Dispatcher current = dispatcher;
    if (current == null || !candidates.contains(node)) {
      return NO_ROOM;
    }
    Decision decision = current.next(node.view(), view, nowMillis);
    if (decision instanceof Decision.Hold hold) {
      return hold;
    }
    Decision.Start start = (Decision.Start) decision;
    String jobId = start.jobId();
    SimJob job = cluster.jobs().get(jobId);
    if (job == null) {
      throw cluster.violation(
          "the policy " + policy.name() + " starts " + jobId + ", which does not live");
    }
    cluster.start(job, node, start.suspendable());
    return null;
  }

  private ImmutableList<NodeView> nodeViews() {
    ImmutableList<NodeView> current = nodeViews;
    if (current == null) {
      ImmutableList.Builder<NodeView> views = ImmutableList.builder();
      for (SimNode node : cluster.nodes()) {
        if (node.isUp) {
          views.add(node.view());
        }
      }
      current = views.build();
      nodeViews = current;
    }
    return current;
  }

  private final class View implements DispatchView {
    @Override
    public @Nullable DispatchableJob job(String jobId) {
      return cluster.jobs().get(jobId);
    }

    @Override
    public ImmutableList<NodeView> nodes() {
      return nodeViews();
    }

    @Override
    public boolean keepsNodeOrder() {
      return keepsNodeOrder;
    }
  }

  private final class Snapshot implements ClusterSnapshot {
    @Override
    public ImmutableList<NodeView> nodes() {
      return nodeViews();
    }

    @Override
    public ImmutableList<JobView> jobs() {
      return ImmutableList.copyOf(cluster.jobs().values());
    }
  }
}
