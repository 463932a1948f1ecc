package org.foresight.traces;

/**
 * What a trace says of itself cannot be used, such as the version of its format. So nothing below
 * can be understood, and no reader leaves it out as it may leave out a line.
 */
public final class TraceHeaderException extends TraceFormatException {

  public TraceHeaderException(TraceFormatException problem) {
    super(problem);
  }
}
