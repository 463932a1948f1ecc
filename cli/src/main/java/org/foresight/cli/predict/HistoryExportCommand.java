package org.foresight.cli.predict;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import org.foresight.cli.support.LocalFolderConverter;
import org.foresight.cli.support.OutputFile;
import org.foresight.predictor.Counts;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistoryStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes a history as text. */
@Command(
    name = "export",
    description = {
      "Writes all records of a history as JSON, one a line, in the order in which they were"
          + " learned.",
      "",
      "foresight history import reads them again. The history may be in use meanwhile."
    })
public final class HistoryExportCommand implements Callable<Integer> {

  private static final String TEMPORARY = ".tmp";

  @Spec private CommandSpec spec;

  @Option(
      names = "--history",
      paramLabel = "DIR",
      required = true,
      converter = LocalFolderConverter.class,
      description = "The folder of the history.")
  private Path history;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write (default: standard output).")
  private @Nullable Path out;

  private long problems;
  private long written;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public HistoryExportCommand() {}

  @Override
  public Integer call() throws IOException {
    if (out == null) {
      PrintWriter standard = spec.commandLine().getOut();
      export(standard);
      standard.flush();
      if (standard.checkError()) {
        throw new IOException("Standard output cannot be written.");
      }
    } else {
      OutputFile.requirePlace(out);
      Path temporary = out.resolveSibling(out.getFileName() + TEMPORARY);
      try {
        try (BufferedWriter file = Files.newBufferedWriter(temporary, StandardCharsets.US_ASCII)) {
          export(file);
        }
        Files.move(temporary, out, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
    }
    say("Exported " + Counts.of(written, "record") + ".");
    if (problems > 0) {
      say("What could not be read is missing.");
    }
    return problems > 0 ? 1 : 0;
  }

  private void export(Writer writer) throws IOException {
    try {
      ExistingHistory.read(
          history,
          storage -> {
            HistoryLinesWriter lines = new HistoryLinesWriter(writer);
            HistoryStore.read(
                storage,
                record -> write(record, lines),
                problem -> {
                  problems++;
                  say(problem.message());
                });
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void write(HistoryRecord record, HistoryLinesWriter lines) {
    try {
      lines.write(record);
      written++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
