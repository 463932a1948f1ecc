package org.foresight.cli.predict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.foresight.cli.Foresight;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PredictEvalCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;
  private Path log;

  /** Jobs of two users, each with a runtime of its own; every tenth fails, every 20th is short. */
  @BeforeEach
  void writeLog() throws IOException {
    StringBuilder text = new StringBuilder();
    Random random = new Random(1);
    for (int i = 0; i < 400; i++) {
      int user = i % 2;
      long run =
          i % 20 == 5 ? 3 : Math.round(100 * (1 + 9 * user) * (0.9 + 0.2 * random.nextDouble()));
      int status = i % 10 == 0 ? 0 : 1;
      text.append(
          String.format(
              "%d %d 0 %d 1 -1 -1 1 7200 -1 %d %d 1 -1 1 -1 -1 -1%n",
              i + 1, i * 2_000, run, status, user));
    }
    log = Files.writeString(folder.resolve("two-users.swf"), text);
  }

  @Test
  void everyPredictorIsScoredOnEveryTraceAndTogether() {
    assertThat(run("--trace", log.toString(), log.toString())).isZero();

    assertThat(out.toString())
        .contains("two-users.swf: 360 completed jobs (40 failed and 0 cancelled are left out):")
        .contains("All traces:")
        .containsPattern("user-estimate +680 ")
        .contains("default, 25+")
        .contains("history-3sigma")
        .contains("median-of-best-feature");
  }

  @Test
  void jsonHasTheFieldsThatItPromises() throws IOException {
    assertThat(run("--trace", log.toString(), "--json")).isZero();

    JsonNode json = new ObjectMapper().readTree(out.toString());
    JsonNode predictor = json.get("predictors").get(0);
    assertThat(predictor.fieldNames())
        .toIterable()
        .containsExactly(
            "name",
            "jobs",
            "unknown",
            "medianRelativeError",
            "p90RelativeError",
            "shareOffByTwo",
            "coverage50",
            "coverage80",
            "coverage95",
            "nmae",
            "p99PredictMicros",
            "bytesPerValue",
            "experience");
    assertThat(predictor.get("name").asText()).isEqualTo("default");
    // 360 jobs ran to success, 20 of them for less than 10 s.
    assertThat(predictor.get("jobs").asLong() + predictor.get("unknown").asLong()).isEqualTo(340);
    assertThat(predictor.get("medianRelativeError").asDouble()).isLessThan(0.15);
    assertThat(predictor.get("experience")).hasSize(4);
    JsonNode trace = json.get("traces").get(0);
    assertThat(trace.get("failed").asLong()).isEqualTo(40);
    JsonNode point = trace.get("predictors").get(2);
    assertThat(point.get("name").asText()).isEqualTo("user-estimate");
    assertThat(point.get("coverage80").isNull()).isTrue();
    assertThat(point.get("medianRelativeError").asDouble()).isGreaterThan(5);
  }

  @Test
  void thePageKeepsWhatIsWrittenByHand() throws IOException {
    Path page = Files.writeString(folder.resolve("page.md"), "# By hand\n<!-- tables -->\nold\n");

    assertThat(run("--trace", log.toString(), "--markdown", page.toString())).isZero();

    assertThat(Files.readString(page))
        .startsWith("# By hand\n<!-- tables -->\n## two-users.swf: 360")
        .contains("| default | ")
        .doesNotContain("old");
  }

  @Test
  void anEmptyPageIsWrittenWhole() throws IOException {
    Path page = Files.createFile(folder.resolve("page.md"));

    assertThat(run("--trace", log.toString(), "--markdown", page.toString())).isZero();

    assertThat(Files.readString(page)).startsWith("<!-- tables -->\n## two-users.swf: 360");
  }

  @Test
  void aFileThatIsNoSuchPageStaysAsItIs() throws IOException {
    Path page = Files.writeString(folder.resolve("page.md"), "# By hand\n<!--tables-->\n");

    assertThat(run("--trace", log.toString(), "--markdown", page.toString())).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualTo(
            "foresight predict-eval: "
                + page
                + ": there is no line \"<!-- tables -->\" below which to write, so it is left as it"
                + " is; add the line, or name another file.\n");
    assertThat(page).hasContent("# By hand\n<!--tables-->\n");
  }

  @Test
  void aPageThatCannotBeWrittenIsSaidBeforeTheLogsAreRead() throws IOException {
    Path none = folder.resolve("none/page.md");
    Path binary = Files.write(folder.resolve("page.md"), new byte[] {(byte) 0xff, '\n'});

    assertThat(run("--trace", log.toString(), "--markdown", none.toString())).isEqualTo(1);
    assertThat(run("--trace", log.toString(), "--markdown", binary.toString())).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .contains(none + ": there is no folder (" + none.getParent() + ")")
        .contains(binary + ": this is no text in UTF-8, so it is left as it is.")
        .doesNotContain("completed jobs");
  }

  @Test
  void aBadTraceIsOneClearLine() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.swf"), "1 2 three\n");

    assertThat(run("--trace", bad.toString())).isEqualTo(1);

    assertThat(err.toString()).contains(bad + ", line 1: number of fields in");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void badLinesAreLeftOutWhereThatIsAskedFor() throws IOException {
    Files.writeString(log, Files.readString(log) + "1 2 three\n");

    assertThat(run("--trace", log.toString(), "--skip-bad")).isZero();

    assertThat(err.toString()).contains("left out 1 line that cannot be used");
  }

  @Test
  void jobsThatNeverRanAreCounted() throws IOException {
    Files.writeString(
        log, Files.readString(log) + "401 900000 -1 -1 1 -1 -1 1 7200 -1 5 1 1 -1 1 -1 -1 -1\n");

    assertThat(run("--trace", log.toString())).isZero();

    assertThat(err.toString())
        .contains(log + ": left out 1 job: the job never ran, or for an unknown time.");
  }

  @Test
  void anUnknownFormatIsExplained() {
    assertThat(run("--trace", log.toString(), "--format", "csv")).isEqualTo(2);

    assertThat(err.toString()).contains("--format is (csv) and must be one of: swf (");
  }

  private int run(String... arguments) {
    CommandLine commandLine = Foresight.commandLine(new PredictEvalCommand());
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] line = new String[arguments.length + 1];
    line[0] = "predict-eval";
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    return commandLine.execute(line);
  }
}
