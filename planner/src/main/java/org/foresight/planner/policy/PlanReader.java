package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.placement.JobModel;
import org.foresight.planner.placement.NodeSets;
import org.foresight.planner.placement.PlacementOption;
import org.foresight.planner.placement.PlanGrid;
import org.foresight.planner.placement.SpareCapacity;
import org.foresight.planner.policy.PlanningProblem.Held;
import org.foresight.planner.policy.PlanningProblem.Waiting;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.predictor.Counts;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.RuntimeDistribution;
import org.jspecify.annotations.Nullable;

/** Turns a solution into a {@link Plan}, with a reason for everything. For one cycle. */
final class PlanReader {

  /** Of two jobs with room for one, the one that may run on fewer nodes goes first. */
  private static final Comparator<Planned> DISPATCH_ORDER =
      comparing((Planned job) -> !job.waiting.slo())
          .thenComparing(job -> job.planned.mostByClass().isEmpty())
          .thenComparingDouble(job -> job.waiting.urgency())
          .thenComparing(job -> job.planned.jobId());

  private final String policyName;
  private final ThreeSigmaSettings settings;
  private final PlanningProblem problem;
  private final PlanSolution solution;
  private final PlanGrid grid;

  /**
   * Gives jobs without a deadline to meet the room that the others leave, whatever the solution
   * says of them.
   */
  @FunctionalInterface
  interface Rest {
    /**
     * Each of the jobs as it is planned, in the order in which they are served.
     *
     * @param spare the room that is left; what is given is taken from it
     */
    ImmutableList<PlannedJob> plan(List<Waiting> jobs, SpareCapacity spare);
  }

  PlanReader(
      String policyName,
      ThreeSigmaSettings settings,
      PlanningProblem problem,
      PlanSolution solution) {
    this.policyName = policyName;
    this.settings = settings;
    this.problem = problem;
    this.solution = solution;
    this.grid = problem.grid();
  }

  /** A plan of all jobs by the solution. */
  Plan read(ClusterSnapshot cluster) {
    return read(cluster, null);
  }

  /**
   * A plan of the jobs with a deadline to meet by the solution, of the others by what these leave.
   *
   * @param rest null where the solution has all jobs
   */
  Plan read(ClusterSnapshot cluster, @Nullable Rest rest) {
    List<Planned> order = new ArrayList<>();
    Map<String, Waiting> others = new LinkedHashMap<>();
    for (int i = 0; i < problem.waiting().size(); i++) {
      Waiting waiting = problem.waiting().get(i);
      int choice = solution.choices().get(i);
      if (rest == null || waiting.slo()) {
        order.add(new Planned(waiting, choice, planned(waiting, choice)));
      } else {
        others.put(waiting.model().job().id(), waiting);
      }
    }
    order.sort(DISPATCH_ORDER);
    DueStarts due = new DueStarts(problem.rows().sets(), cluster, stoppable(cluster));
    due.makeRoom(
        order.stream()
            .filter(job -> job.waiting.slo() && job.planned.isDue(grid.nowMillis()))
            .map(job -> new DueStarts.Job(job.waiting.model(), setOf(job), job.planned))
            .collect(toImmutableList()));
    SpareCapacity spare =
        new SpareCapacity(
            grid, problem.rows(), problem.instance(), solution, job -> rest == null || isKept(job));
    // A job with a deadline that waits lets others go first: they have what there is to spare.
    List<PlannedJob> bestEffort =
        rest == null ? ImmutableList.of() : rest.plan(ImmutableList.copyOf(others.values()), spare);
    List<Planned> all = new ArrayList<>();
    for (Planned job : order) {
      all.add(new Planned(job.waiting, job.choice, startedEarly(job, spare)));
    }
    for (PlannedJob job : bestEffort) {
      all.add(new Planned(requireNonNull(others.get(job.jobId())), -1, job));
    }
    List<DueStarts.Job> starting = new ArrayList<>();
    List<PlannedJob> later = new ArrayList<>();
    for (Planned job : all) {
      if (job.planned.isDue(grid.nowMillis())) {
        starting.add(new DueStarts.Job(job.waiting.model(), setOf(job), job.planned));
      } else {
        later.add(job.planned);
      }
    }
    ImmutableList<PlannedJob> jobs =
        Stream.concat(due.allotted(starting).stream().map(DueStarts.Job::planned), later.stream())
            .collect(toImmutableList());
    return new Plan(
        grid.nowMillis(), jobs, due.rooms(), summary(jobs, Plan.preemptions(due.rooms())));
  }

