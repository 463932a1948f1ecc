package org.foresight.planner;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
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
 * checks on the way that nothing is over-allocated, no plan is overrun, and nothing is stopped that
 * does not run. Tasks are stopped when the plan that says so comes into force, and run again later.
 */
public final class VirtualCluster implements DispatchView {
  private static final ResourceVector SLOT = ResourceVector.of(1024, 1);
  private static final String STAGE = "stage";

  /**
   * A job to submit.
   *
   * @param demand what each of its tasks needs
   * @param taskMillis the true runtime of each of its tasks
   */
  public record Job(
      String id,
      long submitMillis,
      JobFeatures features,
      JobGoal goal,
      ResourceVector demand,
      List<Long> taskMillis) {

    /** A job whose tasks need one slot each. */
    public Job(
        String id, long submitMillis, JobFeatures features, JobGoal goal, List<Long> taskMillis) {
      this(id, submitMillis, features, goal, SLOT, taskMillis);
    }

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
      return new Job(id, submitMillis, features, gang, demand, taskMillis);
    }

    /** The same job with tasks that need this. */
    public Job needing(ResourceVector each) {
      return new Job(id, submitMillis, features, goal, each, taskMillis);
    }

    /** The same job in a queue, from a user. */
    public Job in(String queue, String user) {
      JobFeatures others = new JobFeatures(user, features.jobName(), queue);
      return new Job(id, submitMillis, others, goal, demand, taskMillis);
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

  private record Task(String id, int number, int node, long startMillis, long endMillis) {}

  private static final class LiveJob implements DispatchableJob {
    private final Job job;
    private final List<Task> running = new ArrayList<>();
    private final List<Long> startsMillis = new ArrayList<>();
    private final Deque<Integer> toStart = new ArrayDeque<>();
    private long lastEndMillis = -1;

    LiveJob(Job job) {
      this.job = job;
      IntStream.range(0, job.taskMillis().size()).forEach(toStart::add);
    }

    int pending() {
      return toStart.size();
    }

    @Override
    public ImmutableList<TaskAsk> asks() {
      return pending() == 0
          ? ImmutableList.of()
          : ImmutableList.of(new TaskAsk(TaskAsk.Kind.TASK, "", job.demand(), pending(), STAGE));
    }

    @Override
    public int runningTasks() {
      return running.size();
    }

    @Override
    public ImmutableList<RunningTask> running() {
      return running.stream()
          .map(
              task ->
                  new RunningTask(
                      task.id(),
                      "node" + task.node(),
                      TaskAsk.Kind.TASK,
                      "",
                      job.demand(),
                      task.startMillis()))
          .collect(ImmutableList.toImmutableList());
    }
  }

  private final SchedulingPolicy policy;
  private final ResourceVector nodeTotal;
  private final ResourceVector[] free;
  private final long stepMillis;
  private final long cycleMillis;
  private final Map<String, LiveJob> live = new LinkedHashMap<>();
  private final Map<String, LiveJob> finished = new LinkedHashMap<>();
  private final List<Plan> plans = new ArrayList<>();
  private final List<Preemption> preemptions = new ArrayList<>();
  private Plan plan = Plan.empty(0);
  private boolean planOutdated = true;
  private Runnable check = () -> {};
  private long nowMillis;

  public VirtualCluster(
      SchedulingPolicy policy, int nodes, int slotsPerNode, long stepMillis, long cycleMillis) {
    this.policy = policy;
    this.nodeTotal = ResourceVector.of(1024L * slotsPerNode, slotsPerNode);
    this.free = new ResourceVector[nodes];
    Arrays.fill(free, nodeTotal);
    this.stepMillis = stepMillis;
    this.cycleMillis = cycleMillis;
  }

  /** Has something checked each time when all has been started that is to start. */
  public void afterDispatch(Runnable newCheck) {
    check = newCheck;
  }

  /** Runs until all jobs have ended; fails if that takes longer than {@code limitMillis}. */
  public void run(List<Job> jobs, long limitMillis) {
    List<Job> waiting = new ArrayList<>(jobs);
    waiting.sort(Comparator.comparingLong(Job::submitMillis));
    long nextPlanMillis = 0;
    while (!waiting.isEmpty() || !live.isEmpty()) {
      if (nowMillis > limitMillis) {
        throw new AssertionError("Not finished at " + limitMillis + " ms: " + live.keySet());
      }
      endTasks();
      while (!waiting.isEmpty() && waiting.get(0).submitMillis() <= nowMillis) {
        submit(waiting.remove(0));
      }
      OptionalLong nextStart = plan.nextStartMillis(plan.madeAtMillis());
      boolean due = nextStart.isPresent() && nextStart.getAsLong() <= nowMillis;
      if ((planOutdated || due) && nowMillis >= nextPlanMillis) {
        planOutdated = false;
        plan = policy.plan(snapshot(), nowMillis, () -> false);
        requireSound(plan);
        plans.add(plan);
        plan.preemptions().forEach(this::preempt);
        nextPlanMillis = nowMillis + cycleMillis;
      }
      dispatch();
      check.run();
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

  /** The time now. */
  public long nowMillis() {
    return nowMillis;
  }

  /** Whether the plan in force is from now and nothing has happened since that outdates it. */
  public boolean isPlanFresh() {
    return plan.madeAtMillis() == nowMillis && !planOutdated;
  }

  /** Every task that was stopped. */
  public List<Preemption> preemptions() {
    return preemptions;
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
    tell(new ClusterEvent.JobSubmitted(nowMillis, job.id(), job.features(), job.goal()));
  }

  private void tell(ClusterEvent event) {
    policy.onEvent(event);
    planOutdated |= policy.outdatesPlan(event);
  }

  private void endTasks() {
    for (LiveJob job : List.copyOf(live.values())) {
      for (Task task : List.copyOf(job.running)) {
        if (task.endMillis() <= nowMillis) {
          end(job, task, ClusterEvent.TaskEnd.SUCCEEDED);
          job.lastEndMillis = nowMillis;
        }
      }
      if (job.running.isEmpty() && job.pending() == 0) {
        live.remove(job.job.id());
        finished.put(job.job.id(), job);
        tell(new ClusterEvent.JobFinished(nowMillis, job.job.id(), true));
      }
    }
  }

  private void end(LiveJob job, Task task, ClusterEvent.TaskEnd how) {
    job.running.remove(task);
    free[task.node()] = free[task.node()].plus(job.job.demand());
    tell(new ClusterEvent.TaskFinished(nowMillis, job.job.id(), task.id(), how));
  }

  private void preempt(Preemption preemption) {
    LiveJob job = job(preemption.jobId(), live);
    Task task =
        job.running.stream()
            .filter(running -> running.id().equals(preemption.taskId()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("Does not run: " + preemption));
    preemptions.add(preemption);
    job.toStart.addFirst(task.number());
    end(job, task, ClusterEvent.TaskEnd.LOST);
    tell(new ClusterEvent.DemandChanged(nowMillis, preemption.jobId()));
  }

  private void dispatch() {
    Dispatcher dispatcher = policy.dispatcher(plan, NodeAdmission.WHAT_RUNS_AT_ONCE);
    for (int node = 0; node < free.length; node++) {
      while (dispatcher.next(view(node), this, nowMillis) instanceof Decision.Start start) {
        start(start.jobId(), node);
      }
    }
  }

  private void start(String jobId, int node) {
    LiveJob job = job(jobId, live);
    PlannedJob planned =
        plan.jobs().stream().filter(p -> p.jobId().equals(jobId)).findFirst().orElseThrow();
    if (!job.job.demand().fitsIn(free[node])) {
      throw new AssertionError("Node " + node + " is over-allocated with " + jobId);
    }
    if (!planned.isDue(nowMillis) || job.running.size() >= planned.parallelism()) {
      throw new AssertionError("Started against the plan: " + planned);
    }
    int number = job.toStart.remove();
    String taskId = jobId + "/" + number + "@" + nowMillis;
    long endMillis = nowMillis + job.job.taskMillis().get(number);
    job.running.add(new Task(taskId, number, node, nowMillis, endMillis));
    job.startsMillis.add(nowMillis);
    free[node] = free[node].minus(job.job.demand());
    tell(new ClusterEvent.TaskStarted(nowMillis, jobId, taskId, STAGE));
  }

  @Override
  public @Nullable DispatchableJob job(String jobId) {
    return live.get(jobId);
  }

  @Override
  public ImmutableList<NodeView> nodes() {
    ImmutableList.Builder<NodeView> nodes = ImmutableList.builder();
    for (int node = 0; node < free.length; node++) {
      nodes.add(view(node));
    }
    return nodes.build();
  }

  private NodeView view(int node) {
    return new NodeView("node" + node, "", nodeTotal, free[node]);
  }

  /** The cluster as it is. */
  public ClusterSnapshot snapshot() {
    ImmutableList.Builder<JobView> jobs = ImmutableList.builder();
    for (LiveJob job : live.values()) {
      ImmutableList.Builder<RunningTask> running = ImmutableList.builder();
      for (Task task : job.running) {
        running.add(
            new RunningTask(
                task.id(),
                "node" + task.node(),
                TaskAsk.Kind.TASK,
                "",
                job.job.demand(),
                task.startMillis()));
      }
      jobs.add(
          JobView.of(
              job.job.id(), job.job.goal(), job.job.submitMillis(), job.asks(), running.build()));
    }
    return ClusterSnapshot.of(nodes(), jobs.build());
  }
}
