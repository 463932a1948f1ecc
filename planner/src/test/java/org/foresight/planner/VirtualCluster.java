package org.foresight.planner;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.DispatchView;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.JobFeatures;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in virtual time that drives a policy as a host does, in steps of a fixed length, and
 * checks on the way that nothing is over-allocated and no plan is overrun.
 */
public final class VirtualCluster implements DispatchView {
  private static final ResourceVector SLOT = ResourceVector.of(1024, 1);

  /**
   * A job to submit.
   *
   * @param taskMillis the true runtime of each of its tasks
   */
  public record Job(
      String id, long submitMillis, JobFeatures features, JobGoal goal, List<Long> taskMillis) {

    /** A best-effort job of {@code width} equal tasks; its name is its id. */
    public static Job bestEffort(String id, long submitMillis, int width, long taskMillis) {
      return of(id, submitMillis, JobGoal.BEST_EFFORT, width, taskMillis);
    }

    /** A job with a deadline. */
    public static Job slo(
        String id, long submitMillis, long deadlineMillis, int width, long taskMillis) {
      JobGoal goal = JobGoal.by(Instant.ofEpochMilli(deadlineMillis));
      return of(id, submitMillis, goal, width, taskMillis);
    }

    /** The same job as a gang. */
    public Job asGang() {
      JobGoal gang = new JobGoal(goal.deadlineMillis(), true);
      return new Job(id, submitMillis, features, gang, taskMillis);
    }

    private static Job of(String id, long submitMillis, JobGoal goal, int width, long taskMillis) {
      return new Job(
          id,
          submitMillis,
          new JobFeatures("user", id, "root.default"),
          goal,
          Collections.nCopies(width, taskMillis));
    }
  }

  private record Task(String id, int node, long startMillis, long endMillis) {}

  private static final class LiveJob implements DispatchableJob {
    private final Job job;
    private final List<Task> running = new ArrayList<>();
    private final List<Long> startsMillis = new ArrayList<>();
    private long lastEndMillis = -1;

    LiveJob(Job job) {
      this.job = job;
    }

    int pending() {
      return job.taskMillis().size() - startsMillis.size();
    }

    @Override
    public ImmutableList<TaskAsk> asks() {
      return pending() == 0
          ? ImmutableList.of()
          : ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", SLOT, pending()));
    }

    @Override
    public int runningTasks() {
      return running.size();
    }
  }

  private final SchedulingPolicy policy;
  private final int slotsPerNode;
  private final int[] used;
  private final long stepMillis;
  private final long cycleMillis;
  private final Map<String, LiveJob> live = new LinkedHashMap<>();
  private final Map<String, LiveJob> finished = new LinkedHashMap<>();
  private final List<Plan> plans = new ArrayList<>();
  private Plan plan = Plan.empty(0);
  private long nowMillis;

  public VirtualCluster(
      SchedulingPolicy policy, int nodes, int slotsPerNode, long stepMillis, long cycleMillis) {
    this.policy = policy;
    this.slotsPerNode = slotsPerNode;
    this.used = new int[nodes];
    this.stepMillis = stepMillis;
    this.cycleMillis = cycleMillis;
  }

  /** Runs until all jobs have ended; fails if that takes longer than {@code limitMillis}. */
  public void run(List<Job> jobs, long limitMillis) {
    List<Job> waiting = new ArrayList<>(jobs);
    waiting.sort(Comparator.comparingLong(Job::submitMillis));
    boolean changed = true;
    long nextPlanMillis = 0;
    while (!waiting.isEmpty() || !live.isEmpty()) {
      if (nowMillis > limitMillis) {
        throw new AssertionError("Not finished at " + limitMillis + " ms: " + live.keySet());
      }
      changed |= endTasks();
      while (!waiting.isEmpty() && waiting.get(0).submitMillis() <= nowMillis) {
        submit(waiting.remove(0));
        changed = true;
      }
      OptionalLong nextStart = plan.nextStartMillis(plan.madeAtMillis());
      boolean due = nextStart.isPresent() && nextStart.getAsLong() <= nowMillis;
      if ((changed || due) && nowMillis >= nextPlanMillis) {
        plan = policy.plan(snapshot(), nowMillis, () -> false);
        requireSound(plan);
        plans.add(plan);
        changed = false;
        nextPlanMillis = nowMillis + cycleMillis;
      }
      dispatch();
      nowMillis += stepMillis;
    }
  }

