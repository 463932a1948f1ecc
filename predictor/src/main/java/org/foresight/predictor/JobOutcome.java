package org.foresight.predictor;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;

/**
 * What a finished job taught. None of it contains the job's own waiting: a job that crawled through
 * a full cluster teaches the same as one that had the cluster to itself.
 *
 * @param spanMillis the job's runtime had all its tasks run at once: for one stage, its longest
 *     task; for several, the sum over the stages of the longest task of each
 * @param width number of tasks that ran to success
 * @param workMillis sum of the runtimes of these tasks, in task-milliseconds
 * @param stages the same stage by stage, in the order in which they began; empty where unknown
 * @param endEpochMillis when the job ended; in the simulator, on the workload's own clock
 */
public record JobOutcome(
    long spanMillis,
    int width,
    long workMillis,
    ImmutableList<StageOutcome> stages,
    OptionalLong endEpochMillis) {

  public JobOutcome {
    if (spanMillis < 0 || width < 1 || workMillis < 0) {
      throw new IllegalArgumentException(
          "A job outcome needs spanMillis ("
              + spanMillis
              + ") and workMillis ("
              + workMillis
              + ") of at least 0 and a width ("
              + width
              + ") of at least 1.");
    }
  }

  /** An outcome of which no more is known. */
  public JobOutcome(long spanMillis, int width, long workMillis) {
    this(spanMillis, width, workMillis, ImmutableList.of(), OptionalLong.empty());
  }
}
