package org.foresight.benchmarks.evaluation;

import com.google.common.collect.Sets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What every evaluation is told; a mixin of its command, whose fields picocli fills. */
public final class EvaluationOptions {

  private static final int FULL_SEEDS = 10;
  private static final int QUICK_SEEDS = 2;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(paramLabel = "PAGE", description = "The page to write.")
  private Path page;

  @Option(
      names = "--quick",
      description = "Few and short runs with two seeds: ends within a minute.")
  private boolean quick;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the runs, made if need be.")
  private Path folder;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many seeds, from 1 on (default: 10, quick: 2).")
  private @Nullable Integer seeds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many runs at a time (default: as many as there are processors).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "Folder of the real traces and logs.")
  private Path data;

  /** For picocli. */
  @SuppressWarnings("NullAway.Init")
  public EvaluationOptions() {}

  /** The page to write. */
  public Path page() {
    return page;
  }

  /** Whether it is to end within a minute, and the results say nothing. */
  public boolean quick() {
    return quick;
  }

  /** Of the runs that are kept. */
  public Path folder() {
    return folder;
  }

  /** Of the real traces and logs. */
  public Path data() {
    return data;
  }

  /**
   * How many seeds, from 1 on.
   *
   * @throws CommandLine.ParameterException if they are not positive
   */
  public int seeds() {
    return positive("--seeds", seeds == null ? (quick ? QUICK_SEEDS : FULL_SEEDS) : seeds);
  }

  /**
   * How many runs at a time.
   *
   * @throws CommandLine.ParameterException if they are not positive
   */
  public int threads() {
    return positive("--threads", threads);
  }

  private int positive(String option, int value) {
    if (value < 1) {
      throw error("The " + option + " (" + value + ") must be positive.");
    }
    return value;
  }

  /**
   * Refuses names that do not exist.
   *
   * @param what is named, for people
   * @throws CommandLine.ParameterException if one of those asked for is none of the others
   */
  public void requireKnown(String what, Collection<String> asked, Collection<String> known) {
    Set<String> unknown = Sets.difference(Set.copyOf(asked), Set.copyOf(known));
    if (!unknown.isEmpty()) {
      throw error(
          "There is no " + what + " " + unknown + "; there are " + String.join(", ", known) + ".");
    }
  }

  private CommandLine.ParameterException error(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }
}
