package org.foresight.yarn;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.servlet.ServletContext;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.foresight.planner.outlook.WaitingReason;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.RuntimePredictor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the ResourceManager's own web server says of jobs that wait, and to whom. */
class ForesightWebTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String FORESIGHT = "/ws/v1/foresight";
  private static final String PREFIX = "yarn.scheduler.capacity.";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private final Configuration queues = new Configuration(false);
  private final Map<String, String> settings = new HashMap<>();
  private final HttpClient client = HttpClient.newHttpClient();

  private @Nullable LocalResourceManager yarn;

  ForesightWebTest() {
    queues.set(PREFIX + "root.queues", "on,off");
    queues.set(PREFIX + "root.on.capacity", "50");
    queues.set(PREFIX + "root.on.maximum-capacity", "100");
    queues.set(PREFIX + "root.on.user-limit-factor", "10");
    queues.set(PREFIX + "root.off.capacity", "50");
    queues.set(PREFIX + "maximum-am-resource-percent", "0.5");
    // Nobody administers the queues but who is named.
    queues.set(PREFIX + "root.acl_administer_queue", "operator");
    queues.set(PREFIX + "root.acl_submit_applications", "*");
    settings.put("foresight.queue.root.on.mode", "on");
    settings.put("foresight.cycle-millis", "1");
    settings.put("mockrm.webapp.enabled", "true");
    settings.put("yarn.is.minicluster", "true"); // It writes the port that it got back.
    settings.put("yarn.resourcemanager.webapp.address", "127.0.0.1:0");
  }

  @AfterEach
  void stop() {
    if (yarn != null) {
      yarn.close();
    }
  }

  @Test
  void saysWhyAJobWaitsByTheSameTokenEverywhere() throws Exception {
    start();
    RMApp app = submit("ada", "<b>nightly</b>", "on", 2_048);

    // Without nodes YARN activates no application.
    JsonNode job = awaitWaiting(app, WaitingReason.AM_LIMIT);
    assertThat(job.path("name").asText()).isEqualTo("<b>nightly</b>");
    assertThat(job.path("queue").asText()).isEqualTo("root.on");
    assertThat(job.path("mode").asText()).isEqualTo("on");
    assertThat(job.path("start").isNull()).isTrue();
    assertThat(job.path("basis").asText()).startsWith("Unknown");

    JsonNode overview = get("/ws/v1/foresight", "ada", 200).path("planners").path(0);
    assertThat(overview.path("inCharge").asBoolean()).isTrue();
    assertThat(overview.path("waiting").path("am-limit").asInt()).isEqualTo(1);
    assertThat(get("/ws/v1/foresight/queues", "ada", 200).at("/queues/1/waiting/am-limit").asInt())
        .isEqualTo(1);
    assertThat(get("/ws/v1/foresight/jobs?token=am-limit", "ada", 200).path("jobs")).hasSize(1);
    assertThat(get("/ws/v1/foresight/jobs?token=capacity", "ada", 200).path("jobs")).isEmpty();
    String shorter = "application_" + app.getApplicationId().getClusterTimestamp() + "_1";
    JsonNode sameJob = get("/ws/v1/foresight/jobs/" + shorter, "ada", 200);
    assertThat(sameJob.path("nowMillis").asLong())
        .isGreaterThanOrEqualTo(job.path("nowMillis").asLong());
    assertThat(withoutNow(sameJob)).isEqualTo(withoutNow(job));
    assertThat(get("/ws/v1/foresight/jobs?queue=root.off", "ada", 200).path("jobs")).isEmpty();
    for (String queue : List.of("root", "root.on", "on")) {
      assertThat(get("/ws/v1/foresight/jobs?queue=" + queue, "ada", 200).path("jobs")).hasSize(1);
    }
    assertThat(diagnostics(app))
        .startsWith(Diagnostics.line(WaitingReason.AM_LIMIT))
        .contains("AM Partition"); // What YARN says stays.

    String page = send("/cluster/foresight", "ada").body();
    assertThat(page)
        .contains("am-limit", "&lt;b&gt;nightly&lt;/b&gt;")
        .doesNotContain("<b>nightly");

    // A node comes that is too small, then one that is large enough.
    addNode(0, 1_024);
    awaitWaiting(app, WaitingReason.EXCEEDS_MAXIMUM);
    MockNM node = addNode(1, 8_192);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              node.nodeHeartbeat(true); // The first may come before the plan that starts the job.
              return waiting(app).isNull();
            });
    await().atMost(PATIENCE).until(() -> !diagnostics(app).contains("foresight"));
  }

  @Test
  void jobThatItsQueueHasNotActivatedWaitsForTheLimitOnMasters() throws Exception {
    start();
    addNode(0, 4_096);
    submit("ada", "first", "on", 1_024);
    RMApp second = submit("ada", "second", "on", 2_048);

    JsonNode waiting = awaitWaiting(second, WaitingReason.AM_LIMIT).path("waiting");
    assertThat(waiting.path("detail").asText()).contains("its own needs 2048 MiB");
  }

  @Test
  void showsAJobOnlyToWhomTheResourceManagerWould() throws Exception {
    settings.put("yarn.acl.enable", "true");
    settings.put("yarn.admin.acl", "root");
    start();
    RMApp app = submit("ada", "secret", "on", 1_024);
    awaitWaiting(app, WaitingReason.AM_LIMIT);
    String job = "/ws/v1/foresight/jobs/" + app.getApplicationId();

    assertThat(get(job, "bob", 403).path("message").asText()).startsWith("You may not see");
    assertThat(send(job, "operator").statusCode()).isEqualTo(200);
    assertThat(send(job, "root").statusCode()).isEqualTo(200);
    JsonNode hidden = get("/ws/v1/foresight/jobs", "bob", 200).path("jobs").path(0);
    assertThat(hidden.toString())
        .isEqualTo("{\"id\":\"" + app.getApplicationId() + "\",\"visible\":false}");
    for (String some : List.of("queue=root.on", "token=am-limit", "queue=root&token=am-limit")) {
      String asked = "/ws/v1/foresight/jobs?" + some;
      assertThat(get(asked, "bob", 200).path("jobs")).isEmpty();
      assertThat(get(asked, "ada", 200).path("jobs")).hasSize(1);
    }
    assertThat(send("/cluster/foresight", "bob").body()).doesNotContain("secret");
    assertThat(send("/cluster/foresight", "ada").body()).contains("secret");

    assertThat(send("/ws/v1/foresight/predict?user=ada", "bob").statusCode()).isEqualTo(403);
    assertThat(send("/ws/v1/foresight/predict?user=ada", "ada").statusCode()).isEqualTo(200);
    assertThat(send("/ws/v1/foresight/predict?user=ada", "root").statusCode()).isEqualTo(200);
  }

  @Test
  void whatJobsOfOthersTellOfANameIsForAdministrators() throws Exception {
    settings.put("yarn.acl.enable", "true");
    settings.put("yarn.admin.acl", "root");
    start(WatchedScheduler.class);
    RuntimePredictor predictor = ((WatchedScheduler) yarn().scheduler()).history().predictor();
    for (int run = 0; run < 10; run++) {
      predictor.learn(
          new JobFeatures("ada", "payroll", "root.on"), new JobOutcome(60_000, 1, 60_000));
    }

    assertThat(predicted("ada", "ada", "payroll").path("known").asBoolean()).isTrue();
    assertThat(predicted("root", "bob", "payroll").path("known").asBoolean()).isTrue();
    for (String name : List.of("payroll", "unheard-of")) {
      assertThat(predicted("bob", "bob", name).toString())
          .isEqualTo(
              "{\"known\":false,\"reason\":\"Too little is known of jobs of (bob); what those of"
                  + " others tell is for who administers the cluster.\"}");
    }
  }

  private static JsonNode withoutNow(JsonNode job) {
    return job.<ObjectNode>deepCopy().without("nowMillis");
  }

  private JsonNode predicted(String asks, String user, String name) throws Exception {
    return get("/ws/v1/foresight/predict?user=" + user + "&name=" + name, asks, 200);
  }

  @Test
  void listsLeaveOutWhatOneMayNotSeeWhereYarnsDo() throws Exception {
    settings.put("yarn.acl.enable", "true");
    settings.put("yarn.admin.acl", "root");
    settings.put("yarn.webapp.filter-entity-list-by-user", "true");
    start();
    RMApp app = submit("ada", "secret", "on", 1_024);
    awaitWaiting(app, WaitingReason.AM_LIMIT);

    assertThat(get("/ws/v1/foresight/jobs", "bob", 200).path("jobs")).isEmpty();
    assertThat(get("/ws/v1/foresight/jobs", "ada", 200).path("jobs")).hasSize(1);
  }

  @Test
  void everyLeafQueueIsListedWithItsModeWhetherItHasJobsOrNot() throws Exception {
    start();
    submit("ada", "not counted", "off", 1_024);

    assertThat(get("/ws/v1/foresight/queues", "ada", 200).toString())
        .isEqualTo(
            "{\"queues\":[{\"path\":\"root.off\",\"mode\":\"off\",\"jobs\":0,\"runningTasks\":0,"
                + "\"pendingTasks\":0,\"waiting\":{}},{\"path\":\"root.on\",\"mode\":\"on\",\"jobs\":0,"
                + "\"runningTasks\":0,\"pendingTasks\":0,\"waiting\":{}}]}");
  }

  @Test
  void jobsOfAQueueComeWithTheModesOfTheLeafQueuesThere() throws Exception {
    start();

    assertThat(get("/ws/v1/foresight/jobs?queue=root", "ada", 200).path("modes").toString())
        .isEqualTo("{\"root.off\":\"off\",\"root.on\":\"on\"}");
    assertThat(get("/ws/v1/foresight/jobs?queue=off", "ada", 200).path("modes").toString())
        .isEqualTo("{\"root.off\":\"off\"}");
    assertThat(get("/ws/v1/foresight/jobs", "ada", 200).has("modes")).isFalse();
  }

  @Test
  void listsLeaveOutQueuesThatAreNotForOneWhereYarnsLeaveOutJobs() throws Exception {
    queues.set(PREFIX + "root.acl_submit_applications", " ");
    queues.set(PREFIX + "root.on.acl_submit_applications", "ada");
    settings.put("foresight.queue.root.off.mode", "off");
    settings.put("yarn.acl.enable", "true");
    settings.put("yarn.admin.acl", "root");
    settings.put("yarn.webapp.filter-entity-list-by-user", "true");
    start();

    assertThat(listedQueues("ada")).containsExactly("root.on");
    assertThat(listedQueues("bob")).isEmpty();
    assertThat(listedQueues("operator")).containsExactly("root.off", "root.on");
    assertThat(listedQueues("root")).containsExactly("root.off", "root.on");
    assertThat(get("/ws/v1/foresight/jobs?queue=root", "ada", 200).path("modes").toString())
        .isEqualTo("{\"root.on\":\"on\"}");
    assertThat(get("/ws/v1/foresight/jobs?queue=root.of", "ada", 404).toString())
        .contains("nearest are root.on.");
    assertThat(get("/ws/v1/foresight/jobs?queue=root.of", "bob", 404).toString())
        .doesNotContain("nearest");

    // A queue that is not for one is as one that there is not.
    for (String queue : List.of("root.off", "off", "root.oof")) {
      assertThat(get("/ws/v1/foresight/jobs?queue=" + queue, "ada", 404).path("message").asText())
          .isEqualTo(
              "There is no queue (%s); the nearest are root.on. Name one by its full path, such as"
                  + " root.etl.",
              queue);
    }
    assertThat(get("/ws/v1/foresight/jobs?queue=root", "bob", 404).toString())
        .doesNotContain("nearest");
    assertThat(get("/ws/v1/foresight/jobs?queue=off", "operator", 200).path("jobs")).isEmpty();
    assertThat(modes("ada")).isEqualTo("off, root.on on");
    assertThat(modes("bob")).isEqualTo("off");
    assertThat(modes("root")).isEqualTo("off, root.off off, root.on on");
    assertThat(send("/cluster/foresight", "bob").body()).doesNotContain("root.");
  }

  private String modes(String user) throws Exception {
    return get("/ws/v1/foresight", user, 200).path("modes").asText();
  }

  private List<String> listedQueues(String user) throws Exception {
    return get("/ws/v1/foresight/queues", user, 200).path("queues").findValuesAsText("path");
  }

  @Test
  void whatIsNotThereIsRefusedInOneClearLine() throws Exception {
    start();
    RMApp off = submit("ada", "off", "off", 1_024);

    assertThat(message("/ws/v1/foresight/jobs/job_1", 400))
        .isEqualTo("(job_1) is not an application's id such as application_1700000000000_0001.");
    assertThat(message("/ws/v1/foresight/jobs/application_1_0001", 404))
        .isEqualTo("There is no application (application_1_0001).");
    assertThat(message("/ws/v1/foresight/jobs/" + off.getApplicationId(), 404))
        .endsWith("in the queue (root.off): the queue's mode is off.");
    assertThat(message("/ws/v1/foresight/jobs?queue=root.elt", 404))
        .isEqualTo(
            "There is no queue (root.elt); the nearest are root.off, root.on, root. Name one by its"
                + " full path, such as root.etl.");
    assertThat(message("/ws/v1/foresight/nothing", 404)).contains("jobs, jobs/{id}, queues");
    assertThat(message("/ws/v1/foresight/predict", 400))
        .isEqualTo("Say at least one of user, name and queue.");
    assertThat(get("/ws/v1/foresight/predict?name=a%26b", "ada", 200).path("known").asBoolean())
        .isFalse();
    assertThat(message("/ws/v1/foresight/jobs?token=capasity", 400))
        .startsWith("There is no token (capasity); there are misconfigured, exceeds-maximum, ");
    HttpResponse<String> put = method("PUT");
    assertThat(put.statusCode()).isEqualTo(405);
    assertThat(put.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/jobs?queue=%zz",
        "/jobs?queue=%",
        "/jobs?token=%ff%fe",
        "/predict?name=%c3%28",
        "/predict?user=%",
        "?%zz=1",
      })
  void parametersThatCannotBeReadAreTheCallersFault(String path) throws Exception {
    start();

    String answer = raw("GET " + FORESIGHT + path + " HTTP/1.1");

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("must be percent-encoded UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET %s/jobs?queue=root&queue=%%zz HTTP/1.1",
        "GET %s/jobs?queue&token HTTP/1.1",
        "GET %s/jobs?=&&=&;=%%00 HTTP/1.1",
        "GET %s/jobs?queue=%%00 HTTP/1.1",
        "GET %s/jobs/application_99999999999999999999_1 HTTP/1.1",
        "GET %s/jobs/application_1_-1 HTTP/1.1",
        "GET %s/jobs/%%2e%%2e/queues HTTP/1.1",
        "GET %s/jobs/..%%2fqueues HTTP/1.1",
        "GET %s/jobs/;x=y HTTP/1.1",
        "GET %s/%%00 HTTP/1.1",
        "GET %s//jobs HTTP/1.1",
        "GET %s/predict?user=%%f0%%9f%%98%%80&name=%%00 HTTP/1.1",
        "GET %s/predict?user=a%%40b%%40c HTTP/1.1",
        "GET %s/predict?doAs=root HTTP/1.1",
        "get %s HTTP/1.1",
        "NONSENSE %s HTTP/1.1",
        "POST %s/jobs HTTP/1.1",
        "DELETE %s HTTP/1.1",
        "TRACE %s HTTP/1.1",
        "HEAD %s/jobs HTTP/1.1",
        "OPTIONS * HTTP/1.1"
      })
  void oddQuestionsAreAnsweredAndNeverAFailure(String line) throws Exception {
    start();

    String answer = raw(String.format(line, FORESIGHT));

    assertThat(answer).doesNotContain("Foresight failed").matches("(?s)HTTP/1.1 [234]\\d\\d .*");
    assertThat(raw("GET " + FORESIGHT + " HTTP/1.1")).contains("\"modes\"");
  }

  @Test
  void hugeQuestionsAreAnswered() throws Exception {
    start();
    String huge = "1a-".repeat(2_000);

    for (String path : List.of("/jobs?queue=", "/jobs?token=", "/jobs/", "/predict?name=", "/")) {
      assertThat(send(FORESIGHT + path + huge, "ada").statusCode()).isBetween(200, 499);
    }
    assertThat(send(FORESIGHT + "/predict?name=" + huge.repeat(100), "ada").statusCode())
        .isBetween(400, 499);
  }

  @Test
  void manyMayAskAtOnce() throws Exception {
    start();
    submit("ada", "nightly", "on", 1_024);
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();

    for (int i = 0; i < 200; i++) {
      for (String path : List.of(FORESIGHT, FORESIGHT + "/jobs", "/cluster/foresight")) {
        answers.add(
            client.sendAsync(
                HttpRequest.newBuilder(address(path, "ada")).build(),
                HttpResponse.BodyHandlers.ofString()));
      }
    }

    assertThat(answers)
        .allSatisfy(
            answer -> assertThat(answer.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200));
  }

  /** What comes back of a request that Java's client would not send. */
  private String raw(String requestLine) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), yarn().webPort())) {
      socket
          .getOutputStream()
          .write((requestLine + "\r\nHost: x\r\nConnection: close\r\n\r\n").getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void hadoopsClientsMayLogInByTheMethodThatTheyDoItBy() throws Exception {
    start();

    HttpResponse<String> options = method("OPTIONS");

    assertThat(options.statusCode()).isEqualTo(200);
    assertThat(options.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS");
    assertThat(options.body()).isEmpty();
  }

  private HttpResponse<String> method(String method) throws Exception {
    return client.send(
        HttpRequest.newBuilder(address("/ws/v1/foresight", "ada"))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void theRestOfTheWebServerIsAsItWas() throws Exception {
    start();

    assertThat(get("/ws/v1/cluster/info", "ada", 200).path("clusterInfo").path("state").asText())
        .isEqualTo("STARTED");
    assertThat(send("/ws/v1/foresightful", "ada").body()).doesNotContain("modes");
  }

  @Test
  void whatARestartWouldChangeIsSaid() throws Exception {
    start();

    JsonNode plugin = get("/ws/v1/foresight/plugin", "ada", 200);
    assertThat(plugin.path("restartKeys").toString())
        .isEqualTo(
            "{\"foresight.predictor\":\"default\",\"foresight.history.dir\":\"\","
                + "\"foresight.web\":\"true\"}");
    assertThat(plugin.fieldNames())
        .toIterable()
        .containsExactly("jar", "version", "sha256", "restartKeys");

    yarn().set("foresight.predictor", "history-3sigma");
    yarn().refresh(folder.resolve("capacity-scheduler.xml"));

    assertThat(get("/ws/v1/foresight/plugin", "ada", 200)).isEqualTo(plugin);
  }

  @Test
  void keysInForceAreSaidToWhoAdministersTheCluster() throws Exception {
    settings.put("yarn.acl.enable", "true");
    settings.put("yarn.admin.acl", "root");
    settings.put("foresight.queue.root.on.deadline", "PT5M");
    settings.put("foresight.slot-millis", "");
    settings.put("foresight.agent.anything", "not the ResourceManager's");
    start();
    String keys = "/ws/v1/foresight/keys";

    assertThat(get(keys, "ada", 403).toString()).contains("Only who administers the cluster");
    assertThat(get(keys, "operator", 403).toString()).contains("Only who administers the cluster");
    assertThat(get(keys, "root", 200).toString())
        .isEqualTo(
            "{\"keys\":{\"foresight.cycle-millis\":\"1\","
                + "\"foresight.queue.root.on.deadline\":\"PT5M\"}}");

    yarn().set("foresight.thin-limit", "7");
    assertThat(get(keys, "root", 200).at("/keys/foresight.thin-limit").isMissingNode()).isTrue();
    yarn().refresh(folder.resolve("capacity-scheduler.xml"));
    assertThat(get(keys, "root", 200).at("/keys/foresight.thin-limit").asText()).isEqualTo("7");
  }

  @Test
  void whereNothingWasAcceptedNoKeysAreInForce() throws Exception {
    settings.put("foresight.mode", "of");
    start();

    assertThat(get("/ws/v1/foresight/keys", "ada", 200).toString()).isEqualTo("{\"keys\":null}");
  }

  @Test
  void whileEveryQueueIsOffItSaysSo() throws Exception {
    settings.remove("foresight.queue.root.on.mode");
    start();

    JsonNode overview = get("/ws/v1/foresight", "ada", 200);
    assertThat(overview.path("modes").asText()).isEqualTo("off");
    assertThat(overview.path("planners")).isEmpty();
    assertThat(listedQueues("ada")).containsExactly("root.off", "root.on");
    // A refresh may still change the others.
    assertThat(get("/ws/v1/foresight/plugin", "ada", 200).path("restartKeys").toString())
        .isEqualTo("{\"foresight.web\":\"true\"}");
    assertThat(send("/cluster/foresight", "ada").body()).contains("Every queue is off");
  }

  @Test
  void whileEveryQueueIsSwitchedOffItSaysByWhat() throws Exception {
    settings.put("foresight.enabled", "false");
    start();

    assertThat(get("/ws/v1/foresight", "ada", 200).path("modes").asText())
        .isEqualTo("off, by foresight.enabled");
    assertThat(send("/cluster/foresight", "ada").body()).contains("off, by foresight.enabled");
  }

  @ParameterizedTest
  @EnumSource(
      value = HAServiceProtocol.HAServiceState.class,
      names = {"INITIALIZING", "STANDBY"})
  void resourceManagerThatIsNotActiveAnswersAsForItsOwnServices(
      HAServiceProtocol.HAServiceState state) throws Exception {
    RMContext context = mock(RMContext.class);
    when(context.getHAServiceState()).thenReturn(state);
    ResourceManager resourceManager = mock(ResourceManager.class);
    when(resourceManager.getRMContext()).thenReturn(context);

    assertThat(isPassedOn("/ws/v1/foresight", resourceManager)).isTrue();
  }

  @Test
  void otherWebServersWithTheSameConfigurationAreLeftAlone() throws Exception {
    assertThat(isPassedOn("/ws/v1/foresight", "something else")).isTrue();
  }

  private static boolean isPassedOn(String path, Object server) throws Exception {
    ServletContext context = mock(ServletContext.class);
    when(context.getAttribute("rm")).thenReturn(server);
    HttpServletRequest request = mock(HttpServletRequest.class);
    when(request.getRequestURI()).thenReturn(path);
    when(request.getServletContext()).thenReturn(context);
    HttpServletResponse response = mock(HttpServletResponse.class);
    AtomicBoolean passedOn = new AtomicBoolean();
    new ForesightWebFilter().doFilter(request, response, (asked, answered) -> passedOn.set(true));
    verifyNoInteractions(response);
    return passedOn.get();
  }

  @Test
  void filterIsLeftOutWhereTheOperatorSaysSo() throws Exception {
    settings.put("foresight.web", "false");
    start();

    assertThat(send("/ws/v1/foresight", "ada").statusCode()).isEqualTo(404);
    assertThat(yarn().resourceManager().getConfig().get("hadoop.http.filter.initializers"))
        .doesNotContain("Foresight");
    assertThat(((ForesightScheduler) yarn().scheduler()).mode("root.on")).isEqualTo(Mode.ON);
    assertThat(((ForesightScheduler) yarn().scheduler()).fixedValues())
        .containsEntry("foresight.web", "false");
  }

  @Test
  void filterIsLastAndAddedOnce() {
    Configuration conf = new Configuration(false);
    conf.set("hadoop.http.filter.initializers", "org.apache.hadoop.http.lib.StaticUserWebFilter");
    ForesightWebFilterInitializer.addTo(conf);
    ForesightWebFilterInitializer.addTo(conf);

    assertThat(conf.get("hadoop.http.filter.initializers"))
        .isEqualTo(
            "org.apache.hadoop.yarn.server.security.http.RMAuthenticationFilterInitializer,"
                + "org.apache.hadoop.http.lib.StaticUserWebFilter,"
                + ForesightWebFilterInitializer.class.getName());
  }

  private void start() throws Exception {
    start(ForesightScheduler.class);
  }

  private void start(Class<? extends ForesightScheduler> scheduler) throws Exception {
    Path file = folder.resolve("capacity-scheduler.xml");
    try (OutputStream out = Files.newOutputStream(file)) {
      queues.writeXml(out);
    }
    yarn = LocalResourceManager.start(scheduler, file, Set.of(), settings);
  }

  private LocalResourceManager yarn() {
    return Objects.requireNonNull(yarn);
  }

  private MockNM addNode(int number, int mebibytes) throws Exception {
    return yarn().addNode(number, Resource.newInstance(mebibytes, 8), "");
  }

  private RMApp submit(String user, String name, String queue, int masterMebibytes)
      throws Exception {
    return MockRMAppSubmitter.submit(
        yarn().resourceManager(),
        MockRMAppSubmissionData.Builder.createWithMemory(masterMebibytes, yarn().resourceManager())
            .withUser(user)
            .withAppName(name)
            .withQueue(queue)
            .build());
  }

  private JsonNode awaitWaiting(RMApp app, WaitingReason reason) throws Exception {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(waiting(app).path("token").asText()).isEqualTo(reason.token()));
    return get("/ws/v1/foresight/jobs/" + app.getApplicationId(), app.getUser(), 200);
  }

  private JsonNode waiting(RMApp app) throws Exception {
    HttpResponse<String> answer =
        send("/ws/v1/foresight/jobs/" + app.getApplicationId(), app.getUser());
    return JSON.readTree(answer.body()).path("waiting");
  }

  private static String diagnostics(RMApp app) {
    return app.getDiagnostics().toString();
  }

  private String message(String path, int status) throws Exception {
    return get(path, "ada", status).path("message").asText();
  }

  private JsonNode get(String path, String user, int status) throws Exception {
    HttpResponse<String> answer = send(path, user);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return JSON.readTree(answer.body());
  }

  private HttpResponse<String> send(String path, String user) throws Exception {
    return client.send(
        HttpRequest.newBuilder(address(path, user)).header("Accept", "application/json").build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private URI address(String path, String user) {
    return URI.create(
        "http://127.0.0.1:"
            + yarn().webPort()
            + path
            + (path.contains("?") ? "&" : "?")
            + "user.name="
            + user);
  }
}
