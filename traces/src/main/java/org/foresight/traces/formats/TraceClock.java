package org.foresight.traces.formats;

import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;

/** What all readers do about the times of traces. */
final class TraceClock {

  private TraceClock() {}

  /** In the order of submission, on a clock that starts with the first one. */
  static JobStream ordered(JobLines jobs, Path file, BadLines badLines) {
    return JobStreams.fromFirstSubmission(
        JobStreams.inSubmissionOrder(jobs, file, JobStreams.DEFAULT_BOUND, badLines));
  }
}
