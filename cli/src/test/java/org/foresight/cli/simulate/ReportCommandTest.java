package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foresight.cli.Foresight;
import org.foresight.traces.JobRun;
import org.foresight.traces.ShortCutoff;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {

  private static final String NASTY = "</script><b>\"&'<!--";
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @Test
  void aFolderIsSummedUpAgain() throws IOException {
    Path runs = folder.resolve("a");
    keep(runs, Runs.run("fifo", 1, 8.0, 10, 5), Runs.run("fifo", 2, 12.0, 10, 3));

    assertThat(report(runs)).isZero();

    assertThat(out.toString())
        .contains("Figures, means over the seeds with 95 % intervals:")
        .containsPattern("mean JCT \\(s\\) +10.0 \\(0.79 to 127\\)");
    assertThat(err.toString()).isEqualTo("Report: " + runs.resolve("report.html") + "\n");
    assertThat(runs.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void foldersAreComparedSeedBySeed() throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    keep(a, Runs.run("fifo", 1, 8.0, 0, 0), Runs.run("fifo", 2, 12.0, 0, 0));
    keep(b, Runs.run("fifo", 1, 10.0, 0, 0), Runs.run("fifo", 2, 16.0, 0, 0));
    Path page = folder.resolve("comparison.html");

    assertThat(report(a, b, Path.of("--html"), page)).isZero();

    // Ratios 1.25 and 1.33.
    assertThat(out.toString())
        .contains("Ratio of " + b + " to " + a + ", seed by seed, with 95 % intervals:")
        .containsPattern("mean JCT +1.29 \\(0.86 to 1.95\\)");
    assertThat(page).isNotEmptyFile();
    assertThat(a.resolve("report.html")).isNotEmptyFile();
    assertThat(b.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void aFolderIsNotComparedWithItself() throws IOException {
    Path a = folder.resolve("a");
    keep(a, Runs.run("fifo", 1, 8.0, 0, 0));

    assertThat(report(a, folder.resolve("b/../a"))).isEqualTo(2);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("b/../a) is given twice.");
  }

  @Test
  void aPageWithoutAPlaceIsSaidBeforeAnythingElse() throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    keep(a, Runs.run("fifo", 1, 8.0, 0, 0));
    keep(b, Runs.run("fifo", 1, 10.0, 0, 0));

    assertThat(report(a, b, Path.of("--html"), folder.resolve("none/page.html"))).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("none/page.html: there is no folder (");
    assertThat(a.resolve("report.html")).doesNotExist();
  }

  @Test
  void foldersWithoutACommonSeedSaySo() throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    keep(a, Runs.run("fifo", 1, 8.0, 0, 0));
    keep(b, Runs.run("fifo", 2, 10.0, 0, 0));

    assertThat(report(a, b)).isZero();

    assertThat(out.toString())
        .contains("Ratio of " + b + " to " + a + ": they have no seed in common");
  }

  @Test
  void aFolderOfSomethingElseIsAClearError() {
    assertThat(report(folder)).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualTo("foresight report: " + folder + ": holds no runs of foresight simulate.\n");
  }

  @Test
  void aRunThatCannotBeReadIsNamedAndLeftOut() throws IOException {
    keep(folder, Runs.run("fifo", 1, 8.0, 0, 0), Runs.run("fifo", 2, 5.0, 0, 0));
    Path rows = RunStore.rows(folder, new RunKey("fifo", 1));
    Files.delete(rows);

    assertThat(report(folder)).isZero();

    assertThat(err.toString()).contains(rows + ": the rows cannot be read").contains("left out");
    assertThat(out.toString()).containsPattern("mean JCT \\(s\\) +5.00");
  }

  @Test
  void noRunThatCanBeReadIsAnError() throws IOException {
    keep(folder, Runs.run("fifo", 1, 8.0, 0, 0));
    Files.delete(RunStore.rows(folder, new RunKey("fifo", 1)));

    assertThat(report(folder)).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains(folder + ": holds no finished runs.");
  }

  @Test
  void theFirstPolicyThatWasSimulatedStaysTheOneToCompareWith() throws IOException {
    keep(folder, Runs.run("fair", 1, 8.0, 0, 0), Runs.run("las", 1, 4.0, 0, 0));
    try (RunStore store = RunStore.open(folder)) {
      store.notePolicies(List.of("las", "fair"));
    }

    assertThat(report(folder)).isZero();
    assertThat(out.toString()).contains("Ratio to las").containsPattern("mean JCT +2.00");
  }

  @Test
  void anotherPolicyCanBeTheOneToCompareWith() throws IOException {
    keep(folder, Runs.run("fair", 1, 8.0, 0, 0), Runs.run("las", 1, 4.0, 0, 0));

    assertThat(report(Path.of("--baseline"), Path.of("las"), folder)).isZero();
    assertThat(out.toString()).contains("Ratio to las").containsPattern("mean JCT +2.00");

    assertThat(report(Path.of("--baseline"), Path.of("fifo"), folder)).isEqualTo(2);
    assertThat(err.toString()).contains("--baseline is (fifo), of which " + folder + " has no");
  }

  @Test
  void foldersOfAnotherClusterAreComparedWithAWarning() throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    keep(a, Runs.run("fifo", 1, 8.0, 0, 0));
    keep(b, Runs.with(Runs.run("fifo", 1, 4.0, 0, 0), "load", "0.7"));

    assertThat(report(a, b)).isZero();

    assertThat(err.toString())
        .contains("Warning: " + a + " and " + b + " are not of the same workload")
        .contains("differ in the load: (1.4) and (0.7).");
  }

  @Test
  void jsonOfSeveralFoldersNamesThem() throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    keep(a, Runs.run("fifo", 1, 8.0, 0, 0));
    keep(b, Runs.run("fifo", 1, 4.0, 0, 0));

    assertThat(report(a, b, Path.of("--json"))).isZero();

    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.get("runs").get(1).get("folder").asText()).isEqualTo(b.toString());
    assertThat(json.get("runs").get(1).get("meanJctSeconds").asDouble()).isEqualTo(4);
    assertThat(json.get("summary").get(0).get("folder").asText()).isEqualTo(a.toString());
  }

  @Test
  void nothingThatIsCalledLikeMarkupBreaksThePage() throws IOException {
    Map<String, String> inputs = new HashMap<>(Runs.inputs(NASTY, 1).values());
    inputs.put("workload", NASTY);
    RunRecord plain = Runs.run("fifo", 1, 8.0, 10, 5);
    keep(
        folder,
        new RunRecord(
            plain.format(),
            plain.fingerprint(),
            ImmutableMap.copyOf(inputs),
            plain.figures(),
            plain.sloJobs(),
            plain.sloMissed(),
            plain.outcome(),
            List.of(NASTY),
            plain.usage()));
    Column nasty = new Column(NASTY, "fifo", folder, RunStore.read(folder).runs());
    Path page = folder.resolve("page.html");

    ImmutableList<Column> columns = ImmutableList.of(nasty, nasty);
    HtmlReport.write(page, columns, SummaryTables.of(columns));

    String html = Files.readString(page);
    assertThat(html).doesNotContain(NASTY).doesNotContain("{{");
    // The data, the charts' script and ours.
    assertThat(html.split("</script>", -1)).hasSize(4);
    assertThat(data(html).get("bars").get(0).get("items").get(0).get("name").asText())
        .isEqualTo(NASTY);
  }

  @Test
  void thePageIsOneFileWithDataTablesAndLicence() throws IOException {
    keep(folder, Runs.run("fifo", 1, 8.0, 10, 5));

    report(folder);

    String html = Files.readString(folder.resolve("report.html"));
    assertThat(html)
        .contains("<td>mean JCT (s)</td>", "<th>load</th><td>1.4</td>", "MIT License", "var uPlot=")
        .doesNotContain("src=\"", "href=\"");
    JsonNode data = data(html);
    JsonNode jct = data.get("cdfs").get(0);
    assertThat(jct.get("title").asText()).isEqualTo("Job completion time (s)");
    assertThat(jct.get("series").get(0).get("x").toString())
        .isEqualTo("[1.9999999999999998,2.0,4.0]");
    assertThat(jct.get("series").get(0).get("y").toString()).isEqualTo("[0.0,0.5,1.0]");
    assertThat(data.get("cdfs").get(2).get("series").get(0).get("x").toString())
        .isEqualTo("[0.9999999999999999,1.0]");
    assertThat(data.get("usage").get(0).get("used").toString()).isEqualTo("[1.0,2.0]");
  }

  private static JsonNode data(String html) throws IOException {
    Matcher matcher = DATA.matcher(html);
    assertThat(matcher.find()).isTrue();
    return new ObjectMapper().readTree(matcher.group(1));
  }

  private static void keep(Path folder, RunRecord... runs) throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      for (RunRecord run : runs) {
        RunStore.Draft draft = store.begin(run.key());
        try (JobRows rows = JobRows.create(draft.rows(), new ShortCutoff(60))) {
          rows.write(Runs.ended(Runs.job(NASTY, NASTY, NASTY, NASTY), 2_000));
          rows.write(
              new JobRun(
                  Runs.job("b", "u", "n", "q"),
                  1_500,
                  OptionalLong.of(4_500),
                  OptionalLong.of(1_500),
                  OptionalLong.of(5_500),
                  0,
                  0));
        }
        draft.commit(run);
      }
    }
  }

  private int report(Path... arguments) {
    CommandLine commandLine = Foresight.commandLine(new ReportCommand());
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] line = new String[arguments.length + 1];
    line[0] = "report";
    for (int i = 0; i < arguments.length; i++) {
      line[i + 1] = arguments[i].toString();
    }
    return commandLine.execute(line);
  }
}
