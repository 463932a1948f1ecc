package org.foresight.traces.generators;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterators;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Iterator;
import java.util.SplittableRandom;
import org.foresight.traces.Arrivals;
import org.foresight.traces.Draws;
import org.foresight.traces.WorkBudget;
import org.foresight.traces.generators.Seeds.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * The drafts of a window with their arrivals, in order. A window longer than {@link #PIECE_MILLIS}
 * is made of pieces of that length, each with its full load, so that memory does not grow with the
 * window.
 */
final class ThreeSigmaArrivals extends AbstractIterator<ThreeSigmaArrivals.Arrival> {

  /** Longest piece: the five hours of the paper's workloads. */
  static final long PIECE_MILLIS = 5 * 3_600_000L;

  /** Many, because the largest job is half of the work of its kind in two hours. */
  private static final int LAST_CANDIDATES = 256;

  private final ThreeSigmaSettings settings;
  private final ThreeSigmaDrafts drafts;
  private final long durationMillis;
  private long pieceStartMillis;
  private long pieces;
  private long jobs;
  private Iterator<Arrival> piece = Iterators.forArray();

  ThreeSigmaArrivals(ThreeSigmaSettings settings, ThreeSigmaDrafts drafts) {
    this.settings = settings;
    this.drafts = drafts;
    this.durationMillis = settings.duration().toMillis();
  }

  /**
   * A job and when it arrives.
   *
   * @param index number of the job from 0
   */
  record Arrival(long index, long submitMillis, ThreeSigmaDraft draft) {}

  @Override
  protected @Nullable Arrival computeNext() {
    while (!piece.hasNext()) {
      if (pieceStartMillis >= durationMillis) {
        return endOfData();
      }
      piece = nextPiece();
    }
    return piece.next();
  }

  private Iterator<Arrival> nextPiece() {
    SplittableRandom root = Seeds.random(settings.seed(), Purpose.BLOCKS, pieces);
    pieces++;
    SplittableRandom sloRandom = root.split();
    SplittableRandom bestEffortRandom = root.split();
    SplittableRandom arrivalRandom = root.split();
    long start = pieceStartMillis;
    long length = Math.min(PIECE_MILLIS, durationMillis - start);
    pieceStartMillis += length;

    double work = settings.load() * settings.nodes() * length;
    ImmutableList<ThreeSigmaDraft> slo =
        WorkBudget.fill(
            work * ThreeSigmaSettings.SLO_SHARE,
            LAST_CANDIDATES,
            () -> drafts.draw(sloRandom, true),
            ThreeSigmaDraft::workMillis);
    ImmutableList<ThreeSigmaDraft> bestEffort =
        WorkBudget.fill(
            work * (1.0 - ThreeSigmaSettings.SLO_SHARE),
            LAST_CANDIDATES,
            () -> drafts.draw(bestEffortRandom, false),
            ThreeSigmaDraft::workMillis);
    int size = slo.size() + bestEffort.size();
    ImmutableLongArray arrivals =
        Arrivals.over(arrivalRandom, size, ThreeSigmaSettings.ARRIVAL_SQUARED_COV, length);
    boolean[] isSlo = Draws.choose(arrivalRandom, size, slo.size());

    ImmutableList.Builder<Arrival> placed = ImmutableList.builderWithExpectedSize(size);
    int sloSoFar = 0;
    for (int i = 0; i < size; i++) {
      ThreeSigmaDraft draft = isSlo[i] ? slo.get(sloSoFar++) : bestEffort.get(i - sloSoFar);
      placed.add(new Arrival(jobs++, start + arrivals.get(i), draft));
    }
    return placed.build().iterator();
  }
}
