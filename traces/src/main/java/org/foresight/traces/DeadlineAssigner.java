package org.foresight.traces;

import com.google.common.hash.Hashing;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes some of the jobs SLO jobs. What a job is given follows from the seed and its id alone: not
 * from the jobs around it, and a larger share keeps the deadlines of a smaller one.
 */
final class DeadlineAssigner extends DerivedJobStream {

  private final double sloShare;
  private final long seed;

  DeadlineAssigner(JobStream source, double sloShare, long seed) {
    super(source);
    if (!(sloShare >= 0.0 && sloShare <= 1.0)) {
      throw new IllegalArgumentException("The sloShare (" + sloShare + ") must be in [0, 1].");
    }
    this.sloShare = sloShare;
    this.seed = seed;
  }

  @Override
  protected @Nullable WorkloadJob computeNext() {
    return source().hasNext() ? assign(source().next()) : endOfData();
  }

  private WorkloadJob assign(WorkloadJob job) {
    if (job.isSlo()) {
      return job;
    }
    RandomGenerator random = new SplittableRandom(hash(job.id()));
    if (random.nextDouble() >= sloShare) {
      return job;
    }
    long deadlineMillis =
        Deadlines.deadlineMillis(
            job.submitMillis(), job.spanMillis(), Deadlines.drawSlackPercent(random));
    return job.at(job.id(), job.submitMillis(), OptionalLong.of(deadlineMillis));
  }

  private long hash(String id) {
    return Hashing.murmur3_128()
        .newHasher()
        .putLong(seed)
        // Not as UTF-8, which would make all unpaired surrogates the same.
        .putUnencodedChars(id)
        .hash()
        .asLong();
  }
}
