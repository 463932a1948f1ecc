package org.foresight.traces;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;

/** Jobs made of the jobs of another stream, which is closed with this one. Not thread-safe. */
abstract class DerivedJobStream extends AbstractIterator<WorkloadJob> implements JobStream {

  private final JobStream source;

  DerivedJobStream(JobStream source) {
    this.source = source;
  }

  final JobStream source() {
    return source;
  }

  @Override
  public ImmutableSortedMap<String, Long> leftOut() {
    return source.leftOut();
  }

  @Override
  public final void close() throws IOException {
    source.close();
  }
}
