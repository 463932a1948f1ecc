package org.foresight.planner.policy;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.Remaining;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;
import org.foresight.predictor.posterior.TaskSpreads;

/**
 * The composite policy: jobs with deadlines are planned by 3Sigma's MILP, best-effort jobs are
 * served by SLearn's queues in the room that these leave, both by what history and the jobs' own
 * tasks tell of their runtimes.
 *
 * <p>The MILP sees best-effort jobs too, and lets a job with a deadline wait while it has slack and
 * others could use the room; which of them do is for the queues to say. Unlike 3Sigma's, it puts a
 * price on tasks that run longer on nodes that do not suit them: a wide job with a deadline that
 * took those for want of others would take more of the best-effort jobs' room than their work that
 * is lost when they are stopped instead.
 */
public final class ForesightPolicy implements SchedulingPolicy {

  /** The name by which configuration chooses it. */
  public static final String NAME = "foresight";

  private final ThreeSigmaSettings settings;
  private final PlanSolver solver;
  private final GsQueues queues;
  private final JobRuntimes runtimes;
  private final JobPosteriors posteriors;
  private final JobSizing sizing;
  private final PlanMemory memory = new PlanMemory();

  /**
   * @param source where the runtimes of history come from
   * @param spreads how tasks differ, as a host has learned it; where it learns nothing of that, the
   *     policy does from the jobs that it sees
   * @param solver solves the plan of the jobs with deadlines
   */
  public ForesightPolicy(
      ThreeSigmaSettings settings,
      GsSettings gs,
      RuntimeSource source,
      Optional<TaskSpreads> spreads,
      PlanSolver solver) {
    this.settings = settings;
    this.solver = solver;
    this.queues = GsQueues.of(gs.queues());
    this.runtimes = new JobRuntimes(source, settings.unknownRuntimeMillis());
    this.posteriors = new JobPosteriors(runtimes, spreads);
    this.sizing = new PosteriorSizing(gs, runtimes, posteriors);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    sizing.onEvent(event); // It tells the posteriors.
  }

  @Override
  public Optional<Remaining> remaining(JobView job, int atOnce, long nowMillis) {
    return sizing.remaining(job, atOnce, nowMillis);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    if (cluster.nodes().isEmpty() || cluster.jobs().isEmpty()) {
      return Plan.empty(nowMillis);
    }
    ProblemBuilder builder =
        new ProblemBuilder(
            settings,
            settings.lostWorkValue(), // As much as what is done in vain.
            new PosteriorEstimates(runtimes, posteriors, nowMillis),
            ThreeSigmaVariant.OverEstimates.ADAPTIVE,
            cluster,
            nowMillis);
    PlanningProblem problem = builder.buildForDeadlines();
    PlanSolution solution =
        solver.solve(
            problem.instance(),
            memory.warmStart(problem),
            settings.budget(problem.instance(), stop));
    memory.remember(problem, solution);
    PlanReader.Rest bestEffort =
        new BestEffortQueues(
            queues,
            sizing,
            cluster,
            problem.grid(),
            problem.rows(),
            builder::hasDeadline,
            builder.deadlineWaits());
    return new PlanReader(NAME, settings, problem, solution).read(cluster, bestEffort);
  }
}
