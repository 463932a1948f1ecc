package org.foresight.predictor.store;

/** A line of a history is malformed; becomes a {@link HistoryProblem}. */
final class HistoryFormatException extends Exception {

  private final String field;
  private final String found;
  private final String accepted;

  HistoryFormatException(String field, String found, String accepted) {
    super(field + ": found \"" + found + "\", accepted is " + accepted);
    this.field = field;
    this.found = found;
    this.accepted = accepted;
  }

  String field() {
    return field;
  }

  String found() {
    return found;
  }

  String accepted() {
    return accepted;
  }
}
