package org.foresight.cli.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foresight.cli.Foresight;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class StatusCommandsTest {
  private static final String APP = "application_1700000000000_0001";
  private static final String WAITING =
      """
      {"id":"application_1700000000000_0001","visible":true,"user":"ada","name":"nightly",
       "queue":"root.etl","mode":"on","submitMillis":1700000000000,
       "deadlineMillis":1700000600000,"runningTasks":1,"pendingTasks":4,
       "waiting":{"token":"capacity","tier":8,"text":"There is no room.","detail":"It needs more."},
       "startedMillis":null,"start":{"p50Millis":1700000060000,"p90Millis":1700000120000},
       "startsAfterMillis":null,"finish":null,"basis":"The end is unknown."}
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> queries = new ArrayList<>();
  private int status = 200;
  private String body = WAITING;

  @SuppressWarnings("NullAway.Init") // Set before every test.
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          queries.add(exchange.getRequestURI().toString());
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void explainsOneJob() {
    assertThat(run("explain", APP, "--as", "ada & co")).isZero();

    assertThat(queries).containsExactly("/ws/v1/foresight/jobs/" + APP + "?user.name=ada+%26+co");
    assertThat(out.toString().lines())
        .containsExactly(
            APP + " (nightly of ada, queue root.etl, on)",
            "Waits for: capacity",
            "  There is no room.",
            "  It needs more.",
            "Tasks: 1 run, 4 wait",
            "Deadline: 2023-11-14T22:23:20Z",
            "Start: p50 2023-11-14T22:14:20Z, p90 2023-11-14T22:15:20Z",
            "End: unknown",
            "Basis: The end is unknown.");
  }

  @Test
  void whatThePlanSaysIsSaidOnce() {
    body = planned("on", "It needs more. Planned to start in 30.3 s.", "1700000030300");

    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString())
        .contains(
            "Waits for: capacity\n  There is no room.\n  It needs more.\n"
                + "Plan: waiting-for-planned-start\n  Planned to start in 30.3 s.\nTasks: ");
  }

  @Test
  void whereAllThatIsSaidIsOfThePlanNoLineIsEmpty() {
    body = planned("on", "Planned to start in 30.3 s.", "1700000030300");

    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString()).contains("  There is no room.\nPlan: waiting-for-planned-start\n");
  }

  @Test
  void inShadowModeThePlanIsWhatForesightWouldDo() {
    body = planned("shadow", "It needs more. Planned to start in 30.3 s.", "1700000030300");

    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString())
        .contains(
            "  It needs more.\n"
                + "Foresight would: start tasks from 2023-11-14T22:13:50Z on"
                + " (waiting-for-planned-start)\n  Planned to start in 30.3 s.\nTasks: ")
        .doesNotContain("Plan:");

    body = planned("shadow", "It needs more.", "null");
    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString()).contains("Foresight would: let its tasks wait (waiting-for-");

    body = body.replace("\"pendingTasks\":4", "\"pendingTasks\":0");
    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString()).contains("Foresight would: let it run (waiting-for-");
  }

  private static String planned(String mode, String detail, String startMillis) {
    return WAITING
        .replace("\"on\"", "\"" + mode + "\"")
        .replace("It needs more.", detail)
        .replace(
            "\"startedMillis\"",
            "\"plannedStartMillis\":"
                + startMillis
                + ",\"plan\":{\"rule\":\"waiting-for-planned-start\",\"detail\":\"Planned to start in"
                + " 30.3 s.\",\"heldTasks\":0},\"startedMillis\"");
  }

  /** As after a restart of the ResourceManager, until its application master has reported. */
  @Test
  void applicationThatAsksForNothingWaitsForItsMaster() throws IOException {
    JsonNode job = new ObjectMapper().readTree(WAITING);
    ((ObjectNode) job)
        .put("runningTasks", 0)
        .put("pendingTasks", 0)
        .putNull("waiting")
        .putNull("plan");
    body = job.toString();

    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString())
        .contains("Waits for: its application master, which asks for nothing now\nTasks: 0 run, 0");
  }

  @Test
  void explainsWhichTasksMakeRoomForOthers() {
    String stop = "{\"container\":\"c\",\"for\":\"b\",\"detail\":\"Makes room for b.\"}";
    body =
        WAITING.replace(
            "\"runningTasks\"", "\"stopping\":[" + stop + "," + stop + "],\"runningTasks\"");

    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString())
        .contains("4 wait\nTold to end: 2 tasks\n  Makes room for b.\nDeadline");
  }

  @Test
  void namesGiveTheTerminalNoOrders() throws IOException {
    String name = "\u001b[2J\u0007\nWaits for: nothing\u202e\u009b";
    JsonNode job = new ObjectMapper().readTree(WAITING);
    ((ObjectNode) job).put("name", name).put("user", name);
    String shown = "\\u001b[2J\\u0007\\u000aWaits for: nothing\\u202e\\u009b";

    body = job.toString();
    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString())
        .startsWith(APP + " (" + shown + " of " + shown + ", queue root.etl, on)\nWaits for: cap");

    body = "{\"jobs\":[" + job + "]}";
    assertThat(run("queue", "root.etl")).isZero();
    assertThat(out.toString()).contains(APP + "  " + shown + "  " + shown + "  ");

    body = new ObjectMapper().createObjectNode().put("message", name).toString();
    status = 404;
    assertThat(run("predict", "--like", "user=ada")).isEqualTo(1);
    assertThat(err.toString()).contains("\\u001b[2J\\u0007 Waits for: nothing\\u202e\\u009b");
    assertThat(out.toString() + err).doesNotContainPattern("[\\p{Cntrl}\\p{Cf}&&[^\n]]");
  }

  @Test
  void jsonGivesTheTerminalNoOrdersEither() throws IOException {
    body = WAITING.replace("nightly", "\u009b2J\u202e");

    assertThat(run("explain", APP, "--json")).isZero();
    assertThat(out.toString()).contains("\"name\" : \"\\u009b2J\\u202e\"");
    assertThat(new ObjectMapper().readTree(out.toString()))
        .isEqualTo(new ObjectMapper().readTree(body));
  }

  @Test
  void jsonIsTheAnswerAsItCame() throws IOException {
    assertThat(run("explain", APP, "--json")).isZero();

    JsonNode printed = new ObjectMapper().readTree(out.toString());
    assertThat(printed).isEqualTo(new ObjectMapper().readTree(WAITING));
  }

  @Test
  void predictsAJob() {
    body = WAITING.replace("\"startsAfterMillis\":null", "\"startsAfterMillis\":1700003600000");

    assertThat(run("predict", APP)).isZero();
    assertThat(out.toString()).startsWith("Start: later than 2023-11-14T23:13:20Z");
  }

  @Test
  void saysIfADeadlineHasPassed() {
    body = WAITING.replace("\"visible\":true", "\"visible\":true,\"nowMillis\":1700010000000");

    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString())
        .contains("Deadline: 2023-11-14T22:23:20Z, missed; the job runs on as best effort");
  }

  @Test
  void saysIfADeadlineIsOutOfReachOrInDanger() {
    body = WAITING.replace("\"startsAfterMillis\":null", "\"startsAfterMillis\":1700003600000");
    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString())
        .contains(
            "Deadline: 2023-11-14T22:23:20Z, more likely missed than met; after it the job runs on"
                + " as best effort");

    body =
        WAITING.replace(
            "\"finish\":null",
            "\"finish\":{\"p50Millis\":1700000500000,\"p90Millis\":1700000700000}");
    assertThat(run("explain", APP)).isZero();
    assertThat(out.toString()).contains("Deadline: 2023-11-14T22:23:20Z, which may be missed");
  }

  @Test
  void aKeyThatIsNotKnownIsNoPartOfAUser() {
    assertThat(run("predict", "--like", "user=ada,nme=nightly")).isEqualTo(2);
    assertThat(queries).isEmpty();
  }

  @Test
  void predictsAJobLikeAnother() {
    body =
        "{\"known\":true,\"runtime\":{\"p10Millis\":1000,\"p50Millis\":2500,\"p90Millis\":9000},"
            + "\"confidence\":0.734,\"tasks\":3.0,\"feature\":\"user+name\",\"value\":\"x\","
            + "\"samples\":12}";

    assertThat(run("predict", "--like", "user=ada,name=a,b = c,queue=root.etl")).isZero();

    assertThat(queries)
        .containsExactly("/ws/v1/foresight/predict?name=a%2Cb+%3D+c&queue=root.etl&user=ada");
    assertThat(out.toString().lines())
        .containsExactly(
            "Runtime: p10 1.0 s, p50 2.5 s, p90 9.0 s",
            "Confidence: 73 %, from user+name (x), 12 samples");
  }

  @Test
  void saysThatFewSamplesAreTooFewToBeSure() {
    body =
        "{\"known\":true,\"runtime\":{\"p10Millis\":1000,\"p50Millis\":2500,\"p90Millis\":9000},"
            + "\"confidence\":null,\"tasks\":3.0,\"feature\":\"user\",\"value\":\"ada\",\"samples\":1}";

    assertThat(run("predict", "--like", "user=ada")).isZero();

    assertThat(out.toString())
        .contains("Confidence: too few samples to say, from user (ada), 1 sample");
  }

  @Test
  void whatIsUnknownIsSaid() {
    body = "{\"known\":false}";

    assertThat(run("predict", "--like", "user=ada")).isZero();
    assertThat(out.toString().strip()).isEqualTo("Runtime: unknown");
  }

  @Test
  void whyItIsNotSaidIsSaid() {
    body = "{\"known\":false,\"reason\":\"Too little is known.\"}";

    assertThat(run("predict", "--like", "user=ada")).isZero();
    assertThat(out.toString().strip()).isEqualTo("Runtime: unknown. Too little is known.");
  }

  @Test
  void listsQueues() {
    body =
        "{\"queues\":[{\"path\":\"root.etl\",\"mode\":\"on\",\"jobs\":3,\"runningTasks\":5,"
            + "\"pendingTasks\":70,\"waiting\":{\"capacity\":1,\"planned-start\":2}}]}";

    assertThat(run("queue")).isZero();

    assertThat(queries).containsExactly("/ws/v1/foresight/queues");
    assertThat(out.toString())
        .contains("Queue")
        .containsPattern("root.etl +on +3 +5 +70 +capacity 1, planned-start 2");
  }

  @Test
  void ofAQueueThatIsOffNothingIsCounted() {
    body =
        "{\"queues\":[{\"path\":\"root.adhoc\",\"mode\":\"off\",\"jobs\":0,\"runningTasks\":0,"
            + "\"pendingTasks\":0,\"waiting\":{}},{\"path\":\"root.etl\",\"mode\":\"shadow\",\"jobs\":0,"
            + "\"runningTasks\":0,\"pendingTasks\":0,\"waiting\":{}}]}";

    assertThat(run("queue")).isZero();

    assertThat(out.toString())
        .containsPattern("root.adhoc +off +- +- +- +-\n")
        .containsPattern("root.etl +shadow +0 +0 +0 +-\n");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "root.prod|\"root.prod\":\"off\"|The queue root.prod is off: it is CapacityScheduler's alone, and"
            + " Foresight says nothing of its applications.",
        "root.prod|\"root.prod\":\"shadow\"|The queue root.prod is in shadow mode and has no"
            + " application that you may see.",
        "prod|\"root.prod\":\"on\"|The queue root.prod is on and has no application that you may see.",
        "root|\"root.a\":\"off\",\"root.b\":\"off\"|All queues in root are off: they are"
            + " CapacityScheduler's alone, and Foresight says nothing of their applications.",
        "root|\"root.a\":\"off\",\"root.b\":\"on\",\"root.c\":\"shadow\",\"root.d\":\"shadow\"|Of the"
            + " queues in root 1 is off, 1 is on, 2 are in shadow mode; those that are not off have"
            + " no application that you may see.",
        "root.a||There is no application that you may see in root.a.",
      })
  void whyNoJobOfAQueueIsListedIsSaid(String queue, @Nullable String modes, String why) {
    body = "{\"jobs\":[],\"modes\":{" + (modes == null ? "" : modes) + "}}";

    assertThat(run("queue", queue)).isZero();
    assertThat(err.toString().strip()).isEqualTo(why);
  }

  @Test
  void resourceManagerOfAnEarlierVersionDoesNotSayWhy() {
    body = "{\"jobs\":[]}";

    assertThat(run("queue", "root.a")).isZero();
    assertThat(err.toString()).contains("There is no application that you may see in root.a.");
  }

  @Test
  void listsTheJobsOfAQueue() {
    body = "{\"jobs\":[" + WAITING + ",{\"id\":\"application_1_0002\",\"visible\":false}]}";

    assertThat(run("queue", "root.etl")).isZero();

    assertThat(queries).containsExactly("/ws/v1/foresight/jobs?queue=root.etl");
    assertThat(out.toString())
        .containsPattern(APP + " +nightly +ada +1 +4 +capacity +p50 2023")
        .containsPattern("application_1_0002 +not visible to you");
  }

  @Test
  void queueThatIsNotThereIsAFailure() {
    status = 404;
    body = "{\"message\":\"There is no queue (root.elt).\"}";

    assertThat(run("queue", "root.elt")).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().strip()).isEqualTo("foresight queue: There is no queue (root.elt).");
  }

  @Test
  void refusalIsToldInTheWordsOfTheResourceManager() {
    status = 403;
    body = "{\"message\":\"You may not see the application (" + APP + ").\"}";

    assertThat(run("explain", APP)).isEqualTo(1);
    assertThat(err.toString().strip())
        .isEqualTo("foresight explain: You may not see the application (" + APP + ").");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>not found</html>",
        // Of Hadoop's web server, whether it has a filter of Foresight's or not.
        "{\"servlet\":\"default\",\"message\":\"Not Found\",\"url\":\"/ws\",\"status\":\"404\"}",
        "{\"RemoteException\":{\"exception\":\"NotFoundException\",\"message\":\"x\"}}",
      })
  void whoeverDoesNotRunForesightIsNamedWithWhatMayBeTheCause(String answer) {
    status = 404;
    body = answer;

    for (String[] command :
        List.of(
            new String[] {"queue"},
            new String[] {"explain", APP},
            new String[] {"predict", "--like", "user=ada"})) {
      assertThat(run(command)).isEqualTo(1);
    }
    assertThat(err.toString().lines())
        .hasSize(3)
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains(": " + address() + "/ws/v1/foresight/")
                    .endsWith(
                        ": there is nothing there (status 404). This ResourceManager does not run"
                            + " Foresight, or foresight.web is false, or it is starting."));
  }

  @Test
  void resourceManagersOfWhichNoneIsActiveAreEachSaidToBeWhatTheyAre() {
    status = 307; // As YARN's web server on standby does, without a place to go to.
    body = "Can not find any active RM.";

    assertThat(run("queue")).isEqualTo(1);
    assertThat(err.toString())
        .endsWith("this ResourceManager stands by, and knows of none that is active.\n");
    ResourceManagerClient client =
        new ResourceManagerClient(ImmutableList.of("http://localhost:1", address()), null);
    assertThatIOException()
        .isThrownBy(() -> client.get("/queues", ImmutableMap.of()))
        .withMessageContaining(
            "http://localhost:1/ws/v1/foresight/queues: the ResourceManager cannot")
        .withMessageContaining(
            address() + "/ws/v1/foresight/queues: this ResourceManager stands by");
  }

  @Test
  void whoeverIsNoResourceManagerIsNamed() {
    body = "<html>welcome</html>";

    assertThat(run("queue")).isEqualTo(1);
    assertThat(err.toString())
        .contains(address() + "/ws/v1/foresight/queues: this is no ResourceManager with Foresight")
        .contains("status 200");
  }

  @Test
  void loginAndSilenceAreClearErrors() {
    status = 401;
    assertThat(run("queue")).isEqualTo(1);
    assertThat(err.toString()).contains("wants a login other than Kerberos (status 401)");

    server.stop(0);
    assertThat(run("queue")).isEqualTo(1);
    assertThat(err.toString()).contains("the ResourceManager cannot be reached");
  }

  @Test
  void wrongUsageIsTold() {
    assertThat(run("explain")).isEqualTo(2);
    assertThat(run("predict")).isEqualTo(2);
    assertThat(err.toString()).contains("Say either an APP or --like.");
    assertThat(run("predict", APP, "--like", "user=ada")).isEqualTo(2);
    assertThat(run("predict", "--like", "job=ada")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--like is (job=ada) and must be like user=ada,name=nightly,queue=root.etl.");
    assertThat(run("predict", "--like", "user=ada,name=a,user=bob")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--like is (user=ada,name=a,user=bob); it says user= twice.");
    for (String id : List.of("job_1", APP + "?user.name=root", "../queues", "a b%", "")) {
      for (String command : List.of("explain", "predict")) {
        assertThat(run(command, id)).isEqualTo(2);
        assertThat(err.toString())
            .contains(
                "(" + id + ") is not an application's id such as application_1700000000000_0001.");
      }
    }
    assertThat(execute("queue", "--rm", "host:8088")).isEqualTo(2);
    assertThat(err.toString()).contains("--rm: (host:8088) is not the web address");
    assertThat(queries).isEmpty();
  }

  @Test
  void addressesAreThoseOfTheConfiguration(@TempDir Path folder) throws IOException {
    assertThat(ResourceManagerOption.configured(folder)).containsExactly("http://localhost:8088");

    site(folder, "yarn.resourcemanager.hostname", "rm");
    assertThat(ResourceManagerOption.configured(folder)).containsExactly("http://rm:8088");

    site(
        folder,
        "yarn.http.policy",
        "HTTPS_ONLY",
        "yarn.resourcemanager.ha.enabled",
        "true",
        "yarn.resourcemanager.ha.rm-ids",
        "a, b",
        "yarn.resourcemanager.hostname.a",
        "one",
        "yarn.resourcemanager.webapp.https.address.b",
        "two:9090");
    assertThat(ResourceManagerOption.configured(folder))
        .containsExactly("https://one:8090", "https://two:9090");
  }

  @Test
  void ofSeveralTheFirstThatCanBeReachedIsAsked() throws Exception {
    ResourceManagerClient client =
        new ResourceManagerClient(ImmutableList.of("http://localhost:1", address()), null);

    assertThat(client.get("/queues", ImmutableMap.of()).path("name")).hasToString("\"nightly\"");
  }

  private static void site(Path folder, String... keysAndValues) throws IOException {
    StringBuilder xml = new StringBuilder("<configuration>");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      xml.append("<property><name>").append(keysAndValues[i]).append("</name><value>");
      xml.append(keysAndValues[i + 1]).append("</value></property>");
    }
    Files.writeString(folder.resolve("yarn-site.xml"), xml.append("</configuration>"));
  }

  private String address() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--rm");
    all.add(address());
    return execute(all.toArray(String[]::new));
  }

  private int execute(String... arguments) {
    CommandLine commandLine =
        Foresight.commandLine(new ExplainCommand(), new PredictCommand(), new QueueCommand());
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
