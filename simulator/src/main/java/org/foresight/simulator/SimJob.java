package org.foresight.simulator;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.foresight.planner.cluster.DispatchView.DispatchableJob;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.NodePreference;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.predictor.JobFeatures;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/**
 * A submitted job that has not ended, and what policies see of it. Changed by {@link SimCluster}
 * alone.
 */
final class SimJob implements DispatchableJob, JobView {

  /** Where it is in its life. */
  enum Phase {
    /** Its application master is asked for. */
    WAITS_FOR_MASTER,
    /** Its application master runs and asks for nothing yet. */
    MASTER_STARTS,
    /** It asks for its tasks and runs them. */
    WORKS,
    /** All tasks have succeeded. */
    ENDS
  }

  final WorkloadJob spec;
  final String id;

  /** Its number in the order of submission. */
  final long number;

  final JobGoal goal;
  final SimStage[] stages;

  Phase phase;
  final @Nullable ResourceVector masterDemand;
  @Nullable SimTask master;

  private final List<SimTask> tasksRunning = new ArrayList<>();
  private int pendingTasks;
  private int unfinishedTasks;
  private long firstStartMillis = -1;
  private int tasksLost;
  private long lostWorkMillis;
  private @Nullable ImmutableList<TaskAsk> asks;
  private @Nullable ImmutableList<RunningTask> views;

  SimJob(WorkloadJob spec, long number, SimStage[] stages, @Nullable ResourceVector masterDemand) {
    this.spec = spec;
    this.id = spec.id();
    this.number = number;
    this.goal =
        new JobGoal(
            spec.deadlineMillis(),
            spec.gang(),
            new NodePreference(
                spec.preference().nodeClasses(), spec.preference().slowdownElsewhere()));
    this.stages = stages;
    this.masterDemand = masterDemand;
    this.phase = masterDemand == null ? Phase.WORKS : Phase.WAITS_FOR_MASTER;
    for (SimStage stage : stages) {
      unfinishedTasks += stage.width();
      if (stage.isReady()) {
        pendingTasks += stage.pending();
      }
    }
  }

  @Override
  public ImmutableList<TaskAsk> asks() {
    ImmutableList<TaskAsk> current = asks;
    if (current == null) {
      current = readAsks();
      asks = current;
    }
    return current;
  }

  private ImmutableList<TaskAsk> readAsks() {
    if (phase == Phase.WAITS_FOR_MASTER && masterDemand != null) {
      return ImmutableList.of(new TaskAsk(TaskAsk.Kind.APPLICATION_MASTER, "", masterDemand, 1));
    }
    if (phase != Phase.WORKS || pendingTasks == 0) {
      return ImmutableList.of();
    }
    if (stages.length == 1) {
      return ImmutableList.of(stages[0].ask());
    }
    ImmutableList.Builder<TaskAsk> all = ImmutableList.builder();
    for (SimStage stage : stages) {
      if (stage.isReady() && stage.pending() > 0) {
        all.add(stage.ask());
      }
    }
    return all.build();
  }

  @Override
  public int runningTasks() {
    return tasksRunning.size();
  }

  @Override
  public int runningTasks(String nodeClass) {
    int running = 0;
    for (SimTask task : tasksRunning) {
      running += task.node.nodeClass.name().equals(nodeClass) ? 1 : 0;
    }
    return running;
  }

  List<SimTask> tasksRunning() {
    return tasksRunning;
  }

  /** Number of tasks that could start now if there was room. */
  int waitingTasks() {
    return phase == Phase.WORKS ? pendingTasks : phase == Phase.WAITS_FOR_MASTER ? 1 : 0;
  }

  /** Whether it waits for its application master, or for a task, that fits this node. */
  boolean mayStartOn(SimNode node) {
    return switch (phase) {
      case WAITS_FOR_MASTER ->
          masterDemand != null && node.partition().isEmpty() && node.fits(masterDemand);
      case WORKS -> stageFitting(node) >= 0;
      case MASTER_STARTS, ENDS -> false;
    };
  }

  /** The stage that the job starts a task of on this node, -1 if none fits. */
  int stageFitting(SimNode node) {
    for (int i = 0; i < stages.length; i++) {
      SimStage stage = stages[i];
      if (stage.isReady()
          && stage.pending() > 0
          && stage.partition().equals(node.partition())
          && node.fits(stage.demand)) {
        return i;
      }
    }
    return -1;
  }

  void started(SimTask task) {
    if (task.isMaster()) {
      master = task;
      phase = Phase.MASTER_STARTS;
    } else {
      pendingTasks--;
      task.indexInJob = tasksRunning.size();
      tasksRunning.add(task);
      if (firstStartMillis < 0) {
        firstStartMillis = task.bookedMillis;
      }
    }
    changed();
  }

  /** A task is no longer there; {@code ranMillis} says for how long it had been. */
  void ended(SimTask task, boolean succeeded, long ranMillis) {
    if (task.isMaster()) {
      master = null;
    } else {
      SimTask last = tasksRunning.remove(tasksRunning.size() - 1);
      if (last != task) {
        tasksRunning.set(task.indexInJob, last);
        last.indexInJob = task.indexInJob;
      }
      SimStage stage = stages[task.stage];
      if (succeeded) {
        stage.succeeded(task.number);
        unfinishedTasks--;
      } else {
        stage.lost(task.number);
        pendingTasks++;
        tasksLost++;
        lostWorkMillis += ranMillis;
      }
    }
    changed();
  }

  /** Makes ready the stages whose parents have ended; returns whether there are any. */
  boolean readyStages() {
    boolean any = false;
    for (SimStage stage : stages) {
      if (!stage.isReady() && stage.parentsHaveEnded(stages)) {
        stage.makeReady();
        pendingTasks += stage.pending();
        any = true;
      }
    }
    if (any) {
      changed();
    }
    return any;
  }

  boolean hasEnded() {
    return unfinishedTasks == 0;
  }

  void enter(Phase next) {
    phase = next;
    changed();
  }

  private void changed() {
    asks = null;
    views = null;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public JobGoal goal() {
    return goal;
  }

  /** What is known of it at its submission. */
  JobFeatures features() {
    return SubmittedFeatures.of(spec);
  }

  @Override
  public long submitMillis() {
    return spec.submitMillis();
  }

  @Override
  public ImmutableList<RunningTask> running() {
    ImmutableList<RunningTask> current = views;
    if (current == null) {
      ImmutableList.Builder<RunningTask> tasks = ImmutableList.builder();
      if (master != null) {
        tasks.add(master.view());
      }
      for (SimTask task : tasksRunning) {
        tasks.add(task.view());
      }
      current = tasks.build();
      views = current;
    }
    return current;
  }

  /** What became of it; {@code finishMillis} is empty if it did not succeed. */
  JobRun run(OptionalLong finishMillis) {
    return new JobRun(
        spec,
        spec.submitMillis(),
        spec.deadlineMillis(),
        firstStartMillis < 0 ? OptionalLong.empty() : OptionalLong.of(firstStartMillis),
        finishMillis,
        tasksLost,
        lostWorkMillis);
  }
}
