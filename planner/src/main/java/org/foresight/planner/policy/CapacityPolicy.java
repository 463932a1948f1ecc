package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.DispatchView.DispatchableJob;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.policy.CapacityJob.Held;
import org.foresight.predictor.Counts;

/**
 * Decides as CapacityScheduler of Hadoop 3.5.0 does: a tree of queues with guaranteed and maximum
 * capacities, of which the one that uses the smallest part of its guarantee is served first; in a
 * leaf queue first in, first out or the smallest use first; limits of users and of application
 * masters.
 *
 * <p>Each container is decided on by the state of that moment, which a plan only corrects by a
 * snapshot; so it is for simulators alone, with one thread for all.
 *
 * <p>Left out: reservations (a job whose container does not fit a node lets the next one go),
 * preemption, priorities of queues and applications, weights of users, waiting for local nodes,
 * absolute and weighted capacities, limits of the number of applications and of the containers that
 * a node is given at one heartbeat, and what a label says of who may use it: every partition is
 * shared out by the same capacities. A container always fits its node in every resource, even where
 * queues are compared by memory alone. YARN knows no gangs: their tasks start one by one.
 *
 * <p>A job is in the leaf queue that its submission names by full path or by name; a queue that
 * there is not is an error, as on YARN.
 */
public final class CapacityPolicy implements SchedulingPolicy {

  private static final Decision NOTHING_WAITS =
      new Decision.Hold(
          Decision.Hold.Scope.CLUSTER,
          new Reason(Reason.Code.NOTHING_WAITS, "No active job waits for anything."));

  private static final Decision NOTHING_FITS =
      hold(Reason.Code.NOTHING_FITS, "No active job has a container that fits here.");

  private static final Decision LIMIT_REACHED =
      hold(Reason.Code.LIMIT_REACHED, "What fits here would exceed a limit of its queue or user.");

  private static final Decision UNKNOWN_PARTITION =
      hold(Reason.Code.NOTHING_FITS, "The node's partition came after the last plan.");

  private final CapacityQueues queues;
  private final CapacityQueue root;
  private final Map<String, CapacityLeaf> leaves = new LinkedHashMap<>();
  private final Map<String, CapacityJob> jobs = new HashMap<>();
  private final Map<String, ResourceMeasure> measures = new HashMap<>();

  /** What the decisions for a leaf's jobs say, by its path. */
  private final Map<String, Reason> reasons = new HashMap<>();

  /** Jobs that may have begun or ceased to wait. */
  private final Set<CapacityJob> unsure = new LinkedHashSet<>();

  public CapacityPolicy(CapacityQueues queues) {
    this.queues = queues;
    this.root = new CapacityQueue(queues.root(), null);
    addLeaves(root);
  }

  private void addLeaves(CapacityQueue queue) {
    if (queue instanceof CapacityLeaf leaf) {
      leaves.put(leaf.settings().path(), leaf);
    }
    queue.children().forEach(this::addLeaves);
  }

  @Override
  public String name() {
    return "capacity";
  }

