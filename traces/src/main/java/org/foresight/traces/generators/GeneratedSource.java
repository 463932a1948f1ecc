package org.foresight.traces.generators;

import java.util.Iterator;
import java.util.function.Supplier;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;

/** A workload whose jobs are drawn anew by every stream. */
record GeneratedSource(
    String name,
    String description,
    Supplier<Iterator<WorkloadJob>> drawnJobs,
    Supplier<Iterator<WorkloadJob>> drawnHistory)
    implements WorkloadSource {

  @Override
  public JobStream jobs() {
    return JobStream.of(drawnJobs::get);
  }

  @Override
  public JobStream history() {
    return JobStream.of(drawnHistory::get);
  }
}
