package org.foresight.cli.predict;

/** What became of the jobs of an import so far. Not thread-safe. */
final class ImportCounts {

  private long completed;
  private long imported;
  private long alreadyThere;
  private long failed;
  private long cancelled;
  private long bad;

  void addCompleted() {
    completed++;
  }

  void addImported() {
    imported++;
  }

  void addAlreadyThere() {
    alreadyThere++;
  }

  void addFailed() {
    failed++;
  }

  void addCancelled() {
    cancelled++;
  }

  void addBad() {
    bad++;
  }

  /** Jobs that could be read. */
  long read() {
    return completed + failed + cancelled;
  }

  /** Jobs that were learned. */
  long imported() {
    return imported;
  }

  /** Jobs that ran to success and were in the history before. */
  long alreadyThere() {
    return alreadyThere;
  }

  long failed() {
    return failed;
  }

  long cancelled() {
    return cancelled;
  }

  /** Lines, or jobs, that could not be used. */
  long bad() {
    return bad;
  }
}
