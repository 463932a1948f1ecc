package org.foresight.planner;

/**
 * A running task that is to give its room to another job.
 *
 * @param jobId whose task it is
 * @param taskId the task
 * @param beneficiary the job that the room is made for
 * @param reason why
 */
public record Preemption(String jobId, String taskId, String beneficiary, Reason reason) {

  /**
   * The same with a reason that tells people first what becomes of the task.
   *
   * @param fate such as {@code Stopped after 29.0 s}
   */
  public Preemption saying(String fate) {
    String detail = fate + " to make room for " + beneficiary + ". " + reason.detail();
    return new Preemption(jobId, taskId, beneficiary, new Reason(reason.code(), detail));
  }
}
