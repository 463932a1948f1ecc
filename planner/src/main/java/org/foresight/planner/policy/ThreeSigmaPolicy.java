package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Comparator.comparing;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.placement.CapacityForecast;
import org.foresight.planner.placement.JobModel;
import org.foresight.planner.placement.PlacementOption;
import org.foresight.planner.placement.PlacementOptions;
import org.foresight.planner.placement.PlanGrid;
import org.foresight.planner.placement.SpareCapacity;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.planner.solver.SolverBudget;
import org.foresight.planner.valuation.BestEffortUtility;
import org.foresight.planner.valuation.DeadlineUtility;
import org.foresight.planner.valuation.RemainingConsumption;
import org.foresight.planner.valuation.UtilityFunction;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.RuntimePredictor;

/**
 * 3σSched (3Sigma §3, §4): every cycle it values the placement options of all waiting jobs by their
 * runtime distributions, forecasts the capacity that the running ones leave, chooses at most one
 * option a job by solving the MILP of §4.3, and starts what is planned for now. The rest is planned
 * anew the next time.
 *
 * <p>Beyond the paper: jobs are elastic unless they are gangs, so an option has a parallelism too
 * and a job's unstarted tasks are planned anew each cycle; every job, an SLO job too, has a small
 * utility of ending early, so that nothing waits without need; an SLO job past its deadline runs on
 * as a best-effort job.
 */
public final class ThreeSigmaPolicy implements SchedulingPolicy {
  /**
   * What ending early is worth to a job that has a deadline to meet, as a share of what it is worth
   * to a best-effort job. As much, and it would be left to chance whether a job with slack lets
   * others go first, which is what its slack is for (3Sigma §2.3, case B).
   */
  private static final double SLO_EARLINESS_SHARE = 0.1;

  private static final Comparator<Planned> DISPATCH_ORDER =
      comparing((Planned job) -> !job.valued.slo)
          .thenComparingDouble(job -> job.valued.urgency)
          .thenComparing(job -> job.valued.model.job().id());

  private final ThreeSigmaSettings settings;
  private final PlanSolver solver;
  private final RuntimeSource runtimes;
  private final RemainingConsumption remaining;

  /**
   * @param predictor where runtimes come from
   * @param solver solves the plan
   */
  public ThreeSigmaPolicy(
      ThreeSigmaSettings settings, RuntimePredictor predictor, PlanSolver solver) {
    this.settings = settings;
    this.solver = solver;
    this.runtimes = new RuntimeSource(predictor, settings.unknownRuntimeMillis());
    this.remaining = new RemainingConsumption(settings.cycleMillis());
  }

  @Override
  public String name() {
    return "threesigma";
  }

