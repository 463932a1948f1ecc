package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.foresight.cli.support.OptionChecks;
import org.foresight.cli.support.OutputFile;
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
      "Several folders, such as of two configurations, are compared: every policy of the first"
          + " folder with the same one of the others, seed by seed. What else the folders differ in"
          + " is named."
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
      names = "--baseline",
      paramLabel = "NAME",
      description =
          "The policy that the others of its folder are compared with (default: the first one that"
              + " foresight simulate was given).")
  private @Nullable String baseline;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "With several folders: also write their comparison as a page.")
  private @Nullable Path html;

  @Option(
      names = "--json",
      description =
          "Print the result as JSON, as foresight simulate does; with several folders each run and"
              + " each line of the summary names its own.")
  private boolean json;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  public ReportCommand() {}

  @Override
  public Integer call() throws IOException {
    boolean several = folders.size() > 1;
    if (html != null && !several) {
      throw OptionChecks.error(spec, "--html needs several folders.");
    }
    requireDistinct(folders);
    if (html != null) {
      OutputFile.requirePlace(html);
    }
    ImmutableList.Builder<ImmutableList<Column>> read = ImmutableList.builder();
    for (Path folder : folders) {
      read.add(read(folder));
    }
    ImmutableList<ImmutableList<Column>> single = read.build();
    ImmutableList<ImmutableList<Column>> named = several ? named(single) : single;
    ImmutableList<Column> all = named.stream().flatMap(List::stream).collect(toImmutableList());
    ImmutableList<SummaryTables.Table> tables =
        several ? SummaryTables.ofFolders(named) : SummaryTables.of(all);
    for (ImmutableList<Column> other : single.subList(1, single.size())) {
      FolderDifferences.lines(single.get(0), other).forEach(this::say);
    }
    Results.print(spec.commandLine().getOut(), all, tables, json);
    for (ImmutableList<Column> columns : single) {
      Path file = columns.get(0).folder().resolve(REPORT_FILE);
      write(file, columns, SummaryTables.of(columns));
    }
    if (html != null) {
      write(html, all, tables);
    }
    return 0;
  }

  /** Runs that are compared with themselves would count twice. */
  private void requireDistinct(List<Path> given) {
    Set<Path> known = new HashSet<>();
    for (Path folder : given) {
      if (!known.add(folder.toAbsolutePath().normalize())) {
        throw OptionChecks.error(spec, "The folder (" + folder + ") is given twice.");
      }
    }
  }

  private ImmutableList<Column> read(Path folder) throws IOException {
    StoredRuns stored = RunStore.read(folder);
    stored.unreadable().forEach(run -> say(run.reason() + " The run is left out."));
    if (stored.runs().isEmpty()) {
      throw new IOException(folder + ": holds no finished runs.");
    }
    ImmutableList.Builder<String> order = ImmutableList.builder();
    if (baseline != null) {
      if (stored.runs().stream().noneMatch(run -> run.key().policy().equals(baseline))) {
        throw OptionChecks.error(
            spec, "--baseline is (" + baseline + "), of which " + folder + " has no runs.");
      }
      order.add(baseline);
    }
    return Columns.of(folder, stored.runs(), order.addAll(stored.policies()).build());
  }

  /** The same columns, whose titles name the folders too. */
  private static ImmutableList<ImmutableList<Column>> named(
      ImmutableList<ImmutableList<Column>> folders) {
    return folders.stream()
        .map(columns -> columns.stream().map(Column::named).collect(toImmutableList()))
        .collect(toImmutableList());
  }

  private void write(
      Path file, ImmutableList<Column> columns, ImmutableList<SummaryTables.Table> tables)
      throws IOException {
    HtmlReport.write(file, columns, tables);
    say("Report: " + file);
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
