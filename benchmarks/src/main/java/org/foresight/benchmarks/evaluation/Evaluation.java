package org.foresight.benchmarks.evaluation;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.foresight.benchmarks.RunFile;
import picocli.CommandLine;

/**
 * Does what is left of the runs of an evaluation, and writes its page. Every run that ends is kept,
 * so that whatever stops it, the next one goes on from there.
 *
 * @param <S> the runs
 * @param <R> their records
 */
public final class Evaluation<S extends PlannedRun, R extends DoneRun> {

  private static final int FINGERPRINT_LENGTH = 16;

  private final Path folder;
  private final Path page;
  private final PrintStream progress;
  private final InstantSource clock;
  private final int threads;

  /** Makes the page of all records that are kept. */
  @FunctionalInterface
  public interface Page<R> {

    /** Its text. */
    String text(List<R> records) throws IOException;
  }

  /**
   * Begins nothing yet.
   *
   * @param progress is told which runs have ended
   * @param clock for the time that is left
   * @throws CommandLine.ParameterException if an option is out of its range
   */
  public Evaluation(EvaluationOptions options, PrintStream progress, InstantSource clock) {
    this(options.page(), options.folder(), options.threads(), progress, clock);
  }

  /**
   * Begins nothing yet.
   *
   * @param page to write
   * @param folder of the runs that are kept
   * @param threads how many runs at a time
   * @param progress is told which runs have ended
   * @param clock for the time that is left
   */
  public Evaluation(
      Path page, Path folder, int threads, PrintStream progress, InstantSource clock) {
    this.page = page;
    this.folder = folder;
    this.threads = threads;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Does the runs that are wanted and not there yet.
   *
   * @param type of the records
   * @param all the runs of the evaluation
   * @return an exit code of picocli
   * @throws IOException if the records can't be kept, or the page not be written
   */
  public int run(
      Class<R> type, List<S> all, Predicate<S> wanted, RunQueue.Runner<S, R> runner, Page<R> text)
      throws IOException, InterruptedException {
    ImmutableList<String> failures;
    try (RunFile<R> file = RunFile.open(folder, type, progress::println)) {
      ImmutableMap<Object, R> before = done(all, file.records());
      int others = file.records().size() - before.size();
      if (others > 0) {
        progress.println(
            others + " runs in the folder are of other seeds or settings and stay as they are.");
      }
      ImmutableList<S> left =
          all.stream()
              .filter(wanted)
              .filter(run -> !before.containsKey(run.key()))
              .collect(toImmutableList());
      failures =
          new RunQueue<>(file, runner, DoneRun::summary, threads)
              .run(left, new Progress(left, progress, clock));
      Files.writeString(page, text.text(file.records()));
    }
    failures.forEach(progress::println);
    return failures.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  /** A fingerprint of everything that these texts say. */
  public static String fingerprint(String... texts) {
    return Hashing.sha256()
        .hashString(String.join("\n", texts), StandardCharsets.UTF_8)
        .toString()
        .substring(0, FINGERPRINT_LENGTH);
  }

  /**
   * Those of the records that are of these runs, by their key. The later one of two of the same run
   * counts; their figures but the time are the same.
   */
  public static <R extends DoneRun> ImmutableMap<Object, R> done(
      List<? extends PlannedRun> runs, List<R> records) {
    Map<Object, String> fingerprints = new HashMap<>();
    for (PlannedRun run : runs) {
      fingerprints.put(run.key(), run.fingerprint());
    }
    return records.stream()
        .filter(record -> record.fingerprint().equals(fingerprints.get(record.key())))
        .collect(
            ImmutableMap.toImmutableMap(DoneRun::key, record -> record, (first, later) -> later));
  }
}
