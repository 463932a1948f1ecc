package org.foresight.traces;

import java.util.OptionalLong;

/** Moves a job in time. */
final class Shift {

  private Shift() {}

  /** The job submitted at another time; its deadline moves along. */
  static WorkloadJob to(WorkloadJob job, long submitMillis) {
    OptionalLong deadline = job.deadlineMillis();
    return job.at(
        job.id(),
        submitMillis,
        deadline.isPresent()
            ? OptionalLong.of(deadline.getAsLong() + submitMillis - job.submitMillis())
            : OptionalLong.empty());
  }
}