  @Override
  public void onEvent(ClusterEvent event) {
    runtimes.onEvent(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    if (cluster.nodes().isEmpty() || cluster.jobs().isEmpty()) {
      return Plan.empty(nowMillis);
    }
    PlanGrid grid = grid(cluster, nowMillis);
    CapacityForecast forecast = new CapacityForecast(grid, remaining);
    PlacementOptions generator = new PlacementOptions(grid, forecast, cluster, nowMillis);
    ImmutableList<ValuedJob> jobs =
        cluster.jobs().stream()
            .filter(job -> !job.asks().isEmpty())
            .map(job -> value(job, cluster.nodes(), generator, grid, nowMillis))
            .collect(toImmutableList());
    PlanInstance instance =
        new PlanInstance(
            grid.slots(),
            forecast.forecast(cluster, job -> runtimes.estimate(job).taskRuntime(), nowMillis),
            jobs.stream().map(ValuedJob::column).collect(toImmutableList()));
    PlanSolution solution =
        solver.solve(instance, new SolverBudget(settings.solverWorkUnits(), stop));
    return toPlan(jobs, instance, solution, grid, nowMillis);
  }

  private PlanGrid grid(ClusterSnapshot cluster, long nowMillis) {
    return new PlanGrid(
        cluster.nodes().stream()
            .map(NodeView::partition)
            .distinct()
            .sorted()
            .collect(toImmutableList()),
        cluster.nodes().get(0).total().types(),
        settings.lookAheadSlots(),
        settings.slotMillis(),
        nowMillis);
  }

  private ValuedJob value(
      JobView job,
      ImmutableList<NodeView> nodes,
      PlacementOptions generator,
      PlanGrid grid,
      long nowMillis) {
    JobModel model = JobModel.of(job, runtimes.estimate(job), nodes);
    double deadlineMillis =
        job.goal().isSlo()
            ? (double) job.goal().deadlineMillis().getAsLong() - settings.deadlineMarginMillis()
            : Double.NaN;
    boolean slo = deadlineMillis > nowMillis;
    double weight = (slo ? SLO_EARLINESS_SHARE : 1.0) * settings.bestEffortWeight();
    // Twice the mean beyond the look-ahead: the latest start is still worth something.
    double spanMillis =
        grid.lookAheadMillis() + 2.0 * Math.max(1.0, generator.slowestMeanMillis(model));
    UtilityFunction early =
        new BestEffortUtility(weight * aging(job, nowMillis), nowMillis, spanMillis);
    UtilityFunction utility = slo ? inTime(model, deadlineMillis).plus(early) : early;
    ImmutableList<PlacementOption> options =
        generator.of(model, utility, slo ? deadlineMillis : Double.NaN);
    double urgency = slo ? deadlineMillis : -early.at((double) nowMillis);
    return new ValuedJob(model, slo, urgency, generator.isServable(model), options);
  }

  /** The full value until the deadline; a tail if history says that it is over-estimated. */
  private DeadlineUtility inTime(JobModel model, double deadlineMillis) {
    double window = deadlineMillis - model.job().submitMillis();
    boolean overEstimated = model.estimate().span().cdf(window) < settings.overEstimateThreshold();
    return new DeadlineUtility(
        settings.sloValue(), deadlineMillis, overEstimated ? Math.max(window, 0.0) : 0.0);
  }

  /** How many times its weight a job has by now. */
  private double aging(JobView job, long nowMillis) {
    double waitedMillis = Math.max(0.0, (double) nowMillis - job.submitMillis());
    return 1.0 + waitedMillis / settings.agingMillis();
  }

  private Plan toPlan(
      List<ValuedJob> jobs,
      PlanInstance instance,
      PlanSolution solution,
      PlanGrid grid,
      long nowMillis) {
    List<Planned> order = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      int choice = solution.choices().get(i);
      PlannedJob job = planned(jobs.get(i), choice, grid, nowMillis);
      order.add(new Planned(jobs.get(i), choice, job));
    }
    order.sort(DISPATCH_ORDER);
    SpareCapacity spare = new SpareCapacity(grid, instance, solution);
    ImmutableList<PlannedJob> planned =
        order.stream()
            .map(job -> startedEarly(job, spare, grid, nowMillis))
            .collect(toImmutableList());
    long now = planned.stream().filter(job -> job.isDue(nowMillis)).count();
    long placed = planned.stream().filter(job -> job.startMillis().isPresent()).count();
    String summary =
        String.format(
            Locale.ROOT,
            "threesigma: %d jobs, %d start now, %d later, %d without room; utility %.2f by %s",
            jobs.size(),
            now,
            placed - now,
            jobs.size() - placed,
            solution.objective(),
            solution.solver());
    return new Plan(nowMillis, planned, summary);
  }

