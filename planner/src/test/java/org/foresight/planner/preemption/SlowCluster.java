package org.foresight.planner.preemption;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.foresight.planner.Decision;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.Preemption;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in virtual time on which a task that ends leaves its job at once, while its node gives
 * the room back only when it is told to. It dispatches as a host does that honours kept room. A
 * slot is some memory and a core; beside them there are GPUs.
 */
final class SlowCluster {
  static final String QUEUE = "queue";

  /** What the jobs of the queue may hold. */
  static final ResourceVector LIMIT = slots(100, 100);

  static final class Job {
    final String id;
    final JobGoal goal;
    int waits;

    /** Where it asks for containers, of which each needs so much. */
    String partition = "";

    int slots = 1;
    int gpus;
    boolean mayBeStopped = true;

    Job(String id, JobGoal goal) {
      this.id = id;
      this.goal = goal;
    }

    ResourceVector demand() {
      return SlowCluster.slots(slots, gpus);
    }
  }

  /** A node of a partition, which may change. */
  private record Node(String partition, ResourceVector total) {}

  record Task(
      String id,
      Job job,
      String node,
      String partition,
      TaskAsk.Kind kind,
      ResourceVector held,
      long startMillis) {
    RunningTask view() {
      return new RunningTask(id, node, kind, partition, held, startMillis);
    }
  }

  final PreemptionCounters counters = new PreemptionCounters();
  final Preemptor preemptor;
  final Map<String, Job> jobs = new LinkedHashMap<>();
  final Map<String, Task> running = new LinkedHashMap<>();

  /** Those that run, and those that have ended and whose nodes have not said so yet. */
  final Map<String, Task> onNodes = new LinkedHashMap<>();

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private int started;

  /** What the host's clock shows. */
  long nowMillis = 1_000_000_000;

  private long steppedMillis;

  SlowCluster(PreemptionSettings settings) {
    preemptor = new Preemptor(() -> settings, counters);
  }

  static ResourceVector slots(int count) {
    return slots(count, 0);
  }

  static ResourceVector slots(int count, int gpus) {
    return new ResourceVector(ImmutableLongArray.of(1_024L * count, count, gpus));
  }

  void node(String id, int slots) {
    node(id, "", slots(slots));
  }

  /** Adds a node, or changes one. */
  void node(String id, String partition, ResourceVector total) {
    nodes.put(id, new Node(partition, total));
  }

  Job job(String id, JobGoal goal) {
    Job job = new Job(id, goal);
    jobs.put(id, job);
    return job;
  }

  private Moment now() {
    return new Moment(nowMillis, steadyMillis());
  }

  /** The time that has passed, whatever the clock shows. */
  long steadyMillis() {
    return nowMillis - steppedMillis;
  }

  /** The clock is put right. */
  void step(long millis) {
    nowMillis += millis;
    steppedMillis += millis;
  }

  KeptRooms kept() {
    return preemptor.kept(steadyMillis());
  }

  Task start(Job job, String node, int slots) {
    return start(job, node, slots, TaskAsk.Kind.TASK);
  }

  Task start(Job job, String node, int slots, TaskAsk.Kind kind) {
    return start(job, node, slots(slots), kind);
  }

  Task start(Job job, String node, ResourceVector held, TaskAsk.Kind kind) {
    String id = job.id + "/" + ++started;
    Task task = new Task(id, job, node, partition(node), kind, held, nowMillis);
    running.put(task.id, task);
    onNodes.put(task.id, task);
    return task;
  }

  /** The task has left its job; its node does not know yet. */
  void end(String taskId) {
    running.remove(taskId);
  }

  /** The node has given the room back. */
  void confirm(String taskId) {
    onNodes.remove(taskId);
  }

  Observation observe() {
    ImmutableSet<String> gone =
        preemptor.followed().stream()
            .map(RunningTask::taskId)
            .filter(id -> !onNodes.containsKey(id))
            .collect(ImmutableSet.toImmutableSet());
    return Observation.of(snapshot(), gone);
  }

