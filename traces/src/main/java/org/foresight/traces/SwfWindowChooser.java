package org.foresight.traces;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses the window of a trace whose offered load is closest to the one asked for.
 *
 * <p>Windows start at the first eligible job and every step after it. Among those with enough jobs
 * the closest load wins, the earliest on a tie; if none has enough, the one with the most jobs, and
 * among these the closest load. The load is that of the jobs that remain under the cap.
 */
final class SwfWindowChooser {

  /** What one eligible job asks of the cluster. */
  record Demand(long submitSeconds, double taskSeconds) {}

  private final SwfWorkloadParameters parameters;
  private final List<Demand> demands;

  /** Takes the eligible jobs in any order; at least one. */
  SwfWindowChooser(SwfWorkloadParameters parameters, List<Demand> demands) {
    this.parameters = parameters;
    this.demands = new ArrayList<>(demands);
    this.demands.sort(Comparator.comparingLong(Demand::submitSeconds));
  }

  /** Start of the chosen window, on the clock of the trace. */
  long startSeconds() {
    long windowSeconds = parameters.window().toSeconds();
    long stepSeconds = parameters.windowStep().toSeconds();
    long origin = demands.get(0).submitSeconds();
    long best = origin;
    int bestJobs = 0;
    double bestDistance = Double.POSITIVE_INFINITY;
    int from = 0;
    int to = 0;
    long start = origin;
    while (true) {
      while (from < demands.size() && demands.get(from).submitSeconds() < start) {
        from++;
      }
      if (from == demands.size()) {
        return best;
      }
      if (demands.get(from).submitSeconds() >= start + windowSeconds) {
        start = firstStartThatReaches(demands.get(from).submitSeconds(), origin);
      }
      while (to < demands.size() && demands.get(to).submitSeconds() < start + windowSeconds) {
        to++;
      }
      // Any number that is enough is as good as any other.
      int jobs = Math.min(to - from, parameters.minWindowJobs());
      double distance = Math.abs(load(from, to) - parameters.targetLoad());
      if (jobs > bestJobs || (jobs == bestJobs && distance < bestDistance)) {
        best = start;
        bestJobs = jobs;
        bestDistance = distance;
      }
      start += stepSeconds;
    }
  }

  /** Skips the empty windows of a gap in the trace. */
  private long firstStartThatReaches(long submitSeconds, long origin) {
    long windowSeconds = parameters.window().toSeconds();
    long stepSeconds = parameters.windowStep().toSeconds();
    long steps = Math.floorDiv(submitSeconds - windowSeconds - origin, stepSeconds) + 1;
    return origin + steps * stepSeconds;
  }

  private double load(int from, int to) {
    int size = to - from;
    int kept = Thinning.kept(size, parameters.maxJobs());
    double taskSeconds = 0.0;
    for (int i = 0; i < kept; i++) {
      taskSeconds +=
          demands.get(from + Thinning.place(i, size, parameters.maxJobs())).taskSeconds();
    }
    return taskSeconds / ((double) parameters.slots() * parameters.window().toSeconds());
  }
}
