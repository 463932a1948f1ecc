package org.foresight.predictor.store;

import com.google.common.collect.ImmutableList;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A folder of files that are written whole. A name is that of a file in the folder, or of one in a
 * folder inside of it, after a {@code /}. Implementations are thread-safe.
 *
 * <p>Any method may throw an {@link IOException} if the storage can't do it; whether it was done is
 * then unknown.
 */
public interface HistoryStorage {

  /** The name that {@link #list} gives to a history in the old format, of one file. */
  String OLD_HISTORY = "history-1";

  /** What a file is made of. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Where it is, for messages. */
  String location();

  /**
   * Prepares to write: creates the folder, removes what unfinished writes left behind, and keeps
   * other writers of this machine out where that is possible. Those of other machines are kept out
   * by {@link #create}.
   *
   * @return ends what keeps others out; may be closed more than once
   */
  Closeable prepare() throws IOException;

  /**
   * The names of the files in a folder; none where the folder doesn't exist.
   *
   * @param folder a folder inside of this one, or the empty text for this one itself
   */
  ImmutableList<String> list(String folder) throws IOException;

  /**
   * Opens a file to read.
   *
   * @throws java.io.FileNotFoundException or {@link java.nio.file.NoSuchFileException} if there is
   *     none of this name
   */
  InputStream read(String name) throws IOException;

  /**
   * Writes a file. Whatever happens, there is the whole file afterwards, or what was there before.
   * A file of this name is replaced.
   */
  void write(String name, Content content) throws IOException;

  /** Writes a file unless there is one of this name; of several who try, one succeeds. */
  boolean create(String name, Content content) throws IOException;

  /** Renames a file; one of the new name is replaced. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file; there may be none of this name. */
  void delete(String name) throws IOException;
}
