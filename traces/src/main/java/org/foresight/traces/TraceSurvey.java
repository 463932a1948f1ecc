package org.foresight.traces;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.math.LongMath;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one pass over a trace learns of it.
 *
 * <p>Immutable.
 *
 * @param jobs number of jobs
 * @param tasks number of tasks of all jobs
 * @param workMillis sum of the task runtimes, in task-milliseconds; {@link Long#MAX_VALUE} where it
 *     is larger
 * @param firstSubmitMillis when the first job is submitted; zero where there is no job
 * @param lastSubmitMillis when the last job is submitted; zero where there is no job
 * @param widestStage most tasks of a stage
 * @param largestDemand of each resource that a task needs, the most that one needs
 * @param queues the queues that jobs are submitted to
 * @param nodeClasses the classes of nodes that jobs prefer
 * @param badLines number of lines, or jobs, that could not be used
 * @param leftOut number of jobs that were left out, by the reason
 */
public record TraceSurvey(
    long jobs,
    long tasks,
    long workMillis,
    long firstSubmitMillis,
    long lastSubmitMillis,
    int widestStage,
    ImmutableSortedMap<String, Long> largestDemand,
    ImmutableSortedSet<String> queues,
    ImmutableSortedSet<String> nodeClasses,
    long badLines,
    ImmutableSortedMap<String, Long> leftOut) {

  /**
   * Reads the jobs to their end; whoever opened them closes them.
   *
   * @param badLines what the reader of the jobs tells of bad lines; its count is taken at the end
   */
  public static TraceSurvey of(JobStream jobs, BadLines.Skipped badLines) {
    Counts counts = new Counts();
    jobs.forEachRemaining(counts::add);
    return counts.survey(badLines.count(), jobs.leftOut());
  }

  /** Reads jobs of a strict reader, or of a generator, to their end. */
  public static TraceSurvey of(JobStream jobs) {
    return of(jobs, new BadLines.Skipped());
  }

  /**
   * The offered load: work ÷ (slots × time from the first to the last submission). Infinite where
   * all jobs are submitted at once, zero where there is none.
   *
   * @param slots tasks that the cluster runs at once
   */
  public double offeredLoad(int slots) {
    if (slots < 1) {
      throw new IllegalArgumentException("The slots (" + slots + ") must be at least 1.");
    }
    return jobs == 0 ? 0.0 : workMillis / ((double) slots * (lastSubmitMillis - firstSubmitMillis));
  }

  /**
   * What to multiply the times of submission by to get this offered load, see {@link
   * JobStreams#withSubmissionsScaled}.
   *
   * @throws IllegalArgumentException if the load is not positive and finite, or if all jobs are
   *     submitted at once, so that no factor changes the load
   */
  public double factorForLoad(int slots, double load) {
    if (!(load > 0.0) || Double.isInfinite(load)) {
      throw new IllegalArgumentException("The load (" + load + ") must be positive and finite.");
    }
    if (lastSubmitMillis == firstSubmitMillis) {
      throw new IllegalArgumentException(
          "The load of a trace whose jobs ("
              + jobs
              + ") are all submitted at once cannot be scaled; it must have jobs submitted at"
              + " different times.");
    }
    return offeredLoad(slots) / load;
  }

  /** The sums while the jobs are read. */
  private static final class Counts {
    private final SortedMap<String, Long> largestDemand = new TreeMap<>();
    private final SortedSet<String> queues = new TreeSet<>();
    private final SortedSet<String> nodeClasses = new TreeSet<>();
    private long jobs;
    private long tasks;
    private long workMillis;
    private long firstSubmitMillis;
    private long lastSubmitMillis;
    private int widestStage;

    void add(WorkloadJob job) {
      firstSubmitMillis =
          jobs == 0 ? job.submitMillis() : Math.min(firstSubmitMillis, job.submitMillis());
      lastSubmitMillis =
          jobs == 0 ? job.submitMillis() : Math.max(lastSubmitMillis, job.submitMillis());
      jobs++;
      queues.add(job.queue());
      nodeClasses.addAll(job.preference().nodeClasses());
      tasks += job.width();
      workMillis = LongMath.saturatedAdd(workMillis, job.workMillis());
      for (WorkloadStage stage : job.stages()) {
        widestStage = Math.max(widestStage, stage.width());
        stage
            .demand()
            .forEach((resource, amount) -> largestDemand.merge(resource, amount, Math::max));
      }
    }

    TraceSurvey survey(long badLines, ImmutableSortedMap<String, Long> leftOut) {
      return new TraceSurvey(
          jobs,
          tasks,
          workMillis,
          firstSubmitMillis,
          lastSubmitMillis,
          widestStage,
          ImmutableSortedMap.copyOf(largestDemand, Comparator.naturalOrder()),
          ImmutableSortedSet.copyOfSorted(queues),
          ImmutableSortedSet.copyOfSorted(nodeClasses),
          badLines,
          leftOut);
    }
  }
}
