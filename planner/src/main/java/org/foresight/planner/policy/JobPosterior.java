package org.foresight.planner.policy;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.foresight.predictor.posterior.TaskPosterior;

/**
 * What is believed of a job by history and by what its tasks have shown so far.
 *
 * @param stages of each stage; none is missing
 * @param correction what the tasks of the stages with evidence turn out to run beside their
 *     history: SLearn-DAG's d_s/d_h (§6); 1 where there is none
 */
record JobPosterior(ImmutableList<Stage> stages, double correction) {

  /**
   * What is believed of a stage.
   *
   * @param stage the stage
   * @param tasks the runtimes of its tasks
   */
  record Stage(JobStages.Stage stage, TaskPosterior tasks) {

    /** The expected work that is left, in task-milliseconds. */
    double remainingMillis() {
      return tasks.remainingWorkMillis(toStart());
    }

    /** How many of its tasks are still to start. */
    int toStart() {
      return stage.begun() ? stage.pending() : (int) Math.max(1, Math.round(stage.width()));
    }

    /** The expected work of all of its tasks. */
    double workMillis() {
      return Math.max(1.0, stage.width()) * tasks.meanTask().meanMillis();
    }

    /** A quantile of the same. */
    double workQuantileMillis(double probability) {
      return Math.max(1.0, stage.width()) * tasks.meanTask().quantile(probability);
    }
  }

  /** The expected work that is left, in task-milliseconds. */
  double remainingMillis() {
    double sum = 0;
    for (Stage stage : stages) {
      sum += stage.remainingMillis();
    }
    return sum;
  }

  /** The expected work of all tasks, ended ones too, in task-milliseconds. */
  double workMillis() {
    double sum = 0;
    for (Stage stage : stages) {
      sum += stage.workMillis();
    }
    return sum;
  }

  /**
   * A quantile of the same: the stages of a job are taken to be long together, as they are where
   * its input is large.
   */
  double workQuantileMillis(double probability) {
    double sum = 0;
    for (Stage stage : stages) {
      sum += stage.workQuantileMillis(probability);
    }
    return sum;
  }

  /** The stage that tasks are waited for of, or else that began last; empty if none has begun. */
  Optional<Stage> current() {
    Optional<Stage> current = Optional.empty();
    for (Stage stage : stages) {
      if (stage.stage().begun()) {
        current = Optional.of(stage);
        if (stage.stage().pending() > 0) {
          break;
        }
      }
    }
    return current;
  }
}
