package org.foresight.predictor.store;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.ToIntFunction;

/**
 * Says which small segments to merge into a larger one, as log-structured merge trees do: those of
 * the running writer by tens of about the same size, so that each record is written again once for
 * every power of ten; those of former writers, which will grow no more, all at once.
 */
final class Merging {

  private static final int FAN_IN = 10;

  private Merging() {}

  /**
   * Neighbours to merge, at least two; empty if there is nothing to do.
   *
   * @param segments all segments
   * @param ownEpoch the running writer
   * @param maxRecords of what is merged
   * @param group segments of different groups are not merged, such as those on different sides of a
   *     checkpoint, of which only one side is to be learned again
   */
  static ImmutableList<SegmentName> next(
      SortedSet<SegmentName> segments,
      long ownEpoch,
      int maxRecords,
      ToIntFunction<SegmentName> group) {
    int lowest = Integer.MAX_VALUE;
    ImmutableList<SegmentName> best = ImmutableList.of();
    for (List<SegmentName> run : runs(segments, group)) {
      if (run.get(0).epoch() != ownEpoch) {
        ImmutableList<SegmentName> fitting = fitting(run, 2, maxRecords);
        if (!fitting.isEmpty()) {
          return fitting;
        }
        continue;
      }
      for (int level = 0; level < lowest && level <= level(maxRecords); level++) {
        for (List<SegmentName> small : upToLevel(run, level)) {
          ImmutableList<SegmentName> fitting = fitting(small, FAN_IN, maxRecords);
          if (!fitting.isEmpty()) {
            lowest = level;
            best = fitting;
          }
        }
      }
    }
    return best;
  }

  /** Neighbours of the same writer and group. */
  private static List<List<SegmentName>> runs(
      SortedSet<SegmentName> segments, ToIntFunction<SegmentName> group) {
    List<List<SegmentName>> runs = new ArrayList<>();
    SegmentName before = null;
    for (SegmentName segment : segments) {
      if (before == null
          || before.epoch() != segment.epoch()
          || group.applyAsInt(before) != group.applyAsInt(segment)) {
        runs.add(new ArrayList<>());
      }
      runs.get(runs.size() - 1).add(segment);
      before = segment;
    }
    return runs;
  }

  private static List<List<SegmentName>> upToLevel(List<SegmentName> run, int level) {
    List<List<SegmentName>> parts = new ArrayList<>();
    parts.add(new ArrayList<>());
    for (SegmentName segment : run) {
      if (level(segment.records()) <= level) {
        parts.get(parts.size() - 1).add(segment);
      } else {
        parts.add(new ArrayList<>());
      }
    }
    return parts;
  }

  private static int level(int records) {
    return (int) Math.log10(Math.max(1, records));
  }

  /** The first neighbours that make one file; as many as fit. */
  private static ImmutableList<SegmentName> fitting(
      List<SegmentName> run, int least, int maxRecords) {
    for (int from = 0; from + least <= run.size(); from++) {
      long records = 0;
      int to = from;
      while (to < run.size() && records + run.get(to).records() <= maxRecords) {
        records += run.get(to).records();
        to++;
      }
      if (to - from >= least) {
        return ImmutableList.copyOf(run.subList(from, to));
      }
    }
    return ImmutableList.of();
  }
}
