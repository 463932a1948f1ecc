package org.foresight.predictor;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.OptionalLong;

/** What is known of one stage of past jobs, in constant memory. Not thread-safe. */
final class StageHistory {

  /** Enough for quantiles of a few digits; there are several stages to a history. */
  private static final int BINS = 8;

  private static final double USED_QUANTILE = 0.99;

  private final RecentMean width;
  private final RecentMean longestToMean;
  private final StreamingHistogram taskMillis;
  private final StreamingHistogram usedMb;
  private long askedMb;

  StageHistory() {
    this(
        new RecentMean(),
        new RecentMean(),
        new StreamingHistogram(BINS),
        new StreamingHistogram(BINS),
        0);
  }

  private StageHistory(
      RecentMean width,
      RecentMean longestToMean,
      StreamingHistogram taskMillis,
      StreamingHistogram usedMb,
      long askedMb) {
    this.width = width;
    this.longestToMean = longestToMean;
    this.taskMillis = taskMillis;
    this.usedMb = usedMb;
    this.askedMb = askedMb;
  }

  void learn(StageOutcome stage) {
    double mean = (double) stage.workMillis() / stage.width();
    width.add(stage.width());
    taskMillis.add(mean);
    // An outcome that contradicts itself is taken at the nearer bound.
    longestToMean.add(
        mean > 0 ? Math.min(Math.max(1.0, stage.longestMillis() / mean), stage.width()) : 1.0);
    stage.memoryUsedMb().ifPresent(usedMb::add);
    stage.memoryAskedMb().ifPresent(mb -> askedMb = mb);
  }

  StageEstimate estimate(String name) {
    return new StageEstimate(
        name,
        Math.max(1.0, width.mean()),
        taskMillis.toDistribution(),
        Math.max(1.0, longestToMean.mean()),
        askedMb > 0 ? OptionalLong.of(askedMb) : OptionalLong.empty(),
        usedMb.count() > 0
            ? OptionalLong.of((long) Math.ceil(usedMb.toDistribution().quantile(USED_QUANTILE)))
            : OptionalLong.empty());
  }

  void save(DataOutput out) throws IOException {
    width.save(out);
    longestToMean.save(out);
    taskMillis.save(out);
    usedMb.save(out);
    out.writeLong(askedMb);
  }

  static StageHistory restore(DataInput in) throws IOException {
    return new StageHistory(
        RecentMean.restore(in),
        RecentMean.restore(in),
        StreamingHistogram.restore(in),
        StreamingHistogram.restore(in),
        in.readLong());
  }
}
