package org.foresight.benchmarks.threesigma;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import org.foresight.traces.JobRun;

/**
 * What no scheduler can do, to compare with: in the room that the jobs with deadlines of a run have
 * left, best-effort jobs run in the order of the work that each has left, by their true runtimes;
 * whoever comes later and has less left stops them at once, nothing is lost by that, and they go on
 * on any other nodes. A gang runs whole or not at all; who does not fit lets others pass.
 *
 * <p>A job is as wide as it is on average, and time passes in seconds. What jobs with deadlines
 * held until they were stopped is room, too. Stateless.
 */
final class ClairvoyantOrder {

  private static final long STEP_MILLIS = 1_000;

  private ClairvoyantOrder() {}

  /**
   * The mean time from submission to end of the best-effort jobs that had ended in the run, in
   * seconds; empty without any.
   *
   * @param nodes how many nodes there are, a task on each
   */
  static OptionalDouble meanLatencySeconds(List<JobRun> runs, int nodes) {
    List<JobRun> jobs = runs.stream().filter(run -> !run.isSlo() && run.succeeded()).toList();
    double[] free = free(runs, nodes);
    Deque<Job> arriving = new ArrayDeque<>();
    jobs.stream()
        .sorted(Comparator.comparingLong(JobRun::submitMillis))
        .forEach(run -> arriving.add(new Job(run, Math.min(nodes, width(run)))));
    List<Job> waiting = new ArrayList<>();
    double latencyMillis = 0.0;
    for (int step = 0; !arriving.isEmpty() || !waiting.isEmpty(); step++) {
      long endMillis = (step + 1) * STEP_MILLIS;
      while (!arriving.isEmpty() && arriving.peek().run.submitMillis() < endMillis) {
        waiting.add(arriving.remove());
      }
      waiting.sort(Comparator.comparingDouble(Job::workLeft));
      double room = step < free.length ? free[step] : nodes;
      for (Job job : waiting) {
        if (job.width <= room) {
          room -= job.width;
          job.millisLeft -= STEP_MILLIS;
          latencyMillis += job.millisLeft <= 0 ? endMillis - job.run.submitMillis() : 0;
        }
      }
      waiting.removeIf(job -> job.millisLeft <= 0);
    }
    return jobs.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(latencyMillis / jobs.size() / 1_000.0);
  }

  /** How many nodes the jobs with deadlines leave in each step. */
  private static double[] free(List<JobRun> runs, int nodes) {
    List<JobRun> held = runs.stream().filter(run -> run.isSlo() && run.succeeded()).toList();
    long lastMillis =
        held.stream().mapToLong(run -> run.finishMillis().orElseThrow()).max().orElse(0);
    double[] free = new double[Math.toIntExact(lastMillis / STEP_MILLIS) + 1];
    for (int step = 0; step < free.length; step++) {
      free[step] = nodes;
    }
    for (JobRun run : held) {
      long finishMillis = run.finishMillis().orElseThrow();
      long startMillis =
          Math.max(run.firstTaskStartMillis().orElseThrow(), finishMillis - longestMillis(run));
      int last = Math.toIntExact(finishMillis / STEP_MILLIS);
      for (int step = Math.toIntExact(startMillis / STEP_MILLIS); step <= last; step++) {
        long from = Math.max(startMillis, step * STEP_MILLIS);
        long to = Math.min(finishMillis, (step + 1) * STEP_MILLIS);
        free[step] -= width(run) * (to - from) / STEP_MILLIS;
      }
    }
    return free;
  }

  /** One that was stopped held nothing until it ran for the last time, all of it at once. */
  private static long longestMillis(JobRun run) {
    double slowdown = run.job().preference().slowdownElsewhere();
    return Math.round(run.job().spanMillis() * slowdown);
  }

  private static double width(JobRun run) {
    return (double) run.job().workMillis() / Math.max(1, run.job().spanMillis());
  }

  private static final class Job {
    private final JobRun run;
    private final double width;
    private double millisLeft;

    Job(JobRun run, double width) {
      this.run = run;
      this.width = width;
      this.millisLeft = run.job().spanMillis();
    }

    double workLeft() {
      return width * millisLeft;
    }
  }
}
