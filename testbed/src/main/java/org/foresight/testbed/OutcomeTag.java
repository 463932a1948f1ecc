package org.foresight.testbed;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foresight.predictor.JobOutcome;
import org.foresight.traces.WorkloadJob;

/**
 * The application tag by which a job says what will become of it: the longest of its tasks and all
 * of its work, in real milliseconds, and how many tasks it has. No real job knows this; it is for
 * schedulers that are only there to be compared with.
 */
public final class OutcomeTag {

  private static final String KEY = "workload.outcome=";
  private static final Pattern TAG = Pattern.compile("workload\\.outcome=(\\d+)/(\\d+)/(\\d+)");

  private OutcomeTag() {}

  static String of(WorkloadJob job, WorkloadClock clock) {
    return KEY
        + clock.real(job.spanMillis()).toMillis()
        + "/"
        + job.width()
        + "/"
        + clock.real(job.workMillis()).toMillis();
  }

  /** What the tags of an application say will become of it; empty if they do not. */
  public static Optional<JobOutcome> read(Set<String> tags) {
    return tags.stream()
        .map(TAG::matcher)
        .filter(Matcher::matches)
        .map(
            tag ->
                new JobOutcome(
                    Long.parseLong(tag.group(1)),
                    Integer.parseInt(tag.group(2)),
                    Long.parseLong(tag.group(3))))
        .findFirst();
  }
}
