package org.foresight.traces.generators;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.Iterators;
import java.util.Iterator;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.generators.Seeds.Purpose;
import org.foresight.traces.generators.ThreeSigmaArrivals.Arrival;
import org.foresight.traces.generators.ThreeSigmaSettings.History;
import org.jspecify.annotations.Nullable;

/**
 * Draws the jobs that ended before a 3Sigma workload starts: evenly spaced, all of them ended at
 * time zero.
 */
final class ThreeSigmaHistory {

  private final ThreeSigmaDrafts drafts;
  private final long seed;
  private final long gapMillis;
  private final long longestMillis;

  /**
   * Draws like the workload.
   *
   * @param gapMillis time between two submissions
   */
  ThreeSigmaHistory(ThreeSigmaDrafts drafts, long seed, long gapMillis) {
    this.drafts = drafts;
    this.seed = seed;
    this.gapMillis = gapMillis;
    this.longestMillis =
        (long) Math.ceil(ThreeSigmaDrafts.LONGEST_MILLIS * Math.max(1.0, drafts.runtimeFactor()));
  }

  /** Jobs of any program. */
  Iterator<WorkloadJob> ofAnyProgram(History history) {
    RandomGenerator random = Seeds.random(seed, Purpose.HISTORY, 0);
    return new AbstractIterator<>() {
      private int drawn;

      @Override
      protected @Nullable WorkloadJob computeNext() {
        if (drawn == history.jobs()) {
          return endOfData();
        }
        boolean slo = random.nextDouble() < ThreeSigmaSettings.SLO_SHARE;
        return submitted(drafts.draw(random, slo), drawn++, history.jobs());
      }
    };
  }

  /** Runs of each job to come, under its user and name: a round of all jobs, then the next. */
  Iterator<WorkloadJob> ofEachJob(History history, Supplier<Iterator<Arrival>> arrivals) {
    RandomGenerator random = Seeds.random(seed, Purpose.HISTORY, 0);
    return new AbstractIterator<>() {
      private final long total = (long) history.samplesPerJob() * Iterators.size(arrivals.get());
      private Iterator<Arrival> round = Iterators.forArray();
      private long drawn;

      @Override
      protected @Nullable WorkloadJob computeNext() {
        if (drawn == total) {
          return endOfData();
        }
        if (!round.hasNext()) {
          round = arrivals.get();
        }
        ThreeSigmaDraft job = round.next().draft();
        ThreeSigmaDraft run =
            drafts.complete(
                random,
                drafts.sketchRun(random, job.home(), job.program()),
                job.slackPercent().isPresent());
        return submitted(run, drawn++, total);
      }
    };
  }

  private WorkloadJob submitted(ThreeSigmaDraft draft, long index, long total) {
    long submitMillis = -longestMillis - (total - index) * gapMillis;
    return draft.submittedAt(Ids.history(index), submitMillis);
  }
}
