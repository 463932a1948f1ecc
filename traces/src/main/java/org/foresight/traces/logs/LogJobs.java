package org.foresight.traces.logs;

import com.google.common.collect.ImmutableSortedMap;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import org.foresight.traces.JobFacts;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/** Makes the workload's jobs of a log's: their clock and unique ids. Not thread-safe. */
final class LogJobs implements LogStream {

  /** Gives the jobs of the logs in the order of submission. */
  interface Source extends Closeable {

    /** The next job; null if there is none. */
    @Nullable LogJob next() throws IOException;
  }

  private final Source source;
  private final LogFindings findings;
  private final Map<String, Integer> timesSeen = new HashMap<>();
  private OptionalLong firstSubmitMillis = OptionalLong.empty();
  private @Nullable Stated ahead;
  private JobFacts facts = JobFacts.NONE;

  private record Stated(WorkloadJob job, JobFacts facts) {}

  LogJobs(Source source, LogFindings findings) {
    this.source = source;
    this.findings = findings;
  }

  @Override
  public boolean hasNext() {
    if (ahead == null) {
      ahead = read();
    }
    return ahead != null;
  }

  @Override
  public WorkloadJob next() {
    Stated stated = ahead == null ? read() : ahead;
    ahead = null;
    if (stated == null) {
      throw new NoSuchElementException("The log has no more jobs.");
    }
    findings.given(stated.job());
    facts = stated.facts();
    return stated.job();
  }

  private @Nullable Stated read() {
    LogJob job;
    try {
      job = source.next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (job == null) {
      return null;
    }
    if (firstSubmitMillis.isEmpty()) {
      firstSubmitMillis = OptionalLong.of(job.submitMillis());
    }
    long startMillis = firstSubmitMillis.getAsLong();
    return new Stated(job.toWorkloadJob(uniqueId(job), startMillis), job.facts(startMillis));
  }

  @Override
  public JobFacts facts() {
    return facts;
  }

  @Override
  public long clockStartMillis() {
    return firstSubmitMillis.orElse(0);
  }

  private String uniqueId(LogJob job) {
    int times = timesSeen.merge(job.id(), 1, Integer::sum);
    if (times == 1) {
      return job.id();
    }
    String unique = job.id() + "-" + times;
    findings.note(job.file(), "the id " + job.id() + " comes again; the job is named " + unique);
    return unique;
  }

  @Override
  public ImmutableSortedMap<String, Long> leftOut() {
    return findings.report().leftOut();
  }

  @Override
  public LogReport report() {
    return findings.report();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
