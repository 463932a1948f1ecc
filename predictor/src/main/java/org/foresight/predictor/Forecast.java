package org.foresight.predictor;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The evidence for one job put together: a mixture of kernels around past runs. Immutable but for
 * the runs that the evidence was taken from.
 */
final class Forecast {

  /** Half the width of the kernel that finds the point, in bins: a factor of 2. */
  private static final int POINT_REACH = LogGrid.BINS_PER_OCTAVE;

  private static final int NO_SOURCE = -1;

  private final ImmutableList<Evidence> evidence;

  /** The part of each evidence. */
  private final double[] parts;

  /** Probability up to each end of a bin of {@link LogGrid}. */
  private final double[] cumulative;

  private final double pointMillis;

  private Forecast(
      ImmutableList<Evidence> evidence, double[] parts, double[] cumulative, double pointMillis) {
    this.evidence = evidence;
    this.parts = parts;
    this.cumulative = cumulative;
    this.pointMillis = pointMillis;
  }

  /**
   * Puts evidence together.
   *
   * @param evidence at least one
   * @param weights of all components, see {@link Gate#weights}
   * @param logRequest logarithm of the longest runtime that is allowed, NaN if there is none
   */
  static Forecast of(ImmutableList<Evidence> evidence, double[] weights, double logRequest) {
    double[] mass = new double[LogGrid.BINS];
    double[] logSums = new double[LogGrid.BINS];
    double[] parts = new double[evidence.size()];
    for (int i = 0; i < weights.length; i++) {
      Evidence piece = evidence.get(i / Gate.COMPONENTS);
      int component = i % Gate.COMPONENTS;
      parts[i / Gate.COMPONENTS] += weights[i];
      if (weights[i] > 0.0) {
        int count = piece.count(component);
        for (int run = 0; run < count; run++) {
          double log = piece.logRuntime(component, run);
          int bin = LogGrid.bin(log);
          mass[bin] += weights[i] / count;
          logSums[bin] += weights[i] / count * log;
        }
      }
    }
    double[] density = mass.clone();
    LogGrid.smooth(density, Gate.KERNEL_SCALE);
    if (!Double.isNaN(logRequest)) {
      limit(density, LogGrid.bin(logRequest));
    }
    double point = Math.exp(point(density, mass, logSums));
    return new Forecast(evidence, parts, LogGrid.cumulative(density), point);
  }

  /** What is beyond the limit happens at the limit. */
  private static void limit(double[] density, int limit) {
    for (int bin = limit + 1; bin < density.length; bin++) {
      density[limit] += density[bin];
      density[bin] = 0.0;
    }
  }

  /**
   * The runtime with the most probability around it, to which the past runs there lend their exact
   * runtime: among repeated runs it is often the very one, which no median of a mixture is.
   */
  private static double point(double[] density, double[] mass, double[] logSums) {
    double[] around = massAround(density);
    int best = 0;
    for (int bin = 1; bin < around.length; bin++) {
      if (around[bin] > around[best]) {
        best = bin;
      }
    }
    double massThere = 0.0;
    double logSumThere = 0.0;
    for (int bin = Math.max(0, best - 1); bin <= Math.min(LogGrid.BINS - 1, best + 1); bin++) {
      massThere += mass[bin];
      logSumThere += logSums[bin];
    }
    return massThere > 0.0 ? logSumThere / massThere : (best + 0.5) * LogGrid.BIN_WIDTH;
  }

  /** By Epanechnikov's kernel, 1 − d² for d from −1 to 1, so that what is off by more is off. */
  private static double[] massAround(double[] density) {
    double[] around = new double[density.length];
    for (int bin = 0; bin < density.length; bin++) {
      int first = Math.max(0, bin - POINT_REACH);
      int last = Math.min(density.length - 1, bin + POINT_REACH);
      for (int other = first; other <= last; other++) {
        double distance = (double) (other - bin) / POINT_REACH;
        around[bin] += density[other] * (1.0 - distance * distance);
      }
    }
    return around;
  }

  ImmutableList<Evidence> evidence() {
    return evidence;
  }

  double[] cumulative() {
    return cumulative;
  }

  double pointMillis() {
    return pointMillis;
  }

  /**
   * The experience that it rests on: the number of runs of that of the user's features which counts
   * most; of other people's runs none counts as experience.
   */
  long experience() {
    int source = heaviestOf(Attribute.USER);
    return source == NO_SOURCE ? 0 : evidence.get(source).samples();
  }

  private int heaviestOf(Attribute attribute) {
    int heaviest = NO_SOURCE;
    for (int i = 0; i < parts.length; i++) {
      boolean counts = evidence.get(i).value().feature().attributes().contains(attribute);
      if (counts && (heaviest == NO_SOURCE || parts[i] > parts[heaviest])) {
        heaviest = i;
      }
    }
    return heaviest;
  }

  /** The evidence with the largest part. */
  Evidence heaviest() {
    return evidence.get(byPart().get(0));
  }

  /** Where it comes from, the largest part first. */
  ImmutableList<EstimateBasis.Source> sources() {
    ImmutableList.Builder<EstimateBasis.Source> sources = ImmutableList.builder();
    for (int i : byPart()) {
      Evidence piece = evidence.get(i);
      sources.add(
          new EstimateBasis.Source(
              piece.value().feature().label(), piece.value().label(), piece.samples(), parts[i]));
    }
    return sources.build();
  }

  private List<Integer> byPart() {
    return IntStream.range(0, parts.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> parts[i]).reversed())
        .toList();
  }
}
