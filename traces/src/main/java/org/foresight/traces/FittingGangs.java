package org.foresight.traces;

import com.google.common.collect.ImmutableSortedMap;
import org.jspecify.annotations.Nullable;

/** Leaves out the jobs that must start at once but never can, and counts them. */
final class FittingGangs extends DerivedJobStream {

  private final int slots;
  private long wider;

  FittingGangs(JobStream source, int slots) {
    super(source);
    if (slots < 1) {
      throw new IllegalArgumentException("The slots (" + slots + ") must be at least 1.");
    }
    this.slots = slots;
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    while (source().hasNext()) {
      WorkloadJob job = source().next();
      if (!job.gang() || job.stages().stream().allMatch(stage -> stage.width() <= slots)) {
        return job;
      }
      wider++;
    }
    return endOfData();
  }

  @Override
  public ImmutableSortedMap<String, Long> leftOut() {
    return LeftOut.plus(super.leftOut(), "gang wider than all slots (" + slots + ")", wider);
  }
}
