package org.foresight.traces;

/**
 * The 18 fields of a line of the Standard Workload Format, in the order of the line, each with what
 * is accepted in it.
 *
 * <p>Source: S. Chapin et al., "Benchmarks and Standards for the Evaluation of Parallel Job
 * Schedulers", 1999, as kept by the Parallel Workloads Archive (version 2.2).
 */
enum SwfField {
  JOB_NUMBER(1, "job number", Kind.REQUIRED, Limits.IDENTIFIER),
  SUBMIT_SECONDS(2, "submit time in seconds", Kind.REQUIRED, Limits.SECONDS),
  WAIT_SECONDS(3, "wait time in seconds", Kind.WHOLE, Limits.SECONDS),
  RUN_SECONDS(4, "run time in seconds", Kind.WHOLE, Limits.SECONDS),
  ALLOCATED_PROCESSORS(5, "allocated processors", Kind.WHOLE, Limits.PROCESSORS),
  // Averages and amounts of memory are decimal in some traces of the archive.
  CPU_SECONDS(6, "average CPU time in seconds", Kind.DECIMAL, Limits.AMOUNT),
  USED_MEMORY(7, "used memory", Kind.DECIMAL, Limits.AMOUNT),
  REQUESTED_PROCESSORS(8, "requested processors", Kind.WHOLE, Limits.PROCESSORS),
  REQUESTED_SECONDS(9, "requested time in seconds", Kind.WHOLE, Limits.SECONDS),
  REQUESTED_MEMORY(10, "requested memory", Kind.DECIMAL, Limits.AMOUNT),
  STATUS(11, "status", Kind.WHOLE, 5),
  USER(12, "user", Kind.WHOLE, Limits.IDENTIFIER),
  GROUP(13, "group", Kind.WHOLE, Limits.IDENTIFIER),
  EXECUTABLE(14, "executable", Kind.WHOLE, Limits.IDENTIFIER),
  QUEUE(15, "queue", Kind.WHOLE, Limits.IDENTIFIER),
  PARTITION(16, "partition", Kind.WHOLE, Limits.IDENTIFIER),
  PRECEDING_JOB(17, "preceding job", Kind.WHOLE, Limits.IDENTIFIER),
  THINK_SECONDS(18, "think time in seconds", Kind.DECIMAL, Limits.SECONDS);

  private enum Kind {
    REQUIRED,
    WHOLE,
    DECIMAL
  }

  /** The largest values accepted; they keep sums and products of a whole trace inside a long. */
  private static final class Limits {
    private static final long SECONDS = 10_000_000_000L;
    private static final long PROCESSORS = 100_000_000L;
    private static final long IDENTIFIER = Integer.MAX_VALUE;
    private static final long AMOUNT = 1_000_000_000_000_000L;

    private Limits() {}
  }

  private final int position;
  private final String label;
  private final Kind kind;
  private final long max;

  SwfField(int position, String label, Kind kind, long max) {
    this.position = position;
    this.label = label;
    this.kind = kind;
    this.max = max;
  }

  /** Place in the line, from 1. */
  int position() {
    return position;
  }

  /**
   * Parses a value of this field; a decimal one is rounded down.
   *
   * @throws NumberFormatException if the value is not accepted
   */
  long parse(String text) {
    double exact;
    long value;
    if (kind == Kind.DECIMAL) {
      exact = Double.parseDouble(text);
      value = (long) exact;
    } else {
      value = Long.parseLong(text);
      exact = value;
    }
    boolean unknown = exact == SwfJob.UNKNOWN && kind != Kind.REQUIRED;
    // Written so that NaN is refused too.
    if (!unknown && !(exact >= 0 && exact <= max)) {
      throw new NumberFormatException("out of range: " + text);
    }
    return value;
  }

  /** Position and name, such as {@code field 4 (run time in seconds)}. */
  String describe() {
    return "field " + position + " (" + label + ")";
  }

  /** What is accepted, for people. */
  String accepted() {
    String number = (kind == Kind.DECIMAL ? "a number" : "a whole number") + " from 0 to " + max;
    return kind == Kind.REQUIRED ? number : number + ", or -1 for unknown";
  }
}
