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
        .containsPattern("mean JCT \\(s\\) +10.0 \\(-15.4 to 35.4\\)");
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

    // Differences 2 and 4: 3 ± 12.7.
    assertThat(out.toString())
        .contains("Difference to " + a + ": fifo, seed by seed, with 95 % intervals:")
        .containsPattern("mean JCT \\(s\\) +\\+3.00 \\(-9.71 to \\+15.7\\)");
    assertThat(page).isNotEmptyFile();
    assertThat(a.resolve("report.html")).isNotEmptyFile();
    assertThat(b.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void foldersWithoutACommonSeedSaySo() throws IOException {
    Path a = folder.resolve("a");
    Path b = folder.resolve("b");
    keep(a, Runs.run("fifo", 1, 8.0, 0, 0));
    keep(b, Runs.run("fifo", 2, 10.0, 0, 0));

    assertThat(report(a, b)).isZero();

    assertThat(out.toString()).contains("seed by seed: they have no seed in common");
  }

  @Test
  void aFolderOfSomethingElseIsAClearError() {
    assertThat(report(folder)).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualTo("foresight report: " + folder + ": holds no runs of foresight simulate.\n");
  }

  @Test
  void rowsThatAreGoneAreAClearError() throws IOException {
    keep(folder, Runs.run("fifo", 1, 8.0, 0, 0));
    Path rows = RunStore.rows(folder, new RunKey("fifo", 1));
    Files.delete(rows);

    assertThat(report(folder)).isEqualTo(1);

    assertThat(err.toString()).contains(rows + ": the rows cannot be read");
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
    Column nasty = new Column(NASTY, "fifo", folder, RunStore.read(folder));
    Path page = folder.resolve("page.html");

    HtmlReport.write(page, ImmutableList.of(nasty, nasty), Comparison.RATIO);

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
    assertThat(jct.get("series").get(0).get("x").toString()).isEqualTo("[2.0,4.0]");
    assertThat(jct.get("series").get(0).get("y").toString()).isEqualTo("[0.5,1.0]");
    assertThat(data.get("cdfs").get(2).get("series").get(0).get("x").toString()).isEqualTo("[1.0]");
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
