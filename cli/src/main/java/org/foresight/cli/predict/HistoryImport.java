package org.foresight.cli.predict;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;
import java.util.function.Consumer;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.store.HistoryProblem;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistorySettings;
import org.foresight.predictor.store.HistoryStorage;
import org.foresight.predictor.store.HistoryStore;

/**
 * Adds past jobs to a history, each once: of records that are alike, see {@link RecordCounts}, a
 * source adds those only that it has more of than the history.
 *
 * <p>What was learned is written now and then; an import that was cut short is completed by the
 * same one again. Memory grows by some bytes for each record, not by the records. Not thread-safe.
 */
final class HistoryImport implements Closeable {

  /** Files of so many records: each is a wait for the disk. */
  private static final int FLUSH_RECORDS = 10_000;

  private static final int CHECKPOINT_RECORDS = 200_000;

  private final HistoryStore store;
  private final RecordCounts known;
  private final RuntimePredictor predictor;
  private final ImportCounts counts = new ImportCounts();

  private HistoryImport(HistoryStore store, RecordCounts known, RuntimePredictor predictor) {
    this.store = store;
    this.known = known;
    this.predictor = predictor;
  }

  /**
   * Opens a history, which need not exist, as its only writer.
   *
   * @param predictor has learned nothing yet
   * @param owner names the writer for people
   * @param problems is told what is wrong with the files
   * @throws IOException if it cannot be opened, such as since another writer has it
   */
  static HistoryImport open(
      HistoryStorage storage,
      RuntimePredictor predictor,
      String owner,
      Consumer<HistoryProblem> problems)
      throws IOException {
    HistorySettings usual = HistorySettings.of(owner);
    HistorySettings settings =
        new HistorySettings(
            owner,
            FLUSH_RECORDS,
            usual.maxUnwrittenRecords(),
            CHECKPOINT_RECORDS,
            usual.maxRecords(),
            usual.maxFileRecords());
    HistoryStore store = HistoryStore.open(storage, predictor, settings, problems);
    try {
      RecordCounts known = new RecordCounts();
      // Problems were told on opening, or will be in a flush.
      HistoryStore.read(storage, record -> known.add(RecordCounts.kind(record)), problem -> {});
      return new HistoryImport(store, known, predictor);
    } catch (IOException | RuntimeException e) {
      try {
        store.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /**
   * Adds what a source has.
   *
   * @throws IOException if the source cannot be read or the history not written
   * @throws InterruptedException if this thread is interrupted; what was learned may be written by
   *     {@link #close} then
   */
  void add(PastRecords source, ImportProgress progress) throws IOException, InterruptedException {
    try {
      replay(source, progress);
    } catch (ClosedByInterruptException e) {
      throw interrupted(e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof ClosedByInterruptException) {
        throw interrupted(e);
      }
      throw e.getCause();
    }
  }

  /** A thread that stays interrupted could write nothing any more. */
  private static InterruptedException interrupted(Exception cause) {
    boolean unused = Thread.interrupted();
    InterruptedException interrupted = new InterruptedException();
    interrupted.initCause(cause);
    return interrupted;
  }

  private void replay(PastRecords source, ImportProgress progress)
      throws IOException, InterruptedException {
    RecordCounts inSource = new RecordCounts();
    long[] read = {0};
    source.replay(
        new Learner(),
        record -> {
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          progress.read(++read[0]);
          return isNew(RecordCounts.kind(record), inSource);
        },
        counts);
    store.flush();
  }

  private boolean isNew(long kind, RecordCounts inSource) {
    if (inSource.add(kind) <= known.count(kind)) {
      counts.addAlreadyThere();
      return false;
    }
    known.add(kind);
    return true;
  }

  /** What became of the jobs so far. */
  ImportCounts counts() {
    return counts;
  }

  /** Writes what was learned. */
  @Override
  public void close() throws IOException {
    store.close();
  }

  /** The predictor, taught by way of the store. */
  private final class Learner implements RuntimePredictor {

    @Override
    public String name() {
      return predictor.name();
    }

    @Override
    public Optional<JobEstimate> predict(JobFeatures features) {
      return predictor.predict(features);
    }

    @Override
    public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
      store.learn(new HistoryRecord(features, outcome), given);
      counts.addImported();
      if (store.isFlushDue()) {
        try {
          store.flush();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
