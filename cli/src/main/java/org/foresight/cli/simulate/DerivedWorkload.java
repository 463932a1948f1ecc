package org.foresight.cli.simulate;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadSource;

/**
 * A workload whose jobs are made of those of another one.
 *
 * @param source the other one, whose history is this one's too
 * @param description of this one
 * @param derivation makes the jobs
 */
record DerivedWorkload(
    WorkloadSource source, String description, UnaryOperator<JobStream> derivation)
    implements WorkloadSource {

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public JobStream jobs() throws IOException {
    return derivation.apply(source.jobs());
  }

  @Override
  public JobStream history() throws IOException {
    return source.history();
  }
}