  ClusterSnapshot snapshot() {
    ImmutableList.Builder<JobView> views = ImmutableList.builder();
    for (Job job : jobs.values()) {
      views.add(
          JobView.of(
              job.id,
              job.goal,
              0,
              asks(job),
              running.values().stream()
                  .filter(task -> task.job == job)
                  .map(Task::view)
                  .collect(ImmutableList.toImmutableList()),
              ImmutableList.of(QUEUE),
              job.mayBeStopped));
    }
    ResourceLimit limit =
        new ResourceLimit(
            QUEUE,
            "",
            ResourceLimit.Counted.ALL_CONTAINERS,
            LIMIT.minus(held(running.values().stream())));
    return ClusterSnapshot.of(nodeViews(), views.build(), ImmutableList.of(limit));
  }

  private static ImmutableList<TaskAsk> asks(Job job) {
    return job.waits == 0
        ? ImmutableList.of()
        : ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, job.partition, job.demand(), job.waits));
  }

  ImmutableList<NodeView> nodeViews() {
    ImmutableList.Builder<NodeView> views = ImmutableList.builder();
    nodes.keySet().forEach(id -> views.add(view(id)));
    return views.build();
  }

  private NodeView view(String node) {
    return new NodeView(node, partition(node), total(node), free(node));
  }

  ResourceVector free(String node) {
    return total(node)
        .minus(held(onNodes.values().stream().filter(task -> task.node.equals(node))));
  }

  private static ResourceVector held(Stream<Task> tasks) {
    return tasks.map(Task::held).reduce(slots(0), ResourceVector::plus);
  }

  ImmutableSet<String> nodeIds() {
    return ImmutableSet.copyOf(nodes.keySet());
  }

  ResourceVector total(String node) {
    return requireNonNull(nodes.get(node), node).total;
  }

  String partition(String node) {
    return requireNonNull(nodes.get(node), node).partition;
  }

  /** What is expected now, to plan on. */
  ClusterSnapshot expected() {
    return preemptor.expected(observe(), now());
  }

  ImmutableList<Preemption> review(Plan plan) {
    return preemptor.review(plan, observe(), now());
  }

  /** Stops what is due; nodes say so later. */
  ImmutableList<Preemption> stopDue() {
    ImmutableList<Preemption> stopped = preemptor.stopDue(observe(), now());
    stopped.forEach(task -> end(task.taskId()));
    return stopped;
  }

  /** Starts on every node what the plan says, in the room that is kept for it or for nobody. */
  void dispatch(SchedulingPolicy policy, Plan plan) {
    for (String node : nodes.keySet()) {
      for (String job : kept().jobsOn(node)) {
        dispatch(policy.dispatcher(plan, NodeAdmission.WHAT_RUNS_AT_ONCE), node, job);
      }
      dispatch(policy.dispatcher(plan, NodeAdmission.WHAT_RUNS_AT_ONCE), node, null);
    }
  }

  private void dispatch(Dispatcher dispatcher, String node, @Nullable String only) {
    Set<String> declined = new HashSet<>();
    while (dispatcher.next(view(node, only), view(only, declined), nowMillis)
        instanceof Decision.Start start) {
      Job job = jobs.get(start.jobId());
      if (job == null || job.waits == 0) {
        declined.add(start.jobId());
        continue;
      }
      job.waits--;
      start(job, node, job.demand(), TaskAsk.Kind.TASK);
      preemptor.started(job.id, node, job.demand());
    }
  }

  private NodeView view(String node, @Nullable String only) {
    return view(view(node), only);
  }

  private NodeView view(NodeView node, @Nullable String only) {
    KeptRooms kept = kept();
    return only == null ? kept.forAll(node) : kept.forJob(node, only);
  }

  private DispatchView view(@Nullable String only, Set<String> declined) {
    return new DispatchView() {
      @Override
      public @Nullable DispatchableJob job(String id) {
        Job job = jobs.get(id);
        return job == null || declined.contains(id) || (only != null && !only.equals(id))
            ? null
            : new DispatchableJob() {
              @Override
              public ImmutableList<TaskAsk> asks() {
                return SlowCluster.asks(job);
              }

              @Override
              public int runningTasks() {
                return (int) running.values().stream().filter(task -> task.job == job).count();
              }
            };
      }

      @Override
      public ImmutableList<NodeView> nodes() {
        List<NodeView> views = new ArrayList<>();
        nodeViews().forEach(node -> views.add(view(node, only)));
        return ImmutableList.copyOf(views);
      }
    };
  }
}