  /** Whether a job of the instance has a deadline to meet, or runs. */
  private boolean isKept(int number) {
    return number >= problem.waiting().size() || problem.waiting().get(number).slo();
  }

  /** The nodes that a job that starts may use. */
  private int setOf(Planned job) {
    ImmutableList<NodeSets.Choice> choices = problem.rows().choices(job.waiting.model());
    return job.choice >= 0
        ? job.waiting.options().get(job.choice).set()
        : choices.get(choices.size() - 1).set();
  }

  private String summary(List<PlannedJob> jobs, List<Preemption> preemptions) {
    long now = jobs.stream().filter(job -> job.isGivenRoom(grid.nowMillis())).count();
    long placed =
        jobs.stream().filter(job -> job.startMillis().isPresent() && !job.isInLine()).count();
    return String.format(
        Locale.ROOT,
        "%s: %s, %d to start now, %d later, %d without room, %s to stop; utility %.2f%s by %s",
        policyName,
        Counts.of(jobs.size(), "job"),
        now,
        placed - now,
        jobs.size() - placed,
        Counts.of(preemptions.size(), "task"),
        solution.objective(),
        Double.isFinite(solution.bound())
            ? String.format(Locale.ROOT, " of at most %.2f", solution.bound())
            : "",
        solution.solver());
  }

  // --- what is stopped --------------------------------------------------------------------------

  /**
   * The tasks that the plan does not keep, without those that end before they were stopped; each
   * with what jobs with deadlines get by stopping it.
   */
  private ImmutableList<JobView> stoppable(ClusterSnapshot cluster) {
    ImmutableList.Builder<JobView> stoppable = ImmutableList.builder();
    for (int i = 0; i < problem.held().size(); i++) {
      Held held = problem.held().get(i);
      int choice = solution.choices().get(problem.numberOfHeld(i));
      int kept = choice < 0 ? 0 : held.options().get(choice).keptTasks();
      if (kept < held.runningTasks()) {
        stoppable.add(lastStarted(held, cluster.blocking(held.job()), held.runningTasks() - kept));
      }
    }
    return stoppable.build();
  }

  /** The job with these of its tasks alone that started last. */
  private static JobView lastStarted(Held held, ImmutableList<RunningTask> blocking, int tasks) {
    JobView job = held.job();
    ImmutableList<RunningTask> last =
        blocking.stream()
            .filter(task -> task.kind() == TaskAsk.Kind.TASK)
            .sorted(Comparator.comparingLong(RunningTask::startMillis).reversed())
            .limit(tasks)
            .filter(task -> !held.endingSoon().contains(task.taskId()))
            .collect(toImmutableList());
    return JobView.of(job.id(), job.goal(), job.submitMillis(), job.asks(), last, job.limits());
  }

  // --- what is started --------------------------------------------------------------------------

  /**
   * An elastic job that is to run wide later may start some tasks already where the plan leaves
   * room until then; from then on they run within what is planned for the job. No option says that,
   * since an option has one parallelism from its start to its end. A job without an option that
   * fits starts what there is room for in all of the look-ahead: else it would wait for ever where
   * others, whose containers are not planned, leave it only little.
   */
  private PlannedJob startedEarly(Planned planned, SpareCapacity spare) {
    PlannedJob job = planned.planned;
    boolean placed = planned.choice >= 0;
    boolean master = planned.waiting.model().job().waitsForMaster();
    if (job.isDue(grid.nowMillis())) {
      return placed && !master && !job.gang() ? widened(planned, spare) : job;
    }
    if ((placed ? master : !planned.waiting.servable()) || (job.gang() && !master)) {
      return job;
    }
    JobModel model = planned.waiting.model();
    int running = model.job().runningTasks();
    int pending = master ? 1 : model.job().pendingTasks();
    int early;
    if (placed) {
      PlacementOption option = planned.waiting.options().get(planned.choice);
      int most = Math.min(pending, job.parallelism() - running);
      early = spare.take(model, option.set(), option.startSlot(), most);
    } else {
      early = spare.take(model, setOf(planned), grid.slots(), pending);
    }
    if (early == 0) {
      return job;
    }
    String detail =
        String.format(
            Locale.ROOT,
            "Starts %s in room to spare. %s",
            Counts.of(early, "task"),
            placed ? job.reason().detail() : whyUnplaced(planned.waiting, "for more "));
    return new PlannedJob(
            job.jobId(),
            OptionalLong.of(grid.nowMillis()),
            running + early,
            job.gang(),
            new Reason(Reason.Code.PLANNED_START, detail))
        .allotted(job.mostByClass());
  }

