package org.foresight.simulator;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.OutcomeRecorder;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.distributed.Address;
import org.foresight.planner.distributed.DistributedPolicy;
import org.foresight.planner.distributed.Messenger;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;

/** Carries the messages of a policy without a centre, and starts its tasks. */
final class DistributedHost<M> implements ClusterHost, Messenger<M> {
  private final SimCluster cluster;
  private final DistributedPolicy<M> policy;
  private final @Nullable OutcomeRecorder recorder;
  private final EventQueue queue;
  private final long networkDelayMillis;
  private final RandomGenerator random;

  /**
   * @param recorder sums up jobs for whoever learns; null where nobody does
   */
  DistributedHost(
      SimCluster cluster,
      DistributedPolicy<M> policy,
      @Nullable OutcomeRecorder recorder,
      SimulationParameters parameters,
      EventQueue queue) {
    this.cluster = cluster;
    this.policy = policy;
    this.recorder = recorder;
    this.queue = queue;
    this.networkDelayMillis = parameters.networkDelayMillis();
    this.random = new SplittableRandom(parameters.seed());
  }

  // --- what happens -----------------------------------------------------------------------------

  @Override
  public void submitted(SimJob job, long nowMillis) {
    JobFeatures features = job.features();
    ClusterEvent.JobSubmitted event =
        new ClusterEvent.JobSubmitted(nowMillis, job.id, features, job.goal);
    record(event);
    policy.submitted(event, this);
  }

  @Override
  public void demandGrew(SimJob job, long nowMillis) {
    policy.demandGrew(job.id, this);
  }

  @Override
  public void taskStarted(SimTask task, long nowMillis) {
    if (!task.isMaster()) {
      record(
          new ClusterEvent.TaskStarted(
              nowMillis, task.job.id, task.id(), TaskNames.of(task.stage)));
    }
  }

  @Override
  public void taskEnded(SimTask task, TaskEnd end, long nowMillis) {
    if (!task.isMaster()) {
      record(new ClusterEvent.TaskFinished(nowMillis, task.job.id, task.id(), end));
    }
    if (task.node.isUp) { // Else the node hears nothing any more.
      policy.taskEnded(task.node.index, task.job.id, end, this);
    }
  }

  @Override
  public void jobEnded(SimJob job, long nowMillis) {
    record(new ClusterEvent.JobFinished(nowMillis, job.id, true));
    policy.jobEnded(job.id);
  }

  @Override
  public void nodeChanged(SimNode node, long nowMillis) {
    policy.nodeChanged(node.index, node.isUp, this);
  }

  @Override
  public void settle(long nowMillis) {
    // Every part decides as soon as it hears of something.
  }

  private void record(ClusterEvent event) {
    if (recorder != null) {
      recorder.onEvent(event);
    }
  }

  // --- what the policy does ---------------------------------------------------------------------

  @Override
  public long nowMillis() {
    return cluster.nowMillis();
  }

  @Override
  public int nodes() {
    return cluster.nodes().size();
  }

  @Override
  public NodeView node(int index) {
    return cluster.nodes().get(index).view();
  }

  @Override
  public void send(Address to, M message) {
    queue.schedule(new Delivery(to, message), nowMillis() + networkDelayMillis);
  }

  @Override
  public void remind(Address self, M message, long delayMillis) {
    queue.schedule(new Delivery(self, message), Math.addExact(nowMillis(), delayMillis));
  }

  @Override
  public boolean start(int node, String jobId) {
    SimNode place = cluster.nodes().get(node);
    SimJob job = cluster.jobs().get(jobId);
    if (job == null || !place.isUp || !job.mayStartOn(place)) {
      return false;
    }
    cluster.start(job, place);
    return true;
  }

  @Override
  public int waitingTasks(String jobId) {
    SimJob job = cluster.jobs().get(jobId);
    return job == null ? 0 : job.waitingTasks();
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  private final class Delivery extends SimEvent {
    private final Address to;
    private final M message;

    Delivery(Address to, M message) {
      this.to = to;
      this.message = message;
    }

    @Override
    void fire(long nowMillis) {
      // What is sent to a node that is away is lost.
      if (!(to instanceof Address.Node node) || cluster.nodes().get(node.index()).isUp) {
        policy.received(to, message, DistributedHost.this);
      }
    }

    @Override
    String describe() {
      return "delivery to " + to + " of " + message;
    }
  }
}
