package org.foresight.traces.generators;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterators;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.foresight.traces.Arrivals;
import org.foresight.traces.Draws;
import org.foresight.traces.generators.Seeds.Purpose;
import org.foresight.traces.generators.ThreeSigmaDrafts.Sketch;
import org.jspecify.annotations.Nullable;

/**
 * The drafts of a window with their arrivals, in order. A window longer than {@link #PIECE_MILLIS}
 * is made of pieces of that length, each with its full load, so that memory does not grow with the
 * window.
 */
final class ThreeSigmaArrivals extends AbstractIterator<ThreeSigmaArrivals.Arrival> {

  /** Longest piece: the five hours of the paper's workloads. */
  static final long PIECE_MILLIS = 5 * 3_600_000L;

  /** By how much of its share of the work a kind of jobs may miss that share. */
  private static final double TOLERANCE = 0.005;

  /** Draws of a kind of jobs until one must do. */
  private static final int ATTEMPTS = 1000;

  private final ThreeSigmaSettings settings;
  private final ThreeSigmaDrafts drafts;
  private final double meanWorkMillis;
  private final long durationMillis;
  private long pieceStartMillis;
  private long pieces;
  private long jobs;
  private Iterator<Arrival> piece = Iterators.forArray();

  /**
   * Draws the jobs of a window.
   *
   * @param meanWorkMillis mean work of a job of the drafts
   */
  ThreeSigmaArrivals(ThreeSigmaSettings settings, ThreeSigmaDrafts drafts, double meanWorkMillis) {
    this.settings = settings;
    this.drafts = drafts;
    this.meanWorkMillis = meanWorkMillis;
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
        draftJobs(sloRandom, true, work * ThreeSigmaSettings.SLO_SHARE);
    ImmutableList<ThreeSigmaDraft> bestEffort =
        draftJobs(bestEffortRandom, false, work * (1.0 - ThreeSigmaSettings.SLO_SHARE));
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

  /**
   * As many jobs of one kind as make up the work on average, drawn again until their work is that
   * to within {@link #TOLERANCE}; the nearest of {@link #ATTEMPTS} draws where none is.
   */
  private ImmutableList<ThreeSigmaDraft> draftJobs(
      RandomGenerator random, boolean slo, double workMillis) {
    long count = Math.max(1, Math.round(workMillis / meanWorkMillis));
    List<Sketch> nearest = List.of();
    double smallestMiss = Double.POSITIVE_INFINITY;
    for (int attempt = 0; attempt < ATTEMPTS && smallestMiss > TOLERANCE * workMillis; attempt++) {
      List<Sketch> sketches = new ArrayList<>();
      double miss = workMillis;
      for (long i = 0; i < count; i++) {
        Sketch sketch = drafts.sketch(random);
        sketches.add(sketch);
        miss -= sketch.workMillis();
      }
      if (Math.abs(miss) < smallestMiss) {
        smallestMiss = Math.abs(miss);
        nearest = sketches;
      }
    }
    return nearest.stream()
        .map(sketch -> drafts.complete(random, sketch, slo))
        .collect(ImmutableList.toImmutableList());
  }
}
