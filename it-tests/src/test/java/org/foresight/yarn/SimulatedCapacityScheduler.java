package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.policy.CapacityPolicy;
import org.foresight.planner.policy.CapacityQueues;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.Simulation;
import org.foresight.simulator.SimulationListener;
import org.foresight.simulator.SimulationParameters;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;

/** The policy {@code capacity} on a simulated cluster, with an eye on how many tasks run. */
final class SimulatedCapacityScheduler extends ForwardingPolicy implements SimulationListener {
  private final Map<String, WorkloadJob> jobs = new HashMap<>();
  private final Map<String, JobRun> runs = new HashMap<>();
  private final Map<String, Integer> tasks = new HashMap<>();
  private final Map<String, Integer> mostTasks = new HashMap<>();

  private SimulatedCapacityScheduler(CapacityQueues queues) {
    super(new CapacityPolicy(queues));
  }

  /** Simulates the jobs, which may come in any order. */
  static CapacityRun run(
      CapacityQueues queues,
      ClusterSpec cluster,
      SimulationParameters parameters,
      ImmutableList<WorkloadJob> jobs) {
    SimulatedCapacityScheduler scheduler = new SimulatedCapacityScheduler(queues);
    jobs.forEach(job -> scheduler.jobs.put(job.id(), job));
    Simulation.run(
        cluster,
        parameters,
        oracle -> scheduler,
        new ThreeSigmaPredictor(),
        JobStream.of(
            ImmutableList.sortedCopyOf(Comparator.comparingLong(WorkloadJob::submitMillis), jobs)),
        scheduler);
    return new CapacityRun(
        jobs.stream().map(job -> scheduler.runOf(job.id())).collect(toImmutableList()),
        ImmutableSortedMap.copyOf(scheduler.mostTasks));
  }

  private JobRun runOf(String jobId) {
    JobRun run = runs.get(jobId);
    if (run == null) {
      throw new AssertionError("The job " + jobId + " did not end.");
    }
    return run;
  }

  @Override
  public void jobEnded(JobRun run) {
    runs.put(run.id(), run);
  }

  @Override
  public void onEvent(ClusterEvent event) {
    if (event instanceof ClusterEvent.TaskStarted started) {
      count(started.jobId(), 1);
    } else if (event instanceof ClusterEvent.TaskFinished finished) {
      count(finished.jobId(), -1);
    }
    super.onEvent(event);
  }

  private void count(String jobId, int change) {
    WorkloadJob job = jobs.get(jobId);
    if (job == null) {
      throw new AssertionError("There is no job " + jobId + ".");
    }
    count(change, job.queue());
    count(change, CapacityRun.ofUser(job.queue(), job.user()));
  }

  private void count(int change, String whose) {
    mostTasks.merge(whose, tasks.merge(whose, change, Integer::sum), Math::max);
  }
}
