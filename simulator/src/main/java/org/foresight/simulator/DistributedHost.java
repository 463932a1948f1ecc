package org.foresight.simulator;

import java.util.ArrayDeque;
import java.util.BitSet;
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
  private final Network network = new Network();

  /** Which nodes are away; asked for every message, and so not spread over the nodes. */
  private final BitSet away = new BitSet();

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
    if (recorder != null && !task.isMaster()) {
      recorder.onEvent(
          new ClusterEvent.TaskStarted(
              nowMillis, task.job.id, task.id(), TaskNames.of(task.stage)));
    }
  }

  @Override
  public void taskEnded(SimTask task, TaskEnd end, long nowMillis) {
    if (recorder != null && !task.isMaster()) {
      recorder.onEvent(new ClusterEvent.TaskFinished(nowMillis, task.job.id, task.id(), end));
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
    away.set(node.index, !node.isUp);
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
    network.send(new Letter<>(to, message, nowMillis() + networkDelayMillis));
  }

  @Override
  public void remind(Address self, M message, long delayMillis) {
    long arrivalMillis = Math.addExact(nowMillis(), delayMillis);
    queue.schedule(new Reminder(new Letter<>(self, message, arrivalMillis)), arrivalMillis);
  }

  @Override
  public boolean start(int node, String jobId) {
    SimNode place = cluster.nodes().get(node);
    SimJob job = cluster.jobs().get(jobId);
    if (job == null || !place.isUp || !job.mayStartOn(place)) {
      return false;
    }
    cluster.start(job, place, true); // Nobody there tells jobs apart by what must not wait.
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

  /**
   * A message on its way.
   *
   * @param arrivalMillis when it arrives
   */
  private record Letter<M>(Address to, M message, long arrivalMillis) {

    String describe() {
      return "delivery to " + to + " of " + message;
    }
  }

  private void deliver(Letter<M> letter) {
    if (letter.to() instanceof Address.Node node && away.get(node.index())) {
      policy.undelivered(node.index(), letter.message(), this);
    } else {
      policy.received(letter.to(), letter.message(), this);
    }
  }

  /**
   * All messages between addresses. They take equally long, so they arrive in the order in which
   * they were sent: they need no place in the queue of events, which is far slower.
   */
  private final class Network extends SimEvent {
    private final ArrayDeque<Letter<M>> letters = new ArrayDeque<>();
    private boolean isScheduled;
    private @Nullable Letter<M> delivered;

    void send(Letter<M> letter) {
      letters.add(letter);
      if (!isScheduled) {
        isScheduled = true;
        queue.schedule(this, letter.arrivalMillis());
      }
    }

    @Override
    void fire(long nowMillis) {
      // Answers without a delay have to wait for their turn.
      for (int left = letters.size(); left > 0; left--) {
        Letter<M> first = letters.peek();
        if (first == null || first.arrivalMillis() > nowMillis) {
          break;
        }
        letters.remove();
        delivered = first;
        deliver(first);
      }
      Letter<M> next = letters.peek();
      isScheduled = next != null;
      if (next != null) {
        queue.schedule(this, next.arrivalMillis());
      }
    }

    @Override
    String describe() {
      Letter<M> letter = delivered;
      return letter == null ? "first delivery" : letter.describe();
    }
  }

  /** A message from an address to itself. */
  private final class Reminder extends SimEvent {
    private final Letter<M> letter;

    Reminder(Letter<M> letter) {
      this.letter = letter;
    }

    @Override
    void fire(long nowMillis) {
      deliver(letter);
    }

    @Override
    String describe() {
      return letter.describe();
    }
  }
}