  /**
   * An elastic job that is to run wide later may start some tasks already where the plan leaves
   * room until then; from then on they run within what is planned for the job. No option says that,
   * since an option has one parallelism from its start to its end. A job without an option that
   * fits starts what there is room for in all of the look-ahead: else it would wait for ever where
   * others, whose containers are not planned, leave it only little.
   */
  private static PlannedJob startedEarly(
      Planned planned, SpareCapacity spare, PlanGrid grid, long nowMillis) {
    PlannedJob job = planned.job;
    JobModel model = planned.valued.model;
    boolean placed = planned.choice >= 0;
    boolean master = model.job().waitsForMaster();
    if (job.gang() || job.isDue(nowMillis) || (placed ? master : !planned.valued.servable)) {
      return job;
    }
    int running = model.job().runningTasks();
    int pending = master ? 1 : model.job().pendingTasks();
    int most = placed ? Math.min(pending, job.parallelism() - running) : pending;
    int untilSlot = placed ? planned.valued.options.get(planned.choice).startSlot() : grid.slots();
    int early = spare.take(grid.partition(model.partition()), model.demand(), untilSlot, most);
    if (early == 0) {
      return job;
    }
    String detail =
        String.format(
            Locale.ROOT, "Starts %d tasks in room to spare. %s", early, job.reason().detail());
    return new PlannedJob(
        job.jobId(),
        OptionalLong.of(nowMillis),
        running + early,
        false,
        new Reason(Reason.Code.PLANNED_START, detail));
  }

  private PlannedJob planned(ValuedJob valued, int choice, PlanGrid grid, long nowMillis) {
    JobView job = valued.model.job();
    boolean gang = job.goal().gang();
    if (choice < 0) {
      String detail =
          valued.options.isEmpty()
              ? "None of its tasks fits the cluster or is worth starting: " + basis(valued)
              : "No room within " + grid.lookAheadMillis() / 1000 + " s: " + basis(valued);
      return new PlannedJob(
          job.id(),
          OptionalLong.empty(),
          0,
          gang,
          new Reason(Reason.Code.NO_ROOM_WITHIN_LOOKAHEAD, detail));
    }
    PlacementOption option = valued.options.get(choice);
    long offsetMillis = grid.offsetMillis(option.startSlot());
    // The application master starts ahead, to be there when the tasks are due.
    long leadMillis = job.waitsForMaster() ? settings.masterLeadMillis() : 0;
    long startMillis = nowMillis + Math.max(0, offsetMillis - leadMillis);
    Reason.Code code =
        startMillis <= nowMillis
            ? Reason.Code.PLANNED_START
            : Reason.Code.WAITING_FOR_PLANNED_START;
    String detail =
        String.format(
            Locale.ROOT,
            "Planned to start in %.1f s with %d tasks at once%s: %s",
            offsetMillis / 1000.0,
            option.parallelism(),
            valued.slo
                ? String.format(
                    Locale.ROOT, ", in time with probability %.2f", option.successProbability())
                : "",
            basis(valued));
    return new PlannedJob(
        job.id(),
        OptionalLong.of(startMillis),
        option.parallelism(),
        gang,
        new Reason(code, detail));
  }

  private static String basis(ValuedJob valued) {
    RuntimeDistribution span = valued.model.estimate().span();
    EstimateBasis basis = valued.model.estimate().basis();
    return String.format(
        Locale.ROOT,
        "runtime p50 %.1f s, p90 %.1f s from %s (%s), %d samples",
        span.quantile(0.5) / 1000,
        span.quantile(0.9) / 1000,
        basis.feature(),
        basis.value(),
        basis.samples());
  }

  /**
   * A job with its options; {@code urgency}: the smaller, the earlier it is served; {@code
   * servable}: whether the empty cluster could run it.
   */
  private record ValuedJob(
      JobModel model,
      boolean slo,
      double urgency,
      boolean servable,
      ImmutableList<PlacementOption> options) {
    PlanInstance.Job column() {
      return new PlanInstance.Job(
          model.job().id(),
          options.stream().map(PlacementOption::column).collect(toImmutableList()));
    }
  }

  private record Planned(ValuedJob valued, int choice, PlannedJob job) {}
}
