package org.foresight.testbed;

import java.util.OptionalLong;

/**
 * What became of one job of a workload on the cluster.
 *
 * <p>Immutable. All times are workload times in milliseconds, as if the workload had run at its own
 * pace: measured times are divided by the time scale.
 *
 * @param id the job's id in its workload
 * @param queue the leaf queue it was submitted to
 * @param submitMillis when it was really submitted, a little after the time that the workload asks
 *     for
 * @param deadlineMillis when it had to have ended, moved by as much as the submission was late;
 *     empty for a best-effort job
 * @param firstTaskStartMillis when its first task was started; empty if none was
 * @param finishMillis when its last task was known to have succeeded; empty if it did not finish
 * @param width number of tasks
 * @param workMillis sum of the task runtimes that the workload states, in task-milliseconds
 * @param tasksRerun how many tasks had to be started again because their container was lost
 */
public record JobRun(
    String id,
    String queue,
    long submitMillis,
    OptionalLong deadlineMillis,
    OptionalLong firstTaskStartMillis,
    OptionalLong finishMillis,
    int width,
    long workMillis,
    int tasksRerun) {

  public JobRun {
    if (finishMillis.isPresent() && finishMillis.getAsLong() < submitMillis) {
      throw new IllegalArgumentException(
          "The finish ("
              + finishMillis.getAsLong()
              + " ms) of the job ("
              + id
              + ") must not be before its submission ("
              + submitMillis
              + " ms).");
    }
    if (width < 1 || workMillis < 0 || tasksRerun < 0) {
      throw new IllegalArgumentException(
          "The job ("
              + id
              + ") needs a width ("
              + width
              + ") of at least 1, and workMillis ("
              + workMillis
              + ") and tasksRerun ("
              + tasksRerun
              + ") of at least 0.");
    }
  }

  /** Whether the job has a deadline. */
  public boolean isSlo() {
    return deadlineMillis.isPresent();
  }

  /** Whether all tasks succeeded. */
  public boolean succeeded() {
    return finishMillis.isPresent();
  }

  /** Whether the job had a deadline and did not finish by it. */
  public boolean missedDeadline() {
    return isSlo()
        && (finishMillis.isEmpty() || finishMillis.getAsLong() > deadlineMillis.getAsLong());
  }
}
