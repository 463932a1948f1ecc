package org.foresight.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.foresight.cli.support.ErrorLines;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which runs are kept: {@code runs/<policy>-seed-<seed>} holds the files {@code
 * run.json} and {@code jobs.csv.gz} of a finished run, {@code policies.json} the order in which the
 * policies were asked for. A run is written to a folder with another name, which becomes its own by
 * one renaming at the end; so a run that is there is there completely, whatever stopped the
 * program.
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
  private static final String POLICIES_FILE = "policies.json";
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

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
    requireNoFile(folder);
    requireNoFile(runs);
    Files.createDirectories(runs);
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

  private static void requireNoFile(Path folder) throws IOException {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IOException(folder + ": there is a file of this name; a folder is needed.");
    }
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

  /** What is there now. */
  StoredRuns stored() throws IOException {
    return read(folder);
  }

  /**
   * Notes the order of the policies, the first of which the others are compared with; policies that
   * an earlier program had asked for follow.
   */
  void notePolicies(List<String> asked) throws IOException {
    ImmutableSet<String> order =
        ImmutableSet.<String>builder()
            .addAll(asked)
            .addAll(readPolicies(folder.resolve(POLICIES_FILE)))
            .build();
    Path draft = folder.resolve(POLICIES_FILE + ".tmp");
    Files.writeString(draft, MAPPER.writeValueAsString(order));
    Files.move(draft, folder.resolve(POLICIES_FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Begins to write a run. */
  Draft begin(RunKey key) throws IOException {
    Path draft = folder.resolve(RUNS).resolve(DRAFT_PREFIX + key.folderName());
    Files.createDirectory(draft);
    return new Draft(draft, runFolder(folder, key));
  }

  /**
   * Removes a finished run.
   *
   * @param folderName name of the folder of its files, see {@link RunKey#folderName}
   */
  void remove(String folderName) throws IOException {
    Path runs = folder.resolve(RUNS);
    // By its other name it is no run any more, even if only some of its files could be deleted.
    Path removed = runs.resolve(DRAFT_PREFIX + "removed-" + folderName);
    Files.move(runs.resolve(folderName), removed, StandardCopyOption.ATOMIC_MOVE);
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
   * What a folder holds, whoever may be writing to it.
   *
   * @throws IOException if there is no such folder or a run in it is of another version
   */
  static StoredRuns read(Path folder) throws IOException {
    Path runs = folder.resolve(RUNS);
    if (!Files.isDirectory(runs)) {
      throw new IOException(folder + ": holds no runs of foresight simulate.");
    }
    ImmutableList.Builder<RunRecord> records = ImmutableList.builder();
    ImmutableList.Builder<StoredRuns.Unreadable> unreadable = ImmutableList.builder();
    for (Path run : list(runs)) {
      if (!name(run).startsWith(DRAFT_PREFIX) && Files.isDirectory(run)) {
        Path file = run.resolve(RECORD_FILE);
        try {
          @Nullable RunRecord record = MAPPER.readValue(Files.readString(file), RunRecord.class);
          if (record == null) {
            throw new JsonMappingException(null, "it is null");
          }
          checkFormat(file, record);
          Optional<String> fault = fault(run, record);
          if (fault.isEmpty()) {
            records.add(record);
          } else {
            unreadable.add(new StoredRuns.Unreadable(name(run), fault.get()));
          }
        } catch (JsonProcessingException e) {
          unreadable.add(
              new StoredRuns.Unreadable(
                  name(run), file + ": this is no result of a run: " + e.getOriginalMessage()));
        } catch (CharacterCodingException e) {
          unreadable.add(
              new StoredRuns.Unreadable(name(run), file + ": this is no text in UTF-8."));
        } catch (NoSuchFileException e) {
          unreadable.add(new StoredRuns.Unreadable(name(run), ErrorLines.of(e)));
        }
      }
    }
    return new StoredRuns(
        ImmutableList.sortedCopyOf(
            Comparator.comparing((RunRecord run) -> run.key().policy())
                .thenComparing(run -> run.key().seed()),
            records.build()),
        unreadable.build(),
        readPolicies(folder.resolve(POLICIES_FILE)));
  }

  /** What is wrong with a run whose record was read. */
  private static Optional<String> fault(Path run, RunRecord record) {
    if (!record.key().folderName().equals(name(run))) {
      return Optional.of(
          run.resolve(RECORD_FILE)
              + ": this is the run ("
              + record.key()
              + "), of another folder.");
    }
    Path rows = run.resolve(ROWS_FILE);
    try {
      // Reads all, since what is cut off or damaged shows at the end only.
      JobRows.read(rows, row -> {});
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(ErrorLines.of(e));
    }
  }

  private static void checkFormat(Path file, RunRecord run) throws IOException {
    if (run.format() != RunRecord.FORMAT) {
      throw new IOException(
          file
              + ": the format is ("
              + run.format()
              + "), this version reads ("
              + RunRecord.FORMAT
              + ").");
    }
  }

  private static ImmutableList<String> readPolicies(Path file) throws IOException {
    if (!Files.exists(file)) {
      return ImmutableList.of();
    }
    try {
      @Nullable String @Nullable [] policies =
          MAPPER.readValue(Files.readAllBytes(file), String[].class);
      if (policies == null || Arrays.asList(policies).contains(null)) {
        throw new JsonMappingException(null, "it has null in it");
      }
      return ImmutableList.copyOf(policies);
    } catch (JsonProcessingException e) {
      throw new IOException(
          file
              + ": this is no list of policies ("
              + e.getOriginalMessage()
              + "); without the file their order is the alphabet's.",
          e);
    }
  }

  /** The rows of a finished run. */
  static Path rows(Path folder, RunKey key) {
    return runFolder(folder, key).resolve(ROWS_FILE);
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
