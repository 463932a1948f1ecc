package org.foresight.traces;

import java.io.IOException;
import java.util.List;

/**
 * A workload that can be read as often as needed, job by job: a trace file or a generator.
 *
 * <p>Thread-safe where its streams are used by one thread each: independent runs may read the same
 * source at the same time. Every stream of a source gives the same jobs.
 */
public interface WorkloadSource {

  /** Short name, such as {@code e2e} or the name of the file without its endings. */
  String name();

  /** One line for people: where it comes from and its parameters, the seed included. */
  String description();

  /**
   * Opens the jobs to run, in the order of submission.
   *
   * @throws TraceFormatException if the trace is malformed where it begins
   * @throws IOException if it cannot be read
   */
  JobStream jobs() throws IOException;

  /**
   * Opens the jobs that ended before and that a predictor may learn from beforehand, in the order
   * of submission; none unless the source has some.
   *
   * @throws IOException if it cannot be read
   */
  default JobStream history() throws IOException {
    return JobStream.of(List.of());
  }
}
