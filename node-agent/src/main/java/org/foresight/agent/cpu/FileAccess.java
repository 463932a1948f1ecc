package org.foresight.agent.cpu;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The few things that are done to files here: to small ones, and to those that a kernel shows. A
 * seam, so that tests can let any of them fail, or end the process before it or after it.
 */
interface FileAccess {

  /** A small file that is read again and again. */
  interface OpenFile extends AutoCloseable {

    /** All of it as it is now, without blanks at its ends. */
    String read() throws IOException;

    /** Does nothing the second time. */
    @Override
    void close();
  }

  /**
   * All of a file, without blanks at its ends.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  String read(Path file) throws IOException;

  /**
   * Opens a file to be read more than once, which is far cheaper than to open it each time.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  OpenFile open(Path file) throws IOException;

  /** Writes into a file that is there, in one piece, as kernels want it. */
  void write(Path file, String text) throws IOException;

  /** Puts a file in the place of another one, or of none: whoever reads it sees all of one. */
  void replace(Path file, String text) throws IOException;

  /** Takes a file or an empty folder away, if it is there. */
  void delete(Path file) throws IOException;

  /** The files and folders in a folder, by name; none if there is no such folder. */
  List<Path> list(Path folder) throws IOException;

  /** Makes a folder and those above it, unless they are there. */
  void makeFolder(Path folder) throws IOException;

  boolean isFile(Path file);

  boolean isFolder(Path folder);
}
