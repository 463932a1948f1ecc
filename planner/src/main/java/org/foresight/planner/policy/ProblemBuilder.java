package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.toSet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.placement.CapacityForecast;
import org.foresight.planner.placement.JobModel;
import org.foresight.planner.placement.KeepOptions;
import org.foresight.planner.placement.NodeSets;
import org.foresight.planner.placement.NodeTypes;
import org.foresight.planner.placement.PlacementOption;
import org.foresight.planner.placement.PlacementOptions;
import org.foresight.planner.placement.PlanGrid;
import org.foresight.planner.placement.PlanRows;
import org.foresight.planner.placement.RunningGroup;
import org.foresight.planner.policy.PlanningProblem.Held;
import org.foresight.planner.policy.PlanningProblem.Waiting;
import org.foresight.planner.valuation.RemainingConsumption;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimeDistribution;

/** Turns a snapshot of the cluster into a {@link PlanningProblem}. For one cycle. */
final class ProblemBuilder {

  private final ThreeSigmaSettings settings;
  private final double slowHourValue;
  private final JobEstimates runtimes;
  private final ClusterSnapshot cluster;
  private final PlanGrid grid;
  private final JobValuation valuation;
  private final NodeTypes nodes;
  private final RemainingConsumption remaining;

  /**
   * @param slowHourValue what an hour is worth that a task runs longer on nodes that do not suit
   *     its job
   */
  ProblemBuilder(
      ThreeSigmaSettings settings,
      double slowHourValue,
      JobEstimates runtimes,
      ThreeSigmaVariant.OverEstimates overEstimates,
      ClusterSnapshot cluster,
      long nowMillis) {
    this.settings = settings;
    this.slowHourValue = slowHourValue;
    this.runtimes = runtimes;
    this.cluster = cluster;
    grid = new PlanGrid(settings.lookAheadSlots(), settings.slotMillis(), nowMillis);
    valuation = new JobValuation(settings, overEstimates, grid);
    nodes = new NodeTypes(cluster.nodes());
    remaining = new RemainingConsumption(settings.cycleMillis());
  }

  /** Whether a job has a deadline left to meet. */
  boolean hasDeadline(JobView job) {
    return valuation.isSlo(job);
  }

  /** The problem of all jobs. */
  PlanningProblem build() {
    return build(models(), true);
  }

  /**
   * The problem of the jobs with a deadline left to meet, in which the others have a part as those
   * that these can delay or stop: where none of them waits nothing is to be decided, and what runs
   * goes on.
   */
  PlanningProblem buildForDeadlines() {
    return build(models(), deadlineWaits());
  }

  /** Whether a job with a deadline left to meet waits for something. */
  boolean deadlineWaits() {
    return cluster.jobs().stream().anyMatch(job -> !job.asks().isEmpty() && hasDeadline(job));
  }

  /** Of the jobs that wait for something. */
  private List<JobModel> models() {
    List<JobModel> models = new ArrayList<>();
    for (JobView job : cluster.jobs()) {
      if (!job.asks().isEmpty()) {
        models.add(JobModel.of(job, runtimes.estimate(job), nodes));
      }
    }
    return models;
  }

  /**
   * Builds it.
   *
   * @param decides whether there is anything to decide
   */
  private PlanningProblem build(List<JobModel> models, boolean decides) {
    Set<NodeSets.Want> wants = models.stream().map(JobModel::want).collect(toSet());
    NodeSets sets = new NodeSets(cluster.nodes(), wants);
    PlanRows rows =
        new PlanRows(
            sets,
            cluster.limits(),
            cluster.nodes().get(0).total().types(),
            settings.preempts() || cluster.makesWay());
    CapacityForecast forecast = new CapacityForecast(grid, rows, remaining, cluster);
    KeepOptions keeping = new KeepOptions(grid, rows, forecast);
    ImmutableList.Builder<Held> held = ImmutableList.builder();
    for (JobView job : cluster.jobs()) {
      ImmutableList<RunningGroup> groups = RunningGroup.of(job, cluster.blocking(job), sets);
      boolean stoppable =
          decides && settings.preempts() && job.mayBeStopped() && !valuation.isSlo(job);
      addRunning(job, groups, stoppable, forecast, keeping, held);
    }
    PlacementOptions generator = new PlacementOptions(grid, rows, nodes, forecast);
    return PlanningProblem.of(
        grid,
        rows,
        waiting(models, decides ? planned(models) : ImmutableSet.of(), generator),
        held.build(),
        forecast.capacities());
  }

