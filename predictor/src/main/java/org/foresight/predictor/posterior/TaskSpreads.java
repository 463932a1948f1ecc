package org.foresight.predictor.posterior;

import org.foresight.predictor.JobFeatures;

/**
 * Says how the tasks of a stage differ, and how far history can be trusted. Implementations are
 * thread-safe.
 */
@FunctionalInterface
public interface TaskSpreads {

  /**
   * What is known of a stage; {@link TaskSpread#USUAL} while nothing is.
   *
   * @param stage what the stage is called in every run of the job
   */
  TaskSpread spread(JobFeatures features, String stage);
}
