package org.foresight.planner.policy;

import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolver;

/**
 * 3σSched (3Sigma §3, §4): every cycle it values the placement options of all waiting jobs by their
 * runtime distributions, forecasts the capacity that the running ones leave, chooses at most one
 * option a job by solving the MILP of §4.3, and starts what is planned for now. The rest is planned
 * anew the next time. With other parts switched on it is each of the systems that 3Sigma is
 * compared with, see {@link ThreeSigmaVariant}.
 *
 * <p>Beyond the paper: jobs are elastic unless they are gangs, so an option has a parallelism too
 * and a job's unstarted tasks are planned anew each cycle; whether running best-effort jobs go on
 * is decided by the same MILP; every job, an SLO job too, has a small utility of ending early, so
 * that nothing waits without need; an SLO job past its deadline runs on as a best-effort job; each
 * cycle starts from the last plan.
 */
public final class ThreeSigmaPolicy implements SchedulingPolicy {

  private final ThreeSigmaVariant variant;
  private final ThreeSigmaSettings settings;
  private final PlanSolver solver;
  private final JobRuntimes runtimes;
  private final PlanMemory memory = new PlanMemory();

  /**
   * @param source where runtimes come from, as the variant wants them
   * @param solver solves the plan
   */
  public ThreeSigmaPolicy(
      ThreeSigmaVariant variant,
      ThreeSigmaSettings settings,
      RuntimeSource source,
      PlanSolver solver) {
    this.variant = variant;
    this.settings = settings;
    this.solver = solver;
    this.runtimes = new JobRuntimes(source, settings.unknownRuntimeMillis());
  }

  @Override
  public String name() {
    return variant.name();
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
    PlanningProblem problem =
        new ProblemBuilder(settings, 0.0, runtimes, variant.overEstimates(), cluster, nowMillis)
            .build();
    PlanSolution solution =
        solver.solve(
            problem.instance(),
            memory.warmStart(problem),
            settings.budget(problem.instance(), stop));
    memory.remember(problem, solution);
    return new PlanReader(variant.name(), settings, problem, solution).read(cluster);
  }
}
