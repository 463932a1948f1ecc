package org.foresight.predictor.posterior;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.foresight.predictor.RecentMean;

/** What is learned of one stage of the jobs with one feature value. Not thread-safe. */
final class StageSpread {

  /** Of jobs that tell it: mean variance of the logarithm of task runtimes. */
  private final RecentMean logVariance;

  /** Mean of ln(mean of the pilots / mean of all). */
  private final RecentMean logFirstWave;

  /** Mean of the squared number of deviations by which history was off. */
  private final RecentMean squaredError;

  /** Of which nothing is learned yet. */
  StageSpread() {
    this(new RecentMean(), new RecentMean(), new RecentMean());
  }

  private StageSpread(RecentMean logVariance, RecentMean logFirstWave, RecentMean squaredError) {
    this.logVariance = logVariance;
    this.logFirstWave = logFirstWave;
    this.squaredError = squaredError;
  }

  void learn(SpreadSample sample) {
    sample.logVariance().ifPresent(logVariance::add);
    sample.logFirstWave().ifPresent(logFirstWave::add);
    sample.squaredError().ifPresent(squaredError::add);
  }

  /** What is known more generally, drawn towards what is known here, the more is known here. */
  SpreadMeans refine(SpreadMeans general) {
    return new SpreadMeans(
        refine(general.logVariance(), logVariance),
        refine(general.logFirstWave(), logFirstWave),
        refine(general.squaredError(), squaredError));
  }

  private static double refine(double general, RecentMean known) {
    double count = known.count();
    return (count * known.mean() + SpreadMeans.GENERAL_JOBS * general)
        / (count + SpreadMeans.GENERAL_JOBS);
  }

  void save(DataOutput out) throws IOException {
    logVariance.save(out);
    logFirstWave.save(out);
    squaredError.save(out);
  }

  static StageSpread restore(DataInput in) throws IOException {
    return new StageSpread(RecentMean.restore(in), RecentMean.restore(in), RecentMean.restore(in));
  }
}
