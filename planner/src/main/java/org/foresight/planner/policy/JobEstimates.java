package org.foresight.planner.policy;

import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.JobEstimate;

/** What is taken to be the runtime of each job while a plan is made. */
@FunctionalInterface
interface JobEstimates {

  /** What is known or assumed of the job. */
  JobEstimate estimate(JobView job);
}
