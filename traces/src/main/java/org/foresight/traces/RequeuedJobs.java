package org.foresight.traces;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Sends jobs to other queues; a job whose queue stays is handed on as it is. */
final class RequeuedJobs extends DerivedJobStream {
  private final UnaryOperator<String> queues;

  RequeuedJobs(JobStream source, UnaryOperator<String> queues) {
    super(source);
    this.queues = queues;
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    if (!source().hasNext()) {
      return endOfData();
    }
    WorkloadJob job = source().next();
    String queue = queues.apply(job.queue());
    return queue.equals(job.queue()) ? job : job.inQueue(queue);
  }
}
