package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.Ints;
import java.io.IOException;
import java.util.Locale;
import org.foresight.predictor.Counts;
import org.foresight.simulator.ClusterSpec;
import org.foresight.traces.JobStream;
import org.foresight.traces.TraceSurvey;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;

/**
 * What is known of the jobs of a run before it, whatever larger workload they are a part of.
 *
 * @param survey of the jobs
 * @param withDeadline how many of them have a deadline
 */
record WorkloadFacts(TraceSurvey survey, long withDeadline) {

  /** Passes jobs on and counts them. */
  private static final class Counting implements JobStream {
    private final JobStream jobs;
    private long withDeadline;

    private Counting(JobStream jobs) {
      this.jobs = jobs;
    }

    @Override
    public boolean hasNext() {
      return jobs.hasNext();
    }

    @Override
    public WorkloadJob next() {
      WorkloadJob job = jobs.next();
      if (job.deadlineMillis().isPresent()) {
        withDeadline++;
      }
      return job;
    }

    @Override
    public ImmutableSortedMap<String, Long> leftOut() {
      return jobs.leftOut();
    }

    @Override
    public void close() throws IOException {
      jobs.close();
    }
  }

  /** Reads the jobs of a workload once. */
  static WorkloadFacts of(WorkloadSource workload) throws IOException {
    try (Counting jobs = new Counting(workload.jobs())) {
      TraceSurvey survey = TraceSurvey.of(jobs);
      return new WorkloadFacts(survey, jobs.withDeadline);
    }
  }

  /** Such as {@code 30 jobs, 12 of them with a deadline, offered load 1.32}. */
  String text(ClusterSpec cluster) {
    String text =
        Counts.of(survey.jobs(), "job") + ", " + withDeadline + " of them with a deadline";
    double load = survey.offeredLoad(Ints.saturatedCast(cluster.vcores()));
    return Double.isFinite(load)
        ? String.format(Locale.ROOT, "%s, offered load %.2f", text, load)
        : text;
  }
}
