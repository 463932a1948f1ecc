package org.foresight.simulator;

import org.foresight.predictor.JobFeatures;
import org.foresight.traces.JobRequest;
import org.foresight.traces.WorkloadJob;

/** What a predictor may know of a trace's jobs when they are submitted. */
public final class SubmittedFeatures {

  private SubmittedFeatures() {}

  /** That of a job of a workload. */
  public static JobFeatures of(WorkloadJob job) {
    return of(job.user(), job.name(), job.queue(), job.submitMillis(), job.request());
  }

  /**
   * That of a job.
   *
   * @param submitMillis when it was submitted, on the trace's clock
   */
  public static JobFeatures of(
      String user, String name, String queue, long submitMillis, JobRequest request) {
    JobFeatures.Builder features =
        JobFeatures.builder(user, name, queue).submitEpochMillis(submitMillis);
    request.group().ifPresent(features::group);
    request.type().ifPresent(features::jobType);
    request.priority().ifPresent(features::priority);
    request.slots().ifPresent(features::slots);
    request.requestedMillis().ifPresent(features::requestedMillis);
    return features.build();
  }
}