  /**
   * A job that starts may be wider than its option where the plan leaves room in all of the
   * look-ahead: options halve from all tasks down to one, and what lies between fits as well.
   */
  private PlannedJob widened(Planned planned, SpareCapacity spare) {
    PlannedJob job = planned.planned;
    JobModel model = planned.waiting.model();
    int most = model.job().runningTasks() + model.job().pendingTasks() - job.parallelism();
    int set = planned.waiting.options().get(planned.choice).set();
    int more = most > 0 ? spare.take(model, set, grid.slots(), most) : 0;
    return more == 0
        ? job
        : new PlannedJob(
                job.jobId(), job.startMillis(), job.parallelism() + more, false, job.reason())
            .allotted(job.mostByClass());
  }

  private PlannedJob planned(Waiting waiting, int choice) {
    JobView job = waiting.model().job();
    boolean gang = job.goal().gang();
    if (choice < 0) {
      return unplaced(waiting);
    }
    PlacementOption option = waiting.options().get(choice);
    long offsetMillis = grid.offsetMillis(option.startSlot());
    // The application master starts ahead, to be there when the tasks are due.
    long leadMillis = job.waitsForMaster() ? settings.masterLeadMillis() : 0;
    long startMillis = grid.nowMillis() + Math.max(0, offsetMillis - leadMillis);
    Reason.Code code =
        startMillis <= grid.nowMillis()
            ? Reason.Code.PLANNED_START
            : Reason.Code.WAITING_FOR_PLANNED_START;
    ImmutableSet<String> nodeClasses = option.nodeClasses();
    String detail =
        String.format(
            Locale.ROOT,
            "Planned to start in %.1f s with %s at once%s%s: %s",
            offsetMillis / 1000.0,
            Counts.of(option.parallelism(), "task"),
            nodeClasses.isEmpty() ? "" : " on nodes that suit it",
            waiting.slo()
                ? String.format(
                    Locale.ROOT, ", in time with probability %.2f", option.successProbability())
                : "",
            basis(waiting));
    return new PlannedJob(
            job.id(),
            OptionalLong.of(startMillis),
            option.parallelism(),
            gang,
            new Reason(code, detail))
        .on(nodeClasses);
  }

  /** A job with a deadline waits until that has passed, and goes on as a best-effort job. */
  private PlannedJob unplaced(Waiting waiting) {
    JobView job = waiting.model().job();
    Reason.Code code =
        isOutOfReach(waiting)
            ? Reason.Code.DEADLINE_OUT_OF_REACH
            : Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD;
    boolean waitsForDeadline = waiting.servable() && waiting.slo();
    return new PlannedJob(
        job.id(),
        waitsForDeadline
            ? OptionalLong.of((long) Math.ceil(waiting.deadlineMillis()))
            : OptionalLong.empty(),
        waitsForDeadline ? waiting.model().tasksToStart() + job.runningTasks() : 0,
        job.goal().gang(),
        new Reason(code, whyUnplaced(waiting, "")));
  }

  private static boolean isOutOfReach(Waiting waiting) {
    return waiting.servable() && waiting.slo() && waiting.options().isEmpty();
  }

  /**
   * For people.
   *
   * @param forWhat for what there is no room, and a blank; empty for all of the job
   */
  private String whyUnplaced(Waiting waiting, String forWhat) {
    String why =
        !waiting.servable()
            ? "None of its tasks fits the cluster: "
            : isOutOfReach(waiting)
                ? "Can't meet its deadline any more: "
                : "No room " + forWhat + untilWhen(waiting) + ": ";
    return why + basis(waiting);
  }

  /** No room is looked for after a deadline. */
  private String untilWhen(Waiting waiting) {
    return waiting.slo() && waiting.deadlineMillis() < grid.nowMillis() + grid.lookAheadMillis()
        ? "that lets it meet its deadline"
        : "within " + grid.lookAheadMillis() / 1000 + " s";
  }

  private static String basis(Waiting waiting) {
    RuntimeDistribution span = waiting.model().estimate().span();
    EstimateBasis basis = waiting.model().estimate().basis();
    return String.format(
        Locale.ROOT,
        "runtime p50 %.1f s, p90 %.1f s from %s, %s",
        span.quantile(0.5) / 1000,
        span.quantile(0.9) / 1000,
        basis.source(),
        Counts.of(basis.samples(), "sample"));
  }

  private record Planned(Waiting waiting, int choice, PlannedJob planned) {}
}
