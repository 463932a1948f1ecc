package org.foresight.cli.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foresight.cli.Foresight;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.MixturePredictor;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.TaskVariation;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistorySettings;
import org.foresight.predictor.store.HistoryStore;
import org.foresight.predictor.store.LocalHistoryStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class HistoryCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @Test
  void importedJobsArePredicted() throws IOException {
    Path source = yarn("apps.json", app(1, "SUCCEEDED", 1_000, 61_000), app(2, "FAILED", 0, 9));

    assertThat(run("import", "--history", history(), source.toString())).isZero();
    assertThat(err.toString())
        .isEqualTo("Read 2 jobs: 1 imported, 0 already there, 1 failed, 0 cancelled; 0 bad.\n");

    JsonNode shown = show("--user", "ada", "--name", "etl");
    assertThat(shown.path("records").longValue()).isEqualTo(1);
    assertThat(shown.path("users").longValue()).isEqualTo(1);
    assertThat(shown.path("names").longValue()).isEqualTo(1);
    assertThat(shown.path("firstSubmitMillis").longValue()).isEqualTo(1_000);
    assertThat(shown.path("lastEndMillis").longValue()).isEqualTo(61_000);
    assertThat(shown.path("featureValues").longValue()).isPositive();
    assertThat(shown.path("score").path("unknown").longValue()).isEqualTo(1);
    assertThat(shown.path("problems")).isEmpty();
    assertThat(shown.path("asked").booleanValue()).isTrue();
  }

  /** It would be a new folder below the current one, that no ResourceManager reads. */
  @Test
  void historyThatIsNotOnThisMachineIsRefused() throws IOException {
    Path source = yarn("apps.json", app(1, "SUCCEEDED", 1_000, 61_000));

    assertThat(run("import", "--history", "hdfs:///apps/foresight", source.toString()))
        .isEqualTo(2);

    assertThat(err.toString())
        .contains("--history", "\"hdfs:///apps/foresight\" is not on this machine");
  }

  @Test
  void whatIsPredictedComesWithItsReasons() throws IOException {
    Path source =
        yarn(
            "apps.json",
            IntStream.range(0, 40)
                .mapToObj(i -> app(i, "SUCCEEDED", 100_000L * i, 100_000L * i + 60_000))
                .toArray(String[]::new));
    assertThat(run("import", "--history", history(), source.toString())).isZero();

    JsonNode estimate = show("--user", "ada", "--name", "etl").path("estimate");
    assertThat(estimate.path("p50Millis").doubleValue()).isBetween(5e4, 7e4);
    assertThat(estimate.path("sources")).isNotEmpty();
    assertThat(run("show", "--history", history(), "--user", "ada", "--name", "etl")).isZero();
    assertThat(out.toString())
        .contains("Records: 40\n")
        .contains("Time: 1970-01-01T00:00:00Z to 1970-01-01T01:06:00Z\n")
        .contains("Past predictions: 39 scored")
        .containsPattern("Runtime with all tasks at once: [56]\\d\\.\\d s; p10 ")
        .contains("Basis: mixture, 40 jobs like this one");
  }

  @Test
  void theSameSourceAddsNothingTwice() throws IOException {
    Path source =
        yarn("apps.json", app(1, "SUCCEEDED", 1_000, 61_000), app(2, "SUCCEEDED", 2_000, 9_000));

    assertThat(run("import", "--history", history(), source.toString(), source.toString()))
        .isZero();
    assertThat(err.toString()).contains("2 imported, 2 already there");
    assertThat(run("import", "--history", history(), source.toString())).isZero();
    assertThat(err.toString()).contains("0 imported, 2 already there");

    assertThat(exported()).hasSize(3);
  }

  @Test
  void jobsThatAreAlikeAreAllLearned() throws IOException {
    Path one = yarn("one.json", app(1, "SUCCEEDED", 1_000, 61_000));
    Path two =
        yarn("two.json", app(2, "SUCCEEDED", 1_000, 61_000), app(3, "SUCCEEDED", 1_000, 61_000));

    assertThat(run("import", "--history", history(), one.toString(), two.toString())).isZero();

    assertThat(err.toString()).contains("Read 3 jobs: 2 imported, 1 already there");
  }

  @Test
  void jobsArePredictedAtTheirSubmission() throws IOException {
    // All run at once: nothing is known when they are submitted, in whatever order they come.
    Path source =
        yarn(
            "apps.json",
            app(3, "SUCCEEDED", 3_000, 61_000),
            app(1, "SUCCEEDED", 1_000, 63_000),
            app(2, "SUCCEEDED", 2_000, 62_000));
    assertThat(run("import", "--history", history(), source.toString())).isZero();

    assertThat(show().path("score").path("unknown").longValue()).isEqualTo(3);
    assertThat(exported().subList(1, 4))
        .extracting(line -> new ObjectMapper().readTree(line).path("endMillis").longValue())
        .containsExactly(61_000L, 62_000L, 63_000L);
  }

  @Test
  void anExportIsReadAsItWas() throws IOException {
    List<HistoryRecord> records = records();
    try (HistoryStore store = store()) {
      records.forEach(record -> store.learn(record, Optional.empty()));
    }
    Path file = folder.resolve("export.jsonl");
    assertThat(run("export", "--history", history(), "--out", file.toString())).isZero();
    assertThat(err.toString()).isEqualTo("Exported 4 records.\n");

    String other = folder.resolve("other").toString();
    assertThat(run("import", "--history", other, file.toString())).isZero();
    assertThat(err.toString()).contains("Read 4 jobs: 4 imported, 0 already there");
    assertThat(run("export", "--history", other)).isZero();

    assertThat(out.toString()).isEqualTo(Files.readString(file));
    ImmutableList.Builder<HistoryRecord> again = ImmutableList.builder();
    HistoryStore.read(new LocalHistoryStorage(Path.of(other)), again::add, problem -> {});
    assertThat(again.build()).isEqualTo(records);
  }

  @Test
  void anImportThatEndsEarlyIsCompletedByTheNext() throws IOException {
    ImmutableList.Builder<String> builder = ImmutableList.builder();
    builder.add("{\"foresight-history\":1}");
    for (int i = 1; i <= 50; i++) {
      builder.add(
          "{\"user\":\"u\",\"name\":\"n\",\"queue\":\"q\",\"spanMillis\":"
              + i
              + ",\"width\":1,\"workMillis\":1}");
    }
    List<String> lines = builder.build();
    Path file = folder.resolve("export.jsonl");
    Files.write(
        file, ImmutableList.<String>builder().addAll(lines.subList(0, 20)).add("{").build());

    assertThat(run("import", "--history", history(), file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("Read 19 jobs: 19 imported")
        .contains("foresight history import: " + file + ", line 21: found \"{\"");
    Files.write(file, lines);
    assertThat(run("import", "--history", history(), file.toString())).isZero();

    assertThat(err.toString()).contains("Read 50 jobs: 31 imported, 19 already there");
    assertThat(exported()).isEqualTo(lines);
  }

  @Test
  void anInterruptedImportKeepsWhatItLearned() throws IOException {
    RuntimePredictor predictor = new MixturePredictor();
    ImmutableList<HistoryRecord> records = records();
    try (HistoryImport into =
        HistoryImport.open(
            new LocalHistoryStorage(folder.resolve("h")), predictor, "test", problem -> {})) {
      PastRecords source =
          new PastRecords() {
            @Override
            public void replay(RuntimePredictor learner, Choice choice, ImportCounts counts)
                throws IOException, InterruptedException {
              for (HistoryRecord record : records) {
                assertThat(choice.isNew(record)).isTrue();
                learner.learn(record.features(), record.outcome());
                Thread.currentThread().interrupt();
              }
            }

            @Override
            public void close() {
              // There is nothing to close.
            }
          };
      ImportProgress silent =
          ImportProgress.plain("test", new PrintWriter(err), InstantSource.system());

      assertThatThrownBy(() -> into.add(source, silent)).isInstanceOf(InterruptedException.class);

      assertThat(into.counts().imported()).isEqualTo(1);
      assertThat(into.counts().alreadyThere()).isZero();
    }
    assertThat(exported()).hasSize(2);
  }

  @Test
  void badJobsAreNamedOrLeftOut() throws IOException {
    Path source =
        yarn(
            "apps.json",
            app(1, "SUCCEEDED", 1_000, 61_000),
            app(2, "GREAT", 1_000, 61_000),
            app(3, "SUCCEEDED", 2_000, 61_000));

    assertThat(run("import", "--history", history(), source.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            source
                + ": application application_1_0002, finalStatus: found \"GREAT\"; accepted: one of"
                + " SUCCEEDED");
    assertThat(run("import", "--history", history(), "--skip-bad", source.toString())).isZero();

    assertThat(err.toString())
        .contains("left out lines or jobs that cannot be used, 1 in all")
        .contains("2 imported, 0 already there, 0 failed, 0 cancelled; 1 bad.");
  }

  @Test
  void jobsThatHaveNotEndedAreCounted() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("log.jsonl"),
            "{\"taskMillis\":60000}\n{\"taskMillis\":60000,\"status\":\"unfinished\"}\n");

    assertThat(run("import", "--history", history(), source.toString())).isZero();

    assertThat(err.toString())
        .contains(source + ": left out 1 job: the log has no end of the job.")
        .contains("Read 1 job: 1 imported,");
  }

  @Test
  void badLinesOfAnExportAreNamed() throws IOException {
    Path file = folder.resolve("export.jsonl");
    Files.writeString(
        file,
        "{\"foresight-history\":1}\n"
            + "{\"user\":\"u\",\"name\":\"n\",\"queue\":\"q\",\"spanMillis\":1,\"width\":0,"
            + "\"workMillis\":1}\n");

    assertThat(run("import", "--history", history(), file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            file + ", line 2: width: found \"0\"; accepted: a whole number from 1 to 2147483647.");

    Files.writeString(file, "{\"foresight-history\":2}\n");
    assertThat(run("import", "--history", history(), file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("accepted: {\"foresight-history\":1}");
  }

  @Test
  void aResourceManagerIsAsked() throws IOException {
    AtomicReference<String> query = new AtomicReference<>("");
    HttpServer server =
        server(
            200, answer(app(1, "SUCCEEDED", 1_000, 61_000), app(2, "UNDEFINED", 1_000, 0)), query);
    try {
      assertThat(run("import", "--history", history(), "--rm", address(server))).isZero();
    } finally {
      server.stop(0);
    }

    assertThat(err.toString()).contains("left out 1 job: the application has not finished.");
    assertThat(query.get()).isEqualTo("/ws/v1/cluster/apps?states=FINISHED,KILLED,FAILED");
    assertThat(err.toString()).contains("Read 1 job: 1 imported");
  }

  @Test
  void aResourceManagerThatRefusesIsAClearError() throws IOException {
    HttpServer server = server(401, "", new AtomicReference<>(""));
    try {
      assertThat(run("import", "--history", history(), "--rm", address(server))).isEqualTo(1);
    } finally {
      server.stop(0);
    }
    assertThat(err.toString()).contains("wants a login other than Kerberos (status 401)");

    assertThat(run("import", "--history", history(), "--rm", address(server))).isEqualTo(1);
    assertThat(err.toString()).contains("the ResourceManager cannot be reached");
  }

  @Test
  void whatIsNoAnswerIsAClearError() throws IOException {
    HttpServer server = server(200, "<html>", new AtomicReference<>(""));
    try {
      assertThat(run("import", "--history", history(), "--rm", address(server))).isEqualTo(1);
    } finally {
      server.stop(0);
    }

    assertThat(err.toString())
        .contains(address(server) + "/ws/v1/cluster/apps")
        .contains("is no JSON");
  }

  @Test
  void wrongUsageIsTold() throws IOException {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("A command is missing: import, show or export.");
    assertThat(run("import", "--history", history())).isEqualTo(2);
    assertThat(err.toString()).contains("A SOURCE is missing");
    assertThat(run("import", "--history", history(), "--rm", "host:8088")).isEqualTo(2);
    assertThat(err.toString()).contains("--rm: (host:8088) is not the web address");
    assertThat(run("import", "--history", history(), "--format", "csv", "x")).isEqualTo(2);
    assertThat(err.toString()).contains("--format is (csv) and must be one of: swf");
    assertThat(run("show", "--history", history(), "--predictor", "oracle")).isEqualTo(2);
    assertThat(err.toString()).contains("--predictor: There is no predictor (oracle)");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aHistoryThatIsNotThereIsAClearError() {
    assertThat(run("show", "--history", history())).isEqualTo(1);
    assertThat(err.toString()).contains(history() + ": holds no history.");
    assertThat(run("export", "--history", history())).isEqualTo(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFileThatIsNoHistoryIsAClearErrorToo() throws IOException {
    Path file = Files.writeString(folder.resolve("trace.jsonl"), "{\"taskMillis\":[1]}\n");

    for (String command : List.of("show", "export")) {
      assertThat(run(command, "--history", file.toString())).isEqualTo(1);

      assertThat(out.toString()).isEmpty();
      assertThat(err.toString())
          .isEqualTo(
              "foresight history "
                  + command
                  + ": The file "
                  + file
                  + " is no history of version 1, and no folder for a history.\n");
    }
  }

  @Test
  void aHistoryInUseIsShownButNotWritten() throws IOException {
    Path source = yarn("apps.json", app(1, "SUCCEEDED", 1_000, 61_000));
    try (HistoryStore store = store()) {
      records().forEach(record -> store.learn(record, Optional.empty()));
      store.flush();
      List<Path> before = files();

      assertThat(run("show", "--history", history(), "--user", "ada")).isZero();
      assertThat(out.toString()).contains("Records: 4\n").contains("Problems: none\n");
      assertThat(files()).isEqualTo(before);
      assertThat(run("import", "--history", history(), source.toString())).isEqualTo(1);
      assertThat(err.toString()).contains("is open for another writer");
    }
  }

  @Test
  void damageIsShown() throws IOException {
    try (HistoryStore store = store()) {
      records().forEach(record -> store.learn(record, Optional.empty()));
    }
    for (Path file : files()) {
      byte[] bytes = Files.readAllBytes(file);
      if (bytes.length > 60) {
        bytes[40] ^= 1;
        Files.write(file, bytes);
      }
    }

    JsonNode shown = show();
    assertThat(shown.path("problems")).isNotEmpty();
    assertThat(shown.path("records").longValue()).isEqualTo(3);
    assertThat(shown.path("learned").longValue()).isEqualTo(3);
    assertThat(run("export", "--history", history())).isEqualTo(1);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("h"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private HistoryStore store() throws IOException {
    return HistoryStore.open(
        new LocalHistoryStorage(folder.resolve("h")),
        new MixturePredictor(),
        HistorySettings.of("test"),
        problem -> {});
  }

  /** With all fields, with none, with a name that is no UTF-8, and one twice. */
  private static ImmutableList<HistoryRecord> records() {
    HistoryRecord plain =
        new HistoryRecord(new JobFeatures("ada", "etl", "q"), new JobOutcome(7, 1, 7));
    return ImmutableList.of(
        new HistoryRecord(
            JobFeatures.builder("ada", "gr\u00f6\u00dfe\t\"\ud800", "root.q")
                .group("g")
                .jobType("SPARK")
                .priority(-3)
                .slots(8)
                .requestedMillis(9_000)
                .submitEpochMillis(1_000)
                .build(),
            new JobOutcome(
                5_000,
                3,
                12_000,
                ImmutableList.of(
                    new StageOutcome(
                        "map",
                        2,
                        3_000,
                        5_000,
                        OptionalLong.of(1_024),
                        OptionalLong.of(900),
                        Optional.of(
                            new TaskVariation(
                                0.1 + 0.2,
                                1,
                                3_000,
                                Optional.of(new TaskVariation.Foreseen(1.0 / 3, 1e-300))))),
                    new StageOutcome(
                        "sort",
                        1,
                        1,
                        1,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.of(new TaskVariation(0, 1, 1, Optional.empty()))),
                    new StageOutcome(
                        "a,b", 1, 2_000, 2_000, OptionalLong.empty(), OptionalLong.empty())),
                OptionalLong.of(9_000))),
        plain,
        new HistoryRecord(new JobFeatures("", "", ""), new JobOutcome(0, 1, 0)),
        plain);
  }

  private String history() {
    return folder.resolve("h").toString();
  }

  private Path yarn(String name, String... apps) throws IOException {
    return Files.writeString(folder.resolve(name), answer(apps));
  }

  private static String answer(String... apps) {
    return "{\"apps\":{\"app\":[" + String.join(",", apps) + "]}}";
  }

  private static String app(int number, String status, long submitted, long finished) {
    return String.format(
        "{\"id\":\"application_1_%04d\",\"user\":\"ada\",\"name\":\"etl\",\"queue\":\"q\","
            + "\"applicationType\":\"SPARK\",\"startedTime\":%d,\"finishedTime\":%d,"
            + "\"finalStatus\":\"%s\",\"vcoreSeconds\":10}",
        number, submitted, finished, status);
  }

  private static HttpServer server(int status, String body, AtomicReference<String> query)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          query.set(exchange.getRequestURI().toString());
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String address(HttpServer server) {
    return "http://localhost:" + server.getAddress().getPort();
  }

  private JsonNode show(String... options) throws IOException {
    String[] arguments =
        Stream.concat(Stream.of("show", "--history", history(), "--json"), Stream.of(options))
            .toArray(String[]::new);
    assertThat(run(arguments)).isZero();
    return new ObjectMapper().readTree(out.toString());
  }

  private List<String> exported() {
    assertThat(run("export", "--history", history())).isZero();
    return out.toString().lines().toList();
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine commandLine = Foresight.commandLine(new HistoryCommand());
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(
        Stream.concat(Stream.of("history"), Stream.of(arguments)).toArray(String[]::new));
  }
}
