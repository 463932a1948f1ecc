package org.foresight.cli.predict;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.foresight.cli.support.ErrorLines;
import org.foresight.cli.support.LocalFolderConverter;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.Terminal;
import org.foresight.predictor.Counts;
import org.foresight.predictor.Predictors;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.store.LocalHistoryStorage;
import org.foresight.traces.BadLines;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Teaches a history the past jobs of logs, traces and ResourceManagers. */
@Command(
    name = "import",
    description = {
      "Adds past jobs to a history, so that predictions need not begin with nothing.",
      "",
      "Jobs that ran to success are learned, in the order in which they ended; failed and cancelled"
          + " ones are counted. What the history has already is not added again, so that the same"
          + " import may be repeated. No scheduler may use the history meanwhile."
    })
public final class HistoryImportCommand implements Callable<Integer> {

  private static final int NAMED = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--history",
      paramLabel = "DIR",
      required = true,
      converter = LocalFolderConverter.class,
      description = "The folder of the history, which need not exist.")
  private Path history;

  @Parameters(
      paramLabel = "SOURCE",
      arity = "0..*",
      description =
          "Traces and logs, plain or gzip, or folders of logs; saved answers of ResourceManagers;"
              + " exported histories.")
  private @Nullable List<Path> sources;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Their format (default: told by how each begins).")
  private @Nullable String format;

  @Option(
      names = "--rm",
      paramLabel = "URL",
      description =
          "Also ask the ResourceManager with this web address, such as http://host:8088, for the"
              + " applications that it remembers.")
  private @Nullable String resourceManager;

  @Option(
      names = "--skip-bad",
      description = "Leave out lines, or jobs, that cannot be used, and count them.")
  private boolean skipBad;

  @Option(
      names = "--predictor",
      paramLabel = "NAME",
      defaultValue = Predictors.DEFAULT,
      description =
          "Which predictor learns: default or history-3sigma (default: ${DEFAULT-VALUE}).")
  private String predictorName;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public HistoryImportCommand() {}

  /** Something to import. */
  private record Source(String title, Opener opener) {}

  /** Opens it. */
  @FunctionalInterface
  private interface Opener {
    PastRecords open(BadLines badLines) throws IOException, InterruptedException;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ImmutableList<Source> all = sources();
    RuntimePredictor predictor = predictor(predictorName, spec);
    String owner = "foresight history import " + UUID.randomUUID();
    try (HistoryImport into =
        HistoryImport.open(
            new LocalHistoryStorage(history), predictor, owner, p -> say(p.message()))) {
      try {
        for (Source source : all) {
          add(source, into);
        }
      } finally {
        // Also of an import that is cut short: that much is done.
        say(summary(into.counts()));
      }
    }
    return 0;
  }

  /** A predictor of this name, as an option says it. */
  static RuntimePredictor predictor(String name, CommandSpec command) {
    try {
      return Predictors.create(name);
    } catch (IllegalArgumentException e) {
      ParameterException usage =
          new ParameterException(command.commandLine(), "--predictor: " + ErrorLines.of(e));
      usage.initCause(e);
      throw usage;
    }
  }

  /** The sources; their formats are told before anything is changed. */
  private ImmutableList<Source> sources() throws IOException {
    ImmutableList.Builder<Source> all = ImmutableList.builder();
    for (Path file : sources == null ? ImmutableList.<Path>of() : sources) {
      SourceFormat told = format(file);
      all.add(new Source(file.toString(), badLines -> told.open(file, badLines)));
    }
    if (resourceManager != null) {
      try {
        all.add(new Source(resourceManager, ResourceManagerApplications.of(resourceManager)::open));
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), "--rm: " + ErrorLines.of(e));
      }
    }
    ImmutableList<Source> listed = all.build();
    if (listed.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "A SOURCE is missing: a file, a folder, or --rm.");
    }
    return listed;
  }

  private SourceFormat format(Path file) throws IOException {
    String label = format;
    if (label == null) {
      return SourceFormat.detect(file);
    }
    return OptionChecks.format(spec, label, SourceFormat.ofLabel(label), SourceFormat.listed());
  }

  private void add(Source source, HistoryImport into) throws IOException, InterruptedException {
    BadLines.Skipped skipped = new BadLines.Skipped();
    BadLines badLines =
        problem -> {
          into.counts().addBad();
          (skipBad ? skipped : BadLines.STRICT).found(problem);
        };
    ImmutableSortedMap<String, Long> leftOut;
    try (PastRecords records = source.opener().open(badLines);
        ImportProgress progress = progress(source.title())) {
      into.add(records, progress);
      leftOut = records.leftOut();
    }
    leftOut.forEach(
        (reason, count) ->
            say(source.title() + ": left out " + Counts.of(count, "job") + ": " + reason + "."));
    if (skipped.count() > 0) {
      say(
          source.title()
              + ": left out lines or jobs that cannot be used, "
              + skipped.count()
              + " in all, such as");
      skipped.first().stream().limit(NAMED).forEach(problem -> say("  " + problem));
    }
  }

  private ImportProgress progress(String title) {
    return Terminal.isThere()
        ? ImportProgress.bar(title, System.err)
        : ImportProgress.plain(title, spec.commandLine().getErr(), InstantSource.system());
  }

  private static String summary(ImportCounts counts) {
    return "Read "
        + Counts.of(counts.read(), "job")
        + ": "
        + counts.imported()
        + " imported, "
        + counts.alreadyThere()
        + " already there, "
        + counts.failed()
        + " failed, "
        + counts.cancelled()
        + " cancelled; "
        + counts.bad()
        + " bad.";
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