  /** What a running job holds is either forecast to come back, or for the plan to decide. */
  private void addRunning(
      JobView job,
      ImmutableList<RunningGroup> groups,
      boolean stoppable,
      CapacityForecast forecast,
      KeepOptions keeping,
      ImmutableList.Builder<Held> held) {
    if (groups.isEmpty()) {
      return;
    }
    JobEstimate estimate = runtimes.estimate(job);
    boolean onNodes = groups.stream().allMatch(group -> group.kind() >= 0);
    if (!stoppable || !onNodes) {
      forecast.givesBack(job, groups, estimate.taskRuntime());
      return;
    }
    forecast.isPlanned(job, groups, estimate.taskRuntime());
    int tasks = groups.stream().mapToInt(RunningGroup::count).sum();
    held.add(
        new Held(
            job,
            tasks,
            endingSoon(job, estimate.taskRuntime()),
            keeping.of(job, groups, estimate.taskRuntime(), valuation.keeping(job, tasks))));
  }

  /** The tasks that more likely than not end before they could be stopped. */
  private ImmutableSet<String> endingSoon(JobView job, RuntimeDistribution taskRuntime) {
    if (settings.stopMillis() == 0) {
      return ImmutableSet.of();
    }
    ImmutableSet.Builder<String> ending = ImmutableSet.builder();
    for (RunningTask task : job.running()) {
      double slowdown = job.goal().preference().slowdownOn(task.nodeClass());
      double elapsedMillis =
          Math.max(0.0, (double) grid.nowMillis() - task.startMillis()) / slowdown;
      if (remaining.at(taskRuntime, elapsedMillis, settings.stopMillis() / slowdown) <= 0.5) {
        ending.add(task.taskId());
      }
    }
    return ending.build();
  }

  private ImmutableList<Waiting> waiting(
      List<JobModel> models, Set<String> planned, PlacementOptions generator) {
    return models.stream()
        .map(model -> waiting(model, generator, planned.contains(model.job().id())))
        .collect(toImmutableList());
  }

  private Waiting waiting(JobModel model, PlacementOptions generator, boolean isPlanned) {
    JobView job = model.job();
    ImmutableList<PlacementOption> options =
        isPlanned
            ? generator.of(
                model,
                valuation.utility(model, generator.slowestMeanMillis(model)),
                new PlacementOptions.Scope(
                    valuation.deadlineMillis(job), slowHourValue, valuation.startSlots(job)))
            : ImmutableList.of();
    return new Waiting(
        model,
        valuation.deadlineMillis(job),
        valuation.urgency(job),
        generator.isServable(model),
        options);
  }

  /**
   * The jobs that are planned: all with a deadline to meet; of the others, those that are worth
   * most for what they consume, up to some multiple of what the partition could run in the
   * look-ahead.
   */
  private Set<String> planned(List<JobModel> models) {
    Set<String> planned = new HashSet<>();
    List<Candidate> candidates = new ArrayList<>();
    for (JobModel model : models) {
      if (valuation.isSlo(model.job())) {
        planned.add(model.job().id());
      } else {
        double load = load(model);
        candidates.add(new Candidate(model, load, valuation.weight(model.job()) / load));
      }
    }
    candidates.sort(
        Comparator.comparingDouble(Candidate::density)
            .reversed()
            .thenComparing(candidate -> candidate.model.job().id()));
    Map<String, Double> loads = new HashMap<>();
    for (Candidate candidate : candidates) {
      double before = loads.getOrDefault(candidate.model.partition(), 0.0);
      if (before <= settings.plannedLoad()) {
        planned.add(candidate.model.job().id());
        loads.put(candidate.model.partition(), before + candidate.load);
      }
    }
    return planned;
  }

  /** How many times the job would fill its partition in the look-ahead. */
  private double load(JobModel model) {
    double taskMillis = model.taskRuntime().meanMillis();
    if (model.job().goal().service()) {
      // What it runs beyond the look-ahead must not put it behind all jobs that end.
      taskMillis = Math.min(taskMillis, grid.lookAheadMillis());
    }
    double workMillis = model.tasksToStart() * taskMillis;
    double capacity = Math.max(1.0, nodes.fitting(model));
    return Math.max(1e-9, workMillis / (capacity * grid.lookAheadMillis()));
  }

  private record Candidate(JobModel model, double load, double density) {}
}
