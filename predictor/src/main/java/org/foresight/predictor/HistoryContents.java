package org.foresight.predictor;

import java.util.List;

/**
 * What could be read from a history file, and what could not.
 *
 * @param records all good records, in the order of the file
 * @param problems all that was skipped, in the order of the file
 */
public record HistoryContents(List<HistoryRecord> records, List<HistoryProblem> problems) {

  public HistoryContents {
    records = List.copyOf(records);
    problems = List.copyOf(problems);
  }

  /** Teaches the predictor all records, in order: a fresh one is then as it was. */
  public void replayInto(RuntimePredictor predictor) {
    records.forEach(record -> predictor.learn(record.features(), record.outcome()));
  }
}
