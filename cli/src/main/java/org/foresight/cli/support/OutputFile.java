package org.foresight.cli.support;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that a command writes for its user. Stateless. */
public final class OutputFile {

  private OutputFile() {}

  /**
   * Looks whether a file could be there; to be asked before work that would be lost otherwise.
   *
   * @throws IOException if there is no folder for it that may be written, or something else than a
   *     file in its place
   */
  public static void requirePlace(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException(file + ": there is a folder of this name; a file is needed.");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + ": this is no file that could be replaced.");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException(file + ": there is no folder (" + folder + ") to write it to.");
    }
    if (!Files.isWritable(folder)) {
      throw new IOException(file + ": its folder (" + folder + ") may not be written.");
    }
  }

  /**
   * Writes a file; whoever reads it meanwhile sees the old one or the new one, and whatever happens
   * the old one is not lost.
   *
   * @throws IOException if it cannot be written; the message names it
   */
  public static void replace(Path file, String text) throws IOException {
    requirePlace(file);
    replaceBy(draft(file), file, text);
  }

  /** Of this process alone: another one that writes the same file has a draft of its own. */
  private static Path draft(Path file) {
    return file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
  }

  private static void replaceBy(Path draft, Path file, String text) throws IOException {
    try {
      Files.writeString(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      // Such as of a full disk, which does not name the file.
      throw new IOException(file + " cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Does the same, but gives the file the mode, and as far as it is permitted the owner, of a
   * model: of the file itself, say, which other users are to read on.
   *
   * @throws IOException if it cannot be written; the message names it
   */
  public static void replaceKeepingAttributes(Path file, Path model, String text)
      throws IOException {
    requirePlace(file);
    Path draft = draft(file);
    Files.copy(
        model, draft, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
    replaceBy(draft, file, text);
  }
}
