package org.foresight.agent.cpu;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undoes what is in a journal, whoever has done it: this life of the process or one before it, by
 * the same means or others. Not thread-safe.
 */
final class LeftBehind implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeftBehind.class);

  private final Journal journal;
  private final ProcessTable processes;
  private final Signals signals;
  private final FileAccess files;

  LeftBehind(Journal journal, ProcessTable processes, Signals signals, FileAccess files) {
    this.journal = journal;
    this.processes = processes;
    this.signals = signals;
    this.files = files;
  }

  /**
   * Undoes one change for good.
   *
   * @throws IOException if that is not possible now; it stays in the journal
   */
  void undo(Change change) throws IOException {
    restore(change);
    journal.delete(change.container());
  }

  /**
   * Undoes one change, which may be made again. A quota stays in the journal, so that it need not
   * be written there each time: to undo it where it is undone does nothing. Processes that were
   * stopped do not, for somebody else may stop them.
   *
   * @throws IOException if that is not possible now; it stays in the journal
   */
  void undoForNow(Change change) throws IOException {
    if (change instanceof Change.Quota) {
      restore(change);
    } else {
      undo(change);
    }
  }

  private void restore(Change change) throws IOException {
    if (change instanceof Change.Quota quota) {
      quota.undo(files);
    } else {
      ((Change.Stop) change).undo(processes, signals);
    }
  }

  /**
   * Undoes everything that can be undone now, and logs what can't be.
   *
   * @return those that are left
   * @throws IOException if the journal can't be read
   */
  ImmutableList<Change> undoAll() throws IOException {
    ImmutableList.Builder<Change> left = ImmutableList.builder();
    for (Change change : journal.all()) {
      try {
        undo(change);
        LOG.info(
            "Gave {} back what an agent before this one had taken from it.", change.container());
      } catch (IOException | RuntimeException e) {
        left.add(change);
        LOG.warn("Could not give {} back what was taken from it.", change.container(), e);
      }
    }
    return left.build();
  }

  /** Nothing can be undone any more. */
  @Override
  public void close() {
    signals.close();
  }
}
