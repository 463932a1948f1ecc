package org.foresight.cli.predict;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.foresight.predictor.store.HistoryStorage;
import org.foresight.predictor.store.LocalHistoryStorage;

/** A history that is read only, which its writer does not notice. */
final class ExistingHistory {

  private ExistingHistory() {}

  /** Reads from a history. */
  @FunctionalInterface
  interface Reader {
    void read(HistoryStorage storage) throws IOException;
  }

  /**
   * Reads it.
   *
   * @throws IOException if there is none, or if it cannot be read
   */
  static void read(Path folder, Reader reader) throws IOException {
    HistoryStorage storage = new LocalHistoryStorage(folder);
    if (storage.list("").isEmpty()) {
      throw new IOException(folder + ": holds no history.");
    }
    try {
      reader.read(storage);
    } catch (NoSuchFileException | FileNotFoundException e) {
      throw new IOException(
          folder + ": its writer changed the files while they were read; try again.", e);
    }
  }
}
