package org.foresight.simulator;

import java.util.SplittableRandom;

/** Lets nodes fail, one after another, at moments that no policy has an influence on. */
final class NodeFailures extends SimEvent {
  /** So far away that it does not matter any more. */
  private static final double NEVER_MILLIS = 1e15;

  private final SimCluster cluster;
  private final EventQueue queue;
  private final FailureModel model;
  private final SplittableRandom random;

  NodeFailures(SimCluster cluster, EventQueue queue, FailureModel model, long seed) {
    this.cluster = cluster;
    this.queue = queue;
    this.model = model;
    // Not the numbers that the probes of a policy are drawn from.
    this.random = new SplittableRandom(seed).split();
  }

  /** Begins, unless no node ever fails. */
  void begin(long nowMillis) {
    if (model.nodeMtbfMillis() < Double.POSITIVE_INFINITY) {
      scheduleNext(nowMillis);
    }
  }

  private void scheduleNext(long nowMillis) {
    double meanMillis = model.nodeMtbfMillis() / cluster.nodes().size();
    double untilMillis = -meanMillis * Math.log1p(-random.nextDouble());
    queue.schedule(this, nowMillis + 1 + (long) Math.min(untilMillis, NEVER_MILLIS));
  }

  @Override
  void fire(long nowMillis) {
    SimNode node = cluster.nodes().get(random.nextInt(cluster.nodes().size()));
    if (node.isUp) {
      cluster.fail(node);
      queue.schedule(new Repair(node), nowMillis + model.nodeRepairMillis());
    }
    scheduleNext(nowMillis);
  }

  @Override
  String describe() {
    return "failure of a node";
  }

  private final class Repair extends SimEvent {
    private final SimNode node;

    Repair(SimNode node) {
      this.node = node;
    }

    @Override
    void fire(long nowMillis) {
      cluster.repair(node);
    }

    @Override
    String describe() {
      return "return of " + node.id;
    }
  }
}
