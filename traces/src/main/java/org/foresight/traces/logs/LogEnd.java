package org.foresight.traces.logs;

/** How a job ended, as its log says; this tells why a job without a usable task has none. */
enum LogEnd {
  /** It ended well, or the log does not say how. */
  ENDED("no task of the job succeeded"),
  FAILED("the job failed, and no task of it succeeded"),
  KILLED("the job was killed, and no task of it succeeded"),
  /** The job was running, or the log is cut off. */
  NONE("the log has no end, and no task in it succeeded");

  private final String withoutTask;

  LogEnd(String withoutTask) {
    this.withoutTask = withoutTask;
  }

  /** Why a job is left out of which no task succeeded. */
  String withoutTask() {
    return withoutTask;
  }
}
