package org.foresight.traces;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The jobs of another stream, each changed in some way, in the same order. */
final class ChangedJobs extends DerivedJobStream {
  private final UnaryOperator<WorkloadJob> change;

  ChangedJobs(JobStream source, UnaryOperator<WorkloadJob> change) {
    super(source);
    this.change = change;
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    return source().hasNext() ? change.apply(source().next()) : endOfData();
  }
}
