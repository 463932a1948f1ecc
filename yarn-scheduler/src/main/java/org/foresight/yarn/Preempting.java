package org.foresight.yarn;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.foresight.planner.HostClock;
import org.foresight.planner.Plan;
import org.foresight.planner.Preemption;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.preemption.KeptRooms;
import org.foresight.planner.preemption.Moment;
import org.foresight.planner.preemption.Observation;
import org.foresight.planner.preemption.Preemptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what a {@link Preemptor} decides: an application is told of its containers in the
 * answer to its next heartbeat, as by YARN's own preemption, and those that still run when the
 * grace is over end with the exit status {@code PREEMPTED}. Marks are in memory only, so that after
 * a restart a container that was told goes on; one that was stopped ends in any case.
 *
 * <p>Thread-safe. Containers are stopped by a thread of its own, under no lock of ours.
 */
final class Preempting {
  private static final Logger LOG = LoggerFactory.getLogger(Preempting.class);

  private final CapacityScheduler scheduler;
  private final ClusterReader cluster;
  private final Preemptor preemptor;
  private final HostClock clock;
  private final BooleanSupplier inCharge;
  private final ScheduledThreadPoolExecutor stopper;

  /**
   * @param cluster reads the queues that are on
   * @param inCharge whether a plan is in force, without which nothing is stopped
   */
  Preempting(
      CapacityScheduler scheduler,
      ClusterReader cluster,
      Preemptor preemptor,
      HostClock clock,
      BooleanSupplier inCharge) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.preemptor = preemptor;
    this.clock = clock;
    this.inCharge = inCharge;
    this.stopper =
        new ScheduledThreadPoolExecutor(
            1, task -> DaemonThreads.create("foresight-preemption", task));
  }

  /** The cluster to plan on: as it will be once all that is being stopped has ended. */
  ClusterSnapshot expected() {
    return preemptor.expected(observe(), now());
  }

  /** Carries out a new plan; that of a planner that was stopped meanwhile it does not. */
  void planned(PlannerThread planner, Plan plan) {
    if (plan.rooms().isEmpty() && preemptor.kept(clock.steadyMillis()).isEmpty()) {
      return; // Most plans stop nothing: they need not look at the cluster again.
    }
    Observation seen = observe();
    if (planner.isStopped()) {
      return;
    }
    for (Preemption told : preemptor.review(plan, seen, now())) {
      ContainerId id = ContainerId.fromString(told.taskId());
      RMContainer container = scheduler.getRMContainer(id);
      if (container != null) {
        LOG.info("{}: {}", id, told.reason().detail());
        scheduler.markContainerForPreemption(container.getApplicationAttemptId(), container);
      }
    }
    scheduleStop();
  }

  private void scheduleStop() {
    OptionalLong nextMillis = preemptor.nextStopMillis();
    if (nextMillis.isPresent()) {
      long delayMillis = Math.max(0, nextMillis.getAsLong() - clock.steadyMillis());
      try {
        Future<?> unused = // It does not fail.
            stopper.schedule(this::stopDue, delayMillis, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("All ends, so nothing more is stopped.", e);
      }
    }
  }

  private void stopDue() {
    try {
      if (!inCharge.getAsBoolean()) {
        preemptor.giveUpAll();
        return;
      }
      for (Preemption due : preemptor.stopDue(observe(), now())) {
        stop(due);
      }
      scheduleStop(); // What was told later.
    } catch (Throwable failure) {
      SafeLog.error(LOG, "Foresight could not stop containers that it has to.", failure);
    }
  }

  private void stop(Preemption due) {
    ContainerId id = ContainerId.fromString(due.taskId());
    RMContainer container = scheduler.getRMContainer(id);
    if (container == null || container.isAMContainer()) {
      return; // It has ended by itself.
    }
    LOG.info("{}: {}", id, due.reason().detail());
    scheduler.completedContainer(
        container,
        SchedulerUtils.createPreemptedContainerStatus(
            id, SchedulerUtils.PREEMPTED_CONTAINER + ". " + due.reason().detail()),
        RMContainerEventType.KILL);
  }

  private Moment now() {
    return new Moment(clock.millis(), clock.steadyMillis());
  }

  /** Which of the containers that are followed have left their nodes, and then all the rest. */
  private Observation observe() {
    ImmutableSet<String> gone =
        preemptor.followed().stream()
            .filter(task -> !isOnNode(task))
            .map(RunningTask::taskId)
            .collect(toImmutableSet());
    return Observation.of(cluster.snapshot(), gone);
  }

  /** A container that was stopped holds room until its node has said that it has ended. */
  private boolean isOnNode(RunningTask task) {
    FiCaSchedulerNode node = scheduler.getNode(NodeId.fromString(task.nodeId()));
    return node != null
        && node.getCopiedListOfRunningContainers().stream()
            .anyMatch(container -> container.getContainerId().toString().equals(task.taskId()));
  }

  /** The containers that have been told to end, or were stopped and still hold their room. */
  ImmutableList<Preemption> underWay() {
    return preemptor.preemptions();
  }

  /** The room that is kept, for dispatch to honour. */
  KeptRooms kept() {
    return preemptor.kept(clock.steadyMillis());
  }

  /** Dispatch has started a container. */
  void started(String jobId, NodeId node, Resource held) {
    preemptor.started(jobId, node.toString(), cluster.vectors().of(held));
  }

  /** No plan is in force any more: what was told is spared. */
  void outOfCharge() {
    preemptor.giveUpAll();
  }

  void stop() {
    stopper.shutdownNow();
    preemptor.giveUpAll();
  }
}
