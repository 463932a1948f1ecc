package org.foresight.benchmarks.threesigma;

import java.util.Optional;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;

/** Says how long a job will run, when it is submitted. */
@FunctionalInterface
interface RuntimeSource {

  /** The estimate of the job; empty where nothing is known. */
  Optional<JobEstimate> estimate(String jobId, JobFeatures features);
}
