package org.foresight.simulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foresight.planner.distributed.hybrid.HybridPolicy;
import org.foresight.planner.distributed.hybrid.HybridSettings;
import org.foresight.planner.distributed.hybrid.ProbeCounts;
import org.foresight.planner.distributed.hybrid.TaskEstimates;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.traces.JobRun;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;

/**
 * What a hybrid policy made of jobs.
 *
 * @param runs by job, in the order of their ends
 */
record HybridRun(SimulationResult result, Map<String, JobRun> runs, ProbeCounts counts) {

  static HybridRun of(
      HybridSettings settings,
      ClusterSpec cluster,
      SimulationParameters parameters,
      List<WorkloadJob> jobs) {
    Map<String, JobRun> runs = new LinkedHashMap<>();
    HybridPolicy[] policies = new HybridPolicy[1];
    SimulationResult result =
        Simulation.runDistributed(
            cluster,
            parameters,
            oracle -> {
              policies[0] = new HybridPolicy("hybrid", settings, TaskEstimates.of(oracle));
              return policies[0];
            },
            Optional.empty(),
            new ThreeSigmaPredictor(),
            JobStream.of(jobs),
            new SimulationListener() {
              @Override
              public void jobEnded(JobRun run) {
                runs.put(run.id(), run);
              }
            });
    return new HybridRun(result, runs, policies[0].counts());
  }

  /** From the submission of a job to its end. */
  long latencyMillis(String jobId) {
    JobRun run = runs.get(jobId);
    if (run == null) {
      throw new AssertionError("The job " + jobId + " has not ended.");
    }
    return run.finishMillis().orElseThrow() - run.submitMillis();
  }
}
