package org.foresight.traces;

/** The jobs of a file of lines. */
public interface JobLines extends JobStream {

  /** Number of the line, from 1, of the job that {@link #hasNext} or {@link #next} read last. */
  long lineNumber();
}
