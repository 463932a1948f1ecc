package org.foresight.yarn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.foresight.planner.OutcomeRecorder;
import org.foresight.predictor.HistoryContents;
import org.foresight.predictor.HistoryFile;
import org.foresight.predictor.HistoryProblem;
import org.foresight.predictor.HistoryRecord;
import org.foresight.predictor.HistoryWriter;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the ResourceManager has learned: a predictor, and the file that it outlives a restart in. A
 * file that can't be read or written costs its contents, never the scheduler: it is reported, and
 * learning goes on in memory.
 */
final class History implements OutcomeRecorder.Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(History.class);

  private final RuntimePredictor predictor;
  private final @Nullable HistoryWriter writer;

  private History(RuntimePredictor predictor, @Nullable HistoryWriter writer) {
    this.predictor = predictor;
    this.writer = writer;
  }

  /** A history that ends with the process. */
  static History inMemory() {
    return new History(new ThreeSigmaPredictor(), null);
  }

  /** A history kept in a file. */
  static History in(Path file) {
    RuntimePredictor predictor = new ThreeSigmaPredictor();
    // Before the writer locks the file: on Linux, to close any other stream of it ends the lock.
    load(file, predictor);
    return new History(predictor, open(file));
  }

  private static void load(Path file, RuntimePredictor predictor) {
    try {
      if (Files.exists(file)) {
        HistoryContents contents = HistoryFile.load(file);
        for (HistoryProblem problem : contents.problems()) {
          LOG.warn("{}", problem.message());
        }
        contents.replayInto(predictor);
        LOG.info("Learned {} finished jobs from {}.", contents.records().size(), file);
      }
    } catch (IOException e) {
      LOG.error("The history file {} could not be read; starting without it.", file, e);
    }
  }

  private static @Nullable HistoryWriter open(Path file) {
    try {
      return HistoryWriter.open(file);
    } catch (IOException e) {
      LOG.error("The history file {} can't be written; learning in memory only.", file, e);
      return null;
    }
  }

  RuntimePredictor predictor() {
    return predictor;
  }

  @Override
  public void learned(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    predictor.learn(features, outcome, given);
    if (writer != null) {
      try {
        writer.append(new HistoryRecord(features, outcome));
      } catch (IOException e) {
        LOG.error("A finished job could not be added to the history file.", e);
      }
    }
  }

  @Override
  public void close() {
    if (writer != null) {
      try {
        writer.close();
      } catch (IOException e) {
        LOG.warn("The history file could not be closed.", e);
      }
    }
  }
}
