package org.foresight.traces.logs;

import org.foresight.traces.JobFacts;

/** How a job ended, as its log says; this tells why a job without a usable task has none. */
enum LogEnd {
  /** It ended well, or the log does not say how. */
  ENDED("no task of the job succeeded", JobFacts.Status.COMPLETED),
  FAILED("the job failed, and no task of it succeeded", JobFacts.Status.FAILED),
  KILLED("the job was killed, and no task of it succeeded", JobFacts.Status.CANCELLED),
  /** The job was running, or the log is cut off. */
  NONE("the log has no end, and no task in it succeeded", JobFacts.Status.UNFINISHED);

  private final String withoutTask;
  private final JobFacts.Status status;

  LogEnd(String withoutTask, JobFacts.Status status) {
    this.withoutTask = withoutTask;
    this.status = status;
  }

  /** Why a job is left out of which no task succeeded. */
  String withoutTask() {
    return withoutTask;
  }

  /** The same for others. */
  JobFacts.Status status() {
    return status;
  }
}
