package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.time.Duration;
import java.util.Locale;
import org.foresight.benchmarks.threesigma.LogTrace.LogJob;

/**
 * The segments of a log whose load is similar to that of E2E (3Sigma §5): within 10 % of it, and
 * not made of a few jobs. They begin at steps of ten minutes after the first quarter of the log,
 * which is left to the predictor.
 *
 * <p>Where a log has too few of them, its submissions are packed, in steps of 5 %, until it has
 * enough. Immutable.
 */
final class LogSegments {

  private static final double LOAD = 1.4;
  private static final double TOLERANCE = 0.1;
  private static final long STEP_SECONDS = 600;
  private static final double HISTORY_SHARE = 0.25;
  private static final double PACKING_STEP = 1.05;
  private static final double LARGEST_PACKING = 20.0;

  /** As many as seeds that one might run, so that few of them share a segment. */
  private static final int FEWEST_SEGMENTS = 50;

  /** In five hours: half of them have deadlines to miss. */
  private static final double FEWEST_JOBS_PER_HOUR = 10.0;

  private final double packing;
  private final ImmutableLongArray startSeconds;
  private final double meanJobs;

  private LogSegments(double packing, ImmutableLongArray startSeconds, double meanJobs) {
    this.packing = packing;
    this.startSeconds = startSeconds;
    this.meanJobs = meanJobs;
  }

  /**
   * Finds them.
   *
   * @param window length of a segment, after packing
   * @throws IllegalArgumentException if no packing gives enough of them
   */
  static LogSegments find(LogTrace trace, int nodes, Duration window) {
    for (double packing = 1.0; packing <= LARGEST_PACKING; packing *= PACKING_STEP) {
      Search search = new Search(trace.jobs(), nodes, window, packing);
      ImmutableLongArray starts = search.starts();
      if (starts.length() >= FEWEST_SEGMENTS) {
        return new LogSegments(packing, starts, (double) search.jobsOfAll / starts.length());
      }
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "The log (%s) has too few segments of %d min that load %d nodes %.1f times, even with"
                + " its submissions packed %.0f times.",
            trace.name(),
            window.toMinutes(),
            nodes,
            LOAD,
            LARGEST_PACKING));
  }

  /** By how much submissions are packed, at least 1. */
  double packing() {
    return packing;
  }

  /** When they begin, on the clock of the log. */
  ImmutableLongArray startSeconds() {
    return startSeconds;
  }

  /** How many jobs they have on average. */
  double meanJobs() {
    return meanJobs;
  }

  /** Whether a number of node-seconds submitted within a window is the load asked for. */
  private static boolean isSimilar(double nodeSeconds, int nodes, Duration window) {
    double load = nodeSeconds / ((double) nodes * window.toSeconds());
    return Math.abs(load - LOAD) <= TOLERANCE * LOAD;
  }

  /** Moves a window over the log. */
  private static final class Search {
    private final ImmutableList<LogJob> jobs;
    private final int nodes;
    private final Duration window;
    private final long lengthSeconds;
    private int from;
    private int to;
    private double nodeSeconds;
    private long jobsOfAll;

    Search(ImmutableList<LogJob> jobs, int nodes, Duration window, double packing) {
      this.jobs = jobs;
      this.nodes = nodes;
      this.window = window;
      this.lengthSeconds = Math.round(window.toSeconds() * packing);
    }

    ImmutableLongArray starts() {
      double fewestJobs = FEWEST_JOBS_PER_HOUR * window.toSeconds() / 3600.0;
      ImmutableLongArray.Builder starts = ImmutableLongArray.builder();
      long first = jobs.get(0).submitSeconds();
      long last = jobs.get(jobs.size() - 1).submitSeconds();
      long start = first + Math.round(HISTORY_SHARE * (last - first));
      for (; start + lengthSeconds <= last; start += STEP_SECONDS) {
        moveTo(start);
        if (to - from >= fewestJobs && isSimilar(nodeSeconds, nodes, window)) {
          starts.add(start);
          jobsOfAll += to - from;
        }
      }
      return starts.build();
    }

    private void moveTo(long start) {
      while (to < jobs.size() && jobs.get(to).submitSeconds() < start + lengthSeconds) {
        nodeSeconds += jobs.get(to++).nodeSeconds();
      }
      while (from < to && jobs.get(from).submitSeconds() < start) {
        nodeSeconds -= jobs.get(from++).nodeSeconds();
      }
    }
  }
}