  @Override
  public void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.JobSubmitted submitted) {
      submit(submitted);
    } else if (event instanceof ClusterEvent.DemandChanged changed) {
      becomeUnsure(changed.jobId());
    } else if (event instanceof ClusterEvent.TaskStarted started) {
      CapacityJob job = jobs.get(started.jobId());
      if (job != null) {
        job.started(started.taskId());
      }
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      CapacityJob job = jobs.get(finished.jobId());
      if (job != null) {
        job.ended(finished.taskId());
        unsure.add(job);
      }
    } else if (event instanceof ClusterEvent.JobFinished finished) {
      finish(finished.jobId());
    }
  }

  private void submit(ClusterEvent.JobSubmitted submitted) {
    CapacityQueues.Queue queue;
    try {
      queue = queues.leaf(submitted.features().queue());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Job " + submitted.jobId() + " is in no queue: " + e.getMessage(), e);
    }
    CapacityLeaf leaf = leaf(queue);
    jobs.computeIfAbsent(
        submitted.jobId(),
        id -> leaf.submit(id, submitted.atMillis(), submitted.features().user()));
  }

  private CapacityLeaf leaf(CapacityQueues.Queue queue) {
    CapacityLeaf leaf = leaves.get(queue.path());
    if (leaf == null) {
      throw new IllegalStateException("There is no leaf queue (" + queue.path() + ").");
    }
    return leaf;
  }

  private void finish(String jobId) {
    CapacityJob job = jobs.remove(jobId);
    if (job != null) {
      unsure.remove(job);
      job.leaf().finish(job);
      activate(job.leaf());
    }
  }

  private void activate(CapacityLeaf leaf) {
    unsure.addAll(leaf.activate(measures));
  }

  private void becomeUnsure(String jobId) {
    CapacityJob job = jobs.get(jobId);
    if (job != null) {
      unsure.add(job);
    }
  }

  /** Only what a plan alone makes known: everything else is decided on as it is. */
  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return event instanceof ClusterEvent.JobSubmitted || event instanceof ClusterEvent.NodeChanged;
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    measure(cluster.nodes());
    List<CapacityJob> planned = new ArrayList<>();
    for (JobView view : cluster.jobs()) {
      planned.add(correct(view));
    }
    leaves.values().forEach(this::activate);
    explain();
    planned.sort(
        Comparator.comparing((CapacityJob job) -> job.leaf().settings().path())
            .thenComparingLong(CapacityJob::submitMillis)
            .thenComparing(CapacityJob::id));
    OptionalLong now = OptionalLong.of(nowMillis);
    ImmutableList.Builder<PlannedJob> plan = ImmutableList.builder();
    for (CapacityJob job : planned) {
      plan.add(new PlannedJob(job.id(), now, Integer.MAX_VALUE, false, reason(job)));
    }
    String summary =
        "capacity: "
            + Counts.of(planned.size(), "job")
            + " in "
            + Counts.of(leaves.size(), "leaf queue");
    return new Plan(nowMillis, plan.build(), summary);
  }

  /** Takes over what the partitions have. */
  private void measure(ImmutableList<NodeView> nodes) {
    Map<String, ResourceVector> totals = new HashMap<>();
    for (NodeView node : nodes) {
      totals.merge(node.partition(), node.total(), ResourceVector::plus);
    }
    measures.clear();
    totals.forEach(
        (partition, total) ->
            measures.put(
                partition, new ResourceMeasure(queues.dominant(), total, unit(total.types()))));
  }

  private ResourceVector unit(int types) {
    ImmutableLongArray.Builder unit = ImmutableLongArray.builder(types);
    for (int type = 0; type < types; type++) {
      unit.add(type == 0 ? queues.minimumMemoryMib() : type == 1 ? queues.minimumVcores() : 0);
    }
    return new ResourceVector(unit.build());
  }

  /** Takes over what the snapshot shows of a job. */
  private CapacityJob correct(JobView view) {
    CapacityJob job = jobs.get(view.id());
    if (job == null) {
      throw new IllegalArgumentException(
          "The submission of job (" + view.id() + ") must be told before it is planned.");
    }
    job.setKnown();
    for (TaskAsk ask : view.asks()) {
      if (ask.kind() == TaskAsk.Kind.APPLICATION_MASTER && !job.isActive()) {
        job.setMaster(new Held(ask.partition(), ask.demand()));
      }
    }
    job.releaseAll();
    for (RunningTask task : view.running()) {
      Held held = new Held(task.partition(), task.held());
      if (task.kind() == TaskAsk.Kind.TASK) {
        job.holds(task.taskId(), held);
      } else {
        job.holdsMaster(held);
      }
    }
    return job;
  }

  private void explain() {
    for (CapacityLeaf leaf : leaves.values()) {
      StringBuilder detail = new StringBuilder("Queue " + leaf.settings().path() + " used");
      measures.forEach(
          (partition, measure) ->
              detail
                  .append(' ')
                  .append(Figures.percent(measure.part(leaf.used(partition, measure))))
                  .append(partition.isEmpty() ? "" : " of " + partition));
      detail
          .append(" of the cluster when it was planned and is guaranteed ")
          .append(Figures.percent(leaf.capacity()))
          .append('.');
      Reason reason = new Reason(Reason.Code.UNDERSERVED_QUEUE, detail.toString());
      reasons.put(leaf.settings().path(), reason);
    }
  }

  private Reason reason(CapacityJob job) {
    String path = job.leaf().settings().path();
    Reason reason = reasons.get(path);
    if (reason == null) {
      throw new IllegalStateException("Queue (" + path + ") was not planned.");
    }
    return reason;
  }

  @Override
  public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    // A job that was not shown may be shown now, of which no event tells.
    unsure.addAll(jobs.values());
    return this::next;
  }

  private Decision next(NodeView node, DispatchView view, long nowMillis) {
    becomeSure(view);
    if (!root.waits()) {
      return NOTHING_WAITS;
    }
    ResourceMeasure measure = measures.get(node.partition());
    if (measure == null) {
      return UNKNOWN_PARTITION;
    }
    CapacityAllocator allocator = new CapacityAllocator(node, view, measure);
    CapacityAllocator.Found found = allocator.find(root);
    CapacityJob job = found.job();
    TaskAsk ask = found.ask();
    if (job == null || ask == null) {
      return allocator.limitReached() ? LIMIT_REACHED : NOTHING_FITS;
    }
    Held held = new Held(node.partition(), ask.demand());
    if (ask.kind() == TaskAsk.Kind.TASK) {
      job.launches(held);
    } else {
      job.holdsMaster(held);
    }
    unsure.add(job);
    return new Decision.Start(job.id(), reason(job));
  }

  /** Looks which jobs wait. */
  private void becomeSure(DispatchView view) {
    for (CapacityJob job : unsure) {
      DispatchableJob live = job.isActive() ? view.job(job.id()) : null;
      job.leaf().setWaits(job, live != null && !live.asks().isEmpty());
    }
    unsure.clear();
  }

  private static Decision hold(Reason.Code code, String detail) {
    return new Decision.Hold(Decision.Hold.Scope.NODES_WITH_NO_MORE_ROOM, new Reason(code, detail));
  }
}
