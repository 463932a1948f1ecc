package org.foresight.traces;

/**
 * What the numbers of a trace in the Standard Workload Format are called where names are expected.
 *
 * <p>Stateless and thread-safe.
 */
public final class SwfNames {

  private static final int SECONDS_PER_MINUTE = 60;

  private SwfNames() {}

  /** Such as {@code swf-12} after the job number. */
  public static String id(SwfJob job) {
    return "swf-" + job.jobNumber();
  }

  /** Such as {@code user7}; {@code user-unknown} where the trace does not say. */
  public static String user(SwfJob job) {
    return job.user() == SwfJob.UNKNOWN ? "user-unknown" : "user" + job.user();
  }

  /** Such as {@code queue2}; {@code queue-unknown} where the trace does not say. */
  public static String queue(SwfJob job) {
    return job.queue() == SwfJob.UNKNOWN ? "queue-unknown" : "queue" + job.queue();
  }

  /**
   * Name of the job after its executable; where the trace does not record it, after its user,
   * requested time and size in doubling buckets. Numbers are spelled in letters, so that
   * normalising the name keeps them.
   */
  public static String name(SwfJob job) {
    if (job.executable() != SwfJob.UNKNOWN) {
      return "exe-" + letters(job.executable());
    }
    // Doubling buckets of the size: 1, 2, 3-4, 5-8, ...
    int sizeBucket = Integer.SIZE - Integer.numberOfLeadingZeros(job.processors() - 1);
    return "job-u"
        + letters(job.user())
        + "-t"
        + letters(Math.floorDiv(job.requestedSeconds(), SECONDS_PER_MINUTE))
        + "-s"
        + letters(sizeBucket);
  }

  /**
   * The decimal digits as letters from g to p: whoever normalises names takes digits, and runs of
   * hexadecimal digits, for counters and drops them, but here they tell jobs apart. {@code x} for
   * an unknown number.
   */
  private static String letters(long number) {
    if (number < 0) {
      return "x";
    }
    return Long.toString(number)
        .chars()
        .map(digit -> 'g' + (digit - '0'))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
