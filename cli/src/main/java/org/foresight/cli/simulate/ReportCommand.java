package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sums up finished runs again, and compares those of several folders. */
@Command(
    name = "report",
    description = {
      "Sums up the finished runs of one or more folders of foresight simulate and makes their"
          + " report.html again.",
      "",
      "Several folders, such as of two configurations, are compared: a column for every policy of"
          + " every folder, and how they differ from the first one, seed by seed."
    })
public final class ReportCommand implements Callable<Integer> {

  private static final String REPORT_FILE = "report.html";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      arity = "1..*",
      description = "Folders that foresight simulate wrote to (--out).")
  private List<Path> folders;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "With several folders: also write their comparison as a page.")
  private @Nullable Path html;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public ReportCommand() {}

  @Override
  public Integer call() throws IOException {
    boolean several = folders.size() > 1;
    if (html != null && !several) {
      throw OptionChecks.error(spec, "--html needs several folders.");
    }
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    for (Path folder : folders) {
      ImmutableList<RunRecord> runs = RunStore.read(folder);
      if (runs.isEmpty()) {
        throw new IOException(folder + ": holds no finished runs.");
      }
      columns.addAll(Columns.of(several ? folder + ": " : "", folder, runs, ImmutableList.of()));
    }
    PrintWriter out = spec.commandLine().getOut();
    Comparison comparison = several ? Comparison.DIFFERENCE : Comparison.RATIO;
    SummaryTables.lines(SummaryTables.of(columns.build(), comparison)).forEach(out::println);
    out.flush();
    for (Path folder : folders) {
      write(
          folder.resolve(REPORT_FILE),
          Columns.of("", folder, RunStore.read(folder), ImmutableList.of()),
          Comparison.RATIO);
    }
    if (html != null) {
      write(html, columns.build(), comparison);
    }
    return 0;
  }

  private void write(Path file, ImmutableList<Column> columns, Comparison comparison)
      throws IOException {
    HtmlReport.write(file, columns, comparison);
    PrintWriter err = spec.commandLine().getErr();
    err.println("Report: " + file);
    err.flush();
  }
}
