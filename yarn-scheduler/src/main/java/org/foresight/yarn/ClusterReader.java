package org.foresight.yarn;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cluster out of CapacityScheduler: snapshots for the planner, the live state for
 * dispatch. Only applications that their queue has activated are shown, so that the limits on
 * application masters hold. Thread-safe.
 */
final class ClusterReader {

  private final CapacityScheduler scheduler;
  private final Predicate<String> coversQueue;
  private final Submissions submissions;

  /**
   * @param coversQueue whether the leaf queue of this path is looked at; may change
   * @param submissions applications that are not in it are not shown
   */
  ClusterReader(
      CapacityScheduler scheduler, Predicate<String> coversQueue, Submissions submissions) {
    this.scheduler = scheduler;
    this.coversQueue = coversQueue;
    this.submissions = submissions;
  }

  /** The leaf queues that are looked at. */
  ImmutableList<AbstractLeafQueue> queues() {
    ImmutableList.Builder<AbstractLeafQueue> queues = ImmutableList.builder();
    for (CSQueue queue : scheduler.getCapacitySchedulerQueueManager().getQueues().values()) {
      if (queue instanceof AbstractLeafQueue leaf && coversQueue.test(queue.getQueuePath())) {
        queues.add(leaf);
      }
    }
    return queues.build();
  }

  ClusterSnapshot snapshot() {
    ImmutableList<NodeView> nodes = nodes();
    QueueLimits limits =
        new QueueLimits(
            nodes.stream().map(NodeView::partition).collect(toImmutableSet()),
            scheduler.getClusterResource(),
            scheduler.getResourceCalculator() instanceof DefaultResourceCalculator);
    ImmutableList.Builder<JobView> jobs = ImmutableList.builder();
    for (AbstractLeafQueue queue : queues()) {
      for (FiCaSchedulerApp app : queue.getApplications()) {
        String id = app.getApplicationId().toString();
        ClusterEvent.JobSubmitted submitted = submissions.of(id);
        if (submitted != null && !app.isStopped()) {
          jobs.add(
              JobView.of(
                  id,
                  submitted.goal(),
                  submitted.atMillis(),
                  Applications.asks(app),
                  running(app),
                  limits.of(queue, app.getUser())));
        }
      }
    }
    return ClusterSnapshot.of(nodes, jobs.build(), limits.all());
  }

  ImmutableList<NodeView> nodes() {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    for (FiCaSchedulerNode node : scheduler.getNodeTracker().getAllNodes()) {
      if (Applications.takesWork(node)) {
        nodes.add(Applications.view(node));
      }
    }
    return nodes.build();
  }

  /** The path of the queue that the application is in; empty if it is gone. */
  Optional<String> queueOf(String jobId) {
    return Optional.ofNullable(scheduled(jobId))
        .map(SchedulerApplication::getQueue)
        .map(ClusterReader::path);
  }

  static String path(Queue queue) {
    return queue instanceof CSQueue csQueue ? csQueue.getQueuePath() : queue.getQueueName();
  }

  private @Nullable SchedulerApplication<FiCaSchedulerApp> scheduled(String jobId) {
    return scheduler.getSchedulerApplications().get(ApplicationId.fromString(jobId));
  }

  /** The application's current attempt, or null if it is gone or moved to a queue not covered. */
  @Nullable FiCaSchedulerApp application(String jobId) {
    SchedulerApplication<FiCaSchedulerApp> app = scheduled(jobId);
    if (app == null || !coversQueue.test(path(app.getQueue()))) {
      return null;
    }
    FiCaSchedulerApp attempt = app.getCurrentAppAttempt();
    return attempt == null || attempt.isStopped() ? null : attempt;
  }

  private ImmutableList<RunningTask> running(FiCaSchedulerApp app) {
    ImmutableList.Builder<RunningTask> running = ImmutableList.builder();
    for (RMContainer container : app.getLiveContainers()) {
      FiCaSchedulerNode node = scheduler.getNode(container.getAllocatedNode());
      if (node != null) {
        running.add(
            new RunningTask(
                container.getContainerId().toString(),
                node.getNodeID().toString(),
                container.isAMContainer() ? TaskAsk.Kind.APPLICATION_MASTER : TaskAsk.Kind.TASK,
                node.getPartition(),
                Vectors.of(container.getAllocatedResource()),
                container.getCreationTime()));
      }
    }
    return running.build();
  }

  /**
   * The live state, without the applications that {@code passedOver} names.
   *
   * @param passedOver asked for every application that the policy considers
   */
  DispatchView live(Predicate<String> passedOver) {
    return new DispatchView() {
      @Override
      public @Nullable DispatchableJob job(String jobId) {
        FiCaSchedulerApp app = passedOver.test(jobId) ? null : application(jobId);
        return app == null ? null : new LiveJob(app);
      }

      @Override
      public ImmutableList<NodeView> nodes() {
        return ClusterReader.this.nodes();
      }
    };
  }

  private record LiveJob(FiCaSchedulerApp app) implements DispatchView.DispatchableJob {
    @Override
    public ImmutableList<TaskAsk> asks() {
      return Applications.asks(app);
    }

    @Override
    public int runningTasks() {
      return Applications.runningTasks(app);
    }
  }
}
