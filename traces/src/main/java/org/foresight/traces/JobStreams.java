package org.foresight.traces;

import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Streams made of other streams. Each reads as it is read, holds no more than it says, leaves out
 * no job without counting it in {@link JobStream#leftOut} unless the caller asks for a part, and
 * closes the stream it is made of.
 */
public final class JobStreams {

  /** How many jobs {@link #inSubmissionOrder} holds unless told otherwise. */
  public static final int DEFAULT_BOUND = 1000;

  private JobStreams() {}

  /**
   * The jobs of a trace whose submit times may go backwards, in the order of submission; jobs
   * submitted at once keep the order of the trace.
   *
   * @param jobs of which a job is read no earlier than {@link JobStream#hasNext} asks for it
   * @param file the trace, for messages
   * @param bound how many jobs are held back, at least 1: a job may come after at most so many jobs
   *     that are submitted later
   * @param badLines told of every job that comes later than that
   */
  public static JobStream inSubmissionOrder(
      JobLines jobs, Path file, int bound, BadLines badLines) {
    return new SubmissionOrder(jobs, file, bound, badLines);
  }

  /** The jobs on a clock that is zero when the first of them is submitted. */
  public static JobStream fromFirstSubmission(JobStream jobs) {
    return new FromFirstSubmission(jobs);
  }

  /** The first jobs, at most {@code number} of them. */
  public static JobStream first(JobStream jobs, long number) {
    return new FirstJobs(jobs, number);
  }

  /**
   * The jobs submitted from {@code fromMillis} on and before {@code toMillis}, on the clock of the
   * stream, which stays.
   */
  public static JobStream submittedBetween(JobStream jobs, long fromMillis, long toMillis) {
    return new SubmissionWindow(jobs, fromMillis, toMillis);
  }

  /**
   * Gives each job without a deadline one with the probability {@code sloShare}: submit time + span
   * × (1 + slack), with a slack of 20, 40, 60 or 80 % (3Sigma §5). What a job is given follows from
   * the seed and its id alone.
   *
   * @param sloShare in [0, 1]
   */
  public static JobStream withDeadlines(JobStream jobs, double sloShare, long seed) {
    return new DeadlineAssigner(jobs, sloShare, seed);
  }

  /**
   * Multiplies the times of submission; deadlines move along with them, so that slacks stay.
   *
   * @param factor positive and at most 100000; see {@link TraceSurvey#factorForLoad}
   */
  public static JobStream withSubmissionsScaled(JobStream jobs, double factor) {
    return new LoadScaler(jobs, factor);
  }

  /**
   * The jobs in other queues.
   *
   * @param queues gives the new queue of each
   */
  public static JobStream inQueues(JobStream jobs, UnaryOperator<String> queues) {
    return new ChangedJobs(jobs, job -> job.inQueue(queues.apply(job.queue())));
  }

  /** The jobs, of which none is a gang. */
  public static JobStream withIndependentTasks(JobStream jobs) {
    return new ChangedJobs(jobs, WorkloadJob::withIndependentTasks);
  }

  /**
   * The jobs but those that could never start on a cluster of so many slots: gangs with a stage of
   * more tasks. These are counted as left out.
   */
  public static JobStream withoutGangsWiderThan(JobStream jobs, int slots) {
    return new FittingGangs(jobs, slots);
  }
}
