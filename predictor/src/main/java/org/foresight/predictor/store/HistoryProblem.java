package org.foresight.predictor.store;

/**
 * A place in a file of a history that could not be read, and why.
 *
 * @param file the file
 * @param line number of the line, from 1
 * @param field which field of the line, or {@code line} for the line as a whole
 * @param found what stands there, shortened if it is long
 * @param accepted what would have been accepted
 */
public record HistoryProblem(String file, long line, String field, String found, String accepted) {

  private static final int MAX_FOUND_LENGTH = 100;

  public HistoryProblem {
    if (found.length() > MAX_FOUND_LENGTH) {
      found = found.substring(0, MAX_FOUND_LENGTH) + "…";
    }
  }

  /** The problem as one sentence for a log or a terminal. */
  public String message() {
    return file
        + ", line "
        + line
        + ", "
        + field
        + ": found \""
        + found
        + "\", accepted is "
        + accepted
        + ".";
  }
}
