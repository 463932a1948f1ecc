package org.foresight.planner;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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

  /** A job to submit. */
  public record Job(
      String id, long submitMillis, JobFeatures features, JobGoal goal, List<Long> taskMillis) {}

  private record Task(String id, int node, long startMillis, long endMillis) {}

  private static final class LiveJob implements DispatchableJob {
    private final Job job;
    private final List<Task> running = new ArrayList<>();
    private int started;
    private long firstStartMillis = -1;
    private long lastEndMillis = -1;

    LiveJob(Job job) {
      this.job = job;
    }

    int pending() {
      return job.taskMillis().size() - started;
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
        plans.add(plan);
        changed = false;
        nextPlanMillis = nowMillis + cycleMillis;
      }
      dispatch();
      nowMillis += stepMillis;
    }
  }

  public long firstStartMillis(String jobId) {
    return job(jobId, finished).firstStartMillis;
  }

  public long endMillis(String jobId) {
    return job(jobId, finished).lastEndMillis;
  }

  /** Every plan that was made. */
  public List<Plan> plans() {
    return plans;
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
    for (int node = 0; node < used.length; node++) {
      while (policy.next(plan, view(node), this, nowMillis) instanceof Decision.Start start) {
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
    long runtimeMillis = job.job.taskMillis().get(job.started);
    job.running.add(
        new Task(jobId + "/" + job.started, node, nowMillis, nowMillis + runtimeMillis));
    if (job.started == 0) {
      job.firstStartMillis = nowMillis;
    }
    job.started++;
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
        running.add(new RunningTask(TaskAsk.Kind.TASK, "", SLOT, task.startMillis()));
      }
      jobs.add(
          new JobView(
              job.job.id(), job.job.goal(), job.job.submitMillis(), job.asks(), running.build()));
    }
    return new ClusterSnapshot(nodes(), jobs.build());
  }
}
