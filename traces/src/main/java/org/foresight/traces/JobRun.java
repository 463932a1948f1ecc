package org.foresight.traces;

import java.util.OptionalLong;

/**
 * What became of one job of a workload on a cluster, real or simulated.
 *
 * <p>Immutable. All times are workload times in milliseconds, as if the workload had run at its own
 * pace: times measured on a real cluster are divided by the time scale.
 *
 * @param job what was submitted
 * @param submitMillis when it was really submitted, on a real cluster a little after the time that
 *     the workload asks for
 * @param deadlineMillis when it had to have ended, moved by as much as the submission was late;
 *     empty for a best-effort job
 * @param firstTaskStartMillis when its first task was started; empty if none was
 * @param finishMillis when its last task was known to have succeeded; empty if it did not finish
 * @param tasksRerun how many tasks had to be started again because their container was lost or
 *     preempted
 * @param lostWorkMillis for how long the containers of those had run, in task-milliseconds; 0 where
 *     nobody measured it
 */
public record JobRun(
    WorkloadJob job,
    long submitMillis,
    OptionalLong deadlineMillis,
    OptionalLong firstTaskStartMillis,
    OptionalLong finishMillis,
    int tasksRerun,
    long lostWorkMillis) {

  public JobRun {
    if (finishMillis.isPresent() && finishMillis.getAsLong() < submitMillis) {
      throw new IllegalArgumentException(
          "The finish ("
              + finishMillis.getAsLong()
              + " ms) of the job ("
              + job.id()
              + ") must not be before its submission ("
              + submitMillis
              + " ms).");
    }
    if (tasksRerun < 0 || lostWorkMillis < 0) {
      throw new IllegalArgumentException(
          "The job ("
              + job.id()
              + ") needs tasksRerun ("
              + tasksRerun
              + ") and lostWorkMillis ("
              + lostWorkMillis
              + ") of at least 0.");
    }
  }

  /** The job's id in its workload. */
  public String id() {
    return job.id();
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
