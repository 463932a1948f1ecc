package org.foresight.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder in which runs are kept: {@code runs/<policy>-seed-<seed>} holds the files {@code
 * run.json} and {@code jobs.csv.gz} of a finished run. A run is written to a folder with another
 * name, which becomes its own by one renaming at the end; so a run that is there is there
 * completely, whatever stopped the program.
 *
 * <p>One at a time may write, which a lock holds for. Thread-safe where every run is written by one
 * thread.
 */
final class RunStore implements AutoCloseable {

  private static final String RUNS = "runs";
  private static final String DRAFT_PREFIX = ".unfinished-";
  private static final String RECORD_FILE = "run.json";
  private static final String ROWS_FILE = "jobs.csv.gz";
  private static final String LOCK_FILE = ".lock";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;
  private final FileChannel lock;

  private RunStore(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Opens a folder to write to, which is made if need be, and clears what an earlier program left
   * unfinished.
   *
   * @throws IOException if another program writes to it, or if it cannot be written to
   */
  static RunStore open(Path folder) throws IOException {
    Path runs = folder.resolve(RUNS);
    try {
      Files.createDirectories(runs);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(e.getFile() + ": there is a file of this name; a folder is needed.", e);
    }
    FileChannel lock =
        FileChannel.open(
            folder.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (!isLocked(lock)) {
        throw new IOException(
            folder
                + ": another foresight simulate is writing to it; wait for it, or use another"
                + " --out.");
      }
      for (Path draft : list(runs)) {
        if (name(draft).startsWith(DRAFT_PREFIX)) {
          delete(draft);
        }
      }
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
    return new RunStore(folder, lock);
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** The folder. */
  Path folder() {
    return folder;
  }

  /** The finished runs. */
  ImmutableList<RunRecord> finished() throws IOException {
    return read(folder);
  }

  /** Begins to write a run. */
  Draft begin(RunKey key) throws IOException {
    Path draft = folder.resolve(RUNS).resolve(DRAFT_PREFIX + key.folderName());
    Files.createDirectory(draft);
    return new Draft(draft, runFolder(folder, key));
  }

  /** Removes a finished run. */
  void remove(RunKey key) throws IOException {
    // By its other name it is no run any more, even if only some of its files could be deleted.
    Path removed = folder.resolve(RUNS).resolve(DRAFT_PREFIX + "removed-" + key.folderName());
    Files.move(runFolder(folder, key), removed, StandardCopyOption.ATOMIC_MOVE);
    delete(removed);
  }

  /** Lets others write. */
  @Override
  public void close() throws IOException {
    lock.close();
  }

  /** A run that is being written. */
  static final class Draft {
    private final Path draft;
    private final Path target;

    private Draft(Path draft, Path target) {
      this.draft = draft;
      this.target = target;
    }

    /** Where its rows belong. */
    Path rows() {
      return draft.resolve(ROWS_FILE);
    }

    /** All is written: from now on the run is a finished one. */
    void commit(RunRecord run) throws IOException {
      Path record = draft.resolve(RECORD_FILE);
      Files.writeString(record, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(run));
      force(record);
      force(rows());
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The run failed: nothing of it is kept. */
    void discard() throws IOException {
      delete(draft);
    }

    /** A power failure after the renaming must not leave empty files under the new name. */
    private static void force(Path file) throws IOException {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
  }

  /**
   * The finished runs of a folder, whoever may be writing to it, by policy and seed.
   *
   * @throws IOException if there is no such folder or a run in it cannot be read
   */
  static ImmutableList<RunRecord> read(Path folder) throws IOException {
    Path runs = folder.resolve(RUNS);
    if (!Files.isDirectory(runs)) {
      throw new IOException(folder + ": holds no runs of foresight simulate.");
    }
    ImmutableList.Builder<RunRecord> records = ImmutableList.builder();
    for (Path run : list(runs)) {
      if (!name(run).startsWith(DRAFT_PREFIX) && Files.isDirectory(run)) {
        records.add(readRecord(run.resolve(RECORD_FILE)));
      }
    }
    return ImmutableList.sortedCopyOf(
        Comparator.comparing((RunRecord run) -> run.key().policy())
            .thenComparing(run -> run.key().seed()),
        records.build());
  }

  /** The rows of a finished run. */
  static Path rows(Path folder, RunKey key) {
    return runFolder(folder, key).resolve(ROWS_FILE);
  }

  private static RunRecord readRecord(Path file) throws IOException {
    RunRecord run;
    try {
      run = MAPPER.readValue(file.toFile(), RunRecord.class);
    } catch (JsonProcessingException e) {
      throw new IOException(
          file + ": this is no result of this version: " + e.getOriginalMessage(), e);
    }
    if (run.format() != RunRecord.FORMAT) {
      throw new IOException(
          file
              + ": the format is ("
              + run.format()
              + "), this version reads ("
              + RunRecord.FORMAT
              + ").");
    }
    return run;
  }

  private static Path runFolder(Path folder, RunKey key) {
    return folder.resolve(RUNS).resolve(key.folderName());
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
  }
}