  public long firstStartMillis(String jobId) {
    return startsMillis(jobId).get(0);
  }

  /** When each of the job's tasks was started, in the order of starting. */
  public List<Long> startsMillis(String jobId) {
    return job(jobId, finished).startsMillis;
  }

  public long endMillis(String jobId) {
    return job(jobId, finished).lastEndMillis;
  }

  /** Every plan that was made. */
  public List<Plan> plans() {
    return plans;
  }

  private static void requireSound(Plan plan) {
    Set<String> planned = new HashSet<>();
    for (PlannedJob job : plan.jobs()) {
      if (!planned.add(job.jobId())) {
        throw new AssertionError("Planned twice: " + job);
      }
      if (job.startMillis().isPresent() && job.parallelism() < 1) {
        throw new AssertionError("Planned to start with no task: " + job);
      }
    }
  }

  private static LiveJob job(String id, Map<String, LiveJob> jobs) {
    LiveJob job = jobs.get(id);
    if (job == null) {
      throw new AssertionError("There is no job " + id);
    }
    return job;
  }

  private void submit(Job job) {
    live.put(job.id(), new LiveJob(job));
    policy.onEvent(new ClusterEvent.JobSubmitted(nowMillis, job.id(), job.features(), job.goal()));
  }

  private boolean endTasks() {
    boolean changed = false;
    for (LiveJob job : List.copyOf(live.values())) {
      for (Task task : List.copyOf(job.running)) {
        if (task.endMillis() <= nowMillis) {
          job.running.remove(task);
          used[task.node()]--;
          policy.onEvent(
              new ClusterEvent.TaskFinished(
                  nowMillis, job.job.id(), task.id(), ClusterEvent.TaskEnd.SUCCEEDED));
          job.lastEndMillis = nowMillis;
          changed = true;
        }
      }
      if (job.running.isEmpty() && job.pending() == 0) {
        live.remove(job.job.id());
        finished.put(job.job.id(), job);
        policy.onEvent(new ClusterEvent.JobFinished(nowMillis, job.job.id(), true));
      }
    }
    return changed;
  }

  private void dispatch() {
    Dispatcher dispatcher = policy.dispatcher(plan);
    for (int node = 0; node < used.length; node++) {
      while (dispatcher.next(view(node), this, nowMillis) instanceof Decision.Start start) {
        start(start.jobId(), node);
      }
    }
  }

  private void start(String jobId, int node) {
    LiveJob job = job(jobId, live);
    PlannedJob planned =
        plan.jobs().stream().filter(p -> p.jobId().equals(jobId)).findFirst().orElseThrow();
    if (used[node] >= slotsPerNode) {
      throw new AssertionError("Node " + node + " is over-allocated with " + jobId);
    }
    if (!planned.isDue(nowMillis) || job.running.size() >= planned.parallelism()) {
      throw new AssertionError("Started against the plan: " + planned);
    }
    int number = job.startsMillis.size();
    long endMillis = nowMillis + job.job.taskMillis().get(number);
    Task task = new Task(jobId + "/" + number, node, nowMillis, endMillis);
    job.running.add(task);
    job.startsMillis.add(nowMillis);
    policy.onEvent(new ClusterEvent.TaskStarted(nowMillis, jobId, task.id(), "stage"));
    used[node]++;
  }

  @Override
  public @Nullable DispatchableJob job(String jobId) {
    return live.get(jobId);
  }

  @Override
  public ImmutableList<NodeView> nodes() {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    for (int node = 0; node < used.length; node++) {
      nodes.add(view(node));
    }
    return nodes.build();
  }

  private NodeView view(int node) {
    int free = slotsPerNode - used[node];
    return new NodeView(
        "node" + node,
        "",
        ResourceVector.of(1024L * slotsPerNode, slotsPerNode),
        ResourceVector.of(1024L * free, free));
  }

  private ClusterSnapshot snapshot() {
    ImmutableList.Builder<JobView> jobs = ImmutableList.builder();
    for (LiveJob job : live.values()) {
      ImmutableList.Builder<RunningTask> running = ImmutableList.builder();
      for (Task task : job.running) {
        running.add(
            new RunningTask("task", "node", TaskAsk.Kind.TASK, "", SLOT, task.startMillis()));
      }
      jobs.add(
          JobView.of(
              job.job.id(), job.job.goal(), job.job.submitMillis(), job.asks(), running.build()));
    }
    return ClusterSnapshot.of(nodes(), jobs.build());
  }
}
