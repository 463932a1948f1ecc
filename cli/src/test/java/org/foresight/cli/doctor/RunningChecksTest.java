package org.foresight.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.foresight.cli.Foresight;
import org.foresight.cli.status.ResourceManagerClient;
import org.foresight.yarn.PluginJar;
import org.foresight.yarn.SiteCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class RunningChecksTest {
  private static final String INFO = "/ws/v1/cluster/info";
  private static final String FORESIGHT = "/ws/v1/foresight";
  private static final String PLUGIN = "/ws/v1/foresight/plugin";
  private static final String KEYS = "/ws/v1/foresight/keys";
  private static final String JMX = "/jmx?qry=java.lang%3Atype%3DRuntime";
  private static final String JAR = "/h/lib/foresight-yarn-scheduler-plugin.jar";

  private final Map<String, String> answers = new HashMap<>();

  @SuppressWarnings("NullAway.Init") // Set before every test.
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    answers.put(
        INFO,
        "{'clusterInfo':{'state':'STARTED','haState':'ACTIVE','rmStateStoreName':'a.ZKRMStateStore',"
            + "'resourceManagerVersion':'3.5.0'}}");
    answers.put(
        JMX, "{'beans':[{'SpecVersion':'17','ClassPath':'/etc/hadoop:/h/a.jar:" + JAR + "'}]}");
    answers.put(
        "/ws/v1/cluster/scheduler", "{'scheduler':{'schedulerInfo':{'type':'capacityScheduler'}}}");
    answers.put(
        FORESIGHT,
        "{'modes':'shadow, root.etl on','planners':[{'mode':'on','planCounts':true,"
            + "'failuresInARow':0,'planAgeMillis':2500,'plan':'3 of 5 jobs'}]}");
    answers.put(
        PLUGIN,
        "{'jar':'"
            + JAR
            + "','version':'9','sha256':'0123456789abcdef','restartKeys':{'foresight.predictor':"
            + "'default','foresight.history.dir':''}}");
    answers.put(KEYS, "{'keys':{'foresight.thin-limit':'7'}}");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String answer = answers.get(exchange.getRequestURI().toString());
          byte[] bytes = String.valueOf(answer).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer == null ? 404 : 200, bytes.length);
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
  void whatIsWellIsFoundWell() throws InterruptedException {
    assertThat(lines(Optional.of(site("shadow, root.etl on"))))
        .containsExactly(
            "OK ResourceManager: Hadoop 3.5.0, STARTED, ACTIVE.",
            "OK running recovery: It keeps its state in a.ZKRMStateStore.",
            "OK running Java: Java 17 of the ResourceManager.",
            "OK running jar: " + JAR + " (not on this host).",
            "OK running scheduler: It is a CapacityScheduler.",
            "OK restart: It runs version 9 (SHA-256 0123456789ab…); there is no jar here to compare"
                + " it with.",
            "OK running keys: They are those of the files.",
            "OK running modes: They are (shadow, root.etl on).",
            "OK planner (on): In charge; the last plan is 2.5 s old: 3 of 5 jobs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        INFO + "|3.5.0|3.3.6|WARN ResourceManager: Hadoop 3.3.6",
        INFO + "|STARTED|INITED|FAIL ResourceManager: Hadoop 3.5.0, INITED",
        INFO + "|ZKRMStateStore|NullRMStateStore|WARN running recovery: It keeps no state",
        JMX + "|'17'|'1.8'|FAIL running Java: The Java of the ResourceManager is 1.8.",
        JMX
            + "|/h/a.jar|/h/foresight-yarn-scheduler-1.jar|FAIL running jar: There is more than one",
        JMX + "|foresight-|other-|FAIL running jar: There is no foresight-yarn-scheduler-*.jar",
        JMX + "|{|[|WARN running Java: ",
        "/ws/v1/cluster/scheduler|capacity|fair|FAIL running scheduler: It is a (fairScheduler).",
        "/ws/v1/cluster/scheduler|{|[|WARN running scheduler: ",
        FORESIGHT
            + "|'modes':'shadow|'modes':'off|WARN running modes: They are (off, root.etl on),",
        FORESIGHT + "|Row':0|Row':2|WARN planner (on): Planning has failed 2 times in a row.",
        FORESIGHT + "|Row':0|Row':3|FAIL planner (on): Planning has failed 3 times in a row.",
        FORESIGHT + "|2500|null|WARN planner (on): It has made no plan yet.",
        FORESIGHT + "|true|false|WARN planner (on): It is not in charge",
        FORESIGHT
            + "|'on'|'shadow'|OK planner (shadow): Plans, and decides nothing; the last plan is",
        FORESIGHT
            + "|{'mode':'on','planCounts':true|{'mode':'shadow','inCharge':false,'planCounts':true"
            + "|OK planner (shadow): Plans, and decides nothing; the last plan is",
        FORESIGHT + "|planCounts|inCharge|OK planner (on): In charge; the last plan is",
        FORESIGHT + "|2500|61000|WARN planner (on): Its last plan is 61 s old.",
        FORESIGHT + "|{|[|FAIL planner: ",
        PLUGIN
            + "|default|history-3sigma|WARN restart: A restart is pending: foresight.predictor is"
            + " (history-3sigma), in the files (default).",
        PLUGIN
            + "|dir':''|dir':'file:///old'|WARN restart: A restart is pending: foresight.history.dir is"
            + " (file:///old), in the files ().",
        PLUGIN
            + "|sha256':'0123456789abcdef'|sha256':null|WARN restart: It does not know which jar it"
            + " runs.",
        PLUGIN + "|{|[|WARN restart: It does not say which plug-in it runs: ",
        KEYS + "|'7'|'8'|WARN running keys: foresight.thin-limit is (8), in the files (7).",
        KEYS
            + "|{'foresight|{'foresight.queue.root.deadline':'PT5M','foresight|WARN running keys:"
            + " foresight.queue.root.deadline is (PT5M), in the files ().",
        KEYS
            + "|thin-limit|policy|WARN running keys: foresight.policy is (7), in the files"
            + " (foresight).",
        KEYS + "|{'foresight.thin-limit':'7'}|null|FAIL running keys: It has accepted no",
        KEYS + "|{|[|WARN running keys: It does not say which keys are in force: ",
      })
  void whatIsWrongIsFound(String path, String right, String wrong, String finding)
      throws InterruptedException {
    answers.merge(path, "", (answer, unused) -> answer.replace(right, wrong));

    assertThat(lines(Optional.of(site("shadow, root.etl on"))))
        .anySatisfy(line -> assertThat(line).startsWith(finding));
  }

  @Test
  void resourceManagerThatIsToAnswerNoQuestionsIsNotAsked() throws InterruptedException {
    answers.remove(FORESIGHT);
    SiteCheck site =
        new SiteCheck(
            ImmutableList.of(),
            "shadow",
            ImmutableSet.of(),
            ImmutableSet.of("root.etl"),
            ImmutableSet.of(),
            Optional.empty(),
            ImmutableMap.of("foresight.web", "false"));

    assertThat(lines(Optional.of(site)))
        .contains(
            "OK planner: It is not asked, for foresight.web is false; its log and its metrics say"
                + " how it is.")
        .noneSatisfy(line -> assertThat(line).startsWith("FAIL"));
    assertThat(lines(Optional.of(site("shadow"))))
        .anySatisfy(line -> assertThat(line).startsWith("FAIL planner: "));
  }

  @Test
  void jarThatWasReplacedWaitsForARestart(@TempDir Path folder) throws Exception {
    Path jar = folder.resolve("foresight-yarn-scheduler-plugin.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), new Manifest())) {
      out.flush();
    }
    String digest = PluginJar.read(jar).sha256();
    answers.merge(PLUGIN, "", (answer, unused) -> answer.replace(JAR, jar.toString()));

    assertThat(lines(Optional.empty()))
        .contains(
            "WARN restart: A restart is pending: it runs version 9 (SHA-256 0123456789ab…), but"
                + " installed is version unknown (SHA-256 "
                + digest.substring(0, 12)
                + "…).");

    answers.merge(PLUGIN, "", (answer, unused) -> answer.replace("0123456789abcdef", digest));
    assertThat(lines(Optional.empty()))
        .anySatisfy(
            line -> assertThat(line).startsWith("OK restart: It runs the jar that is installed"));

    Files.writeString(jar, "cut off");
    assertThat(lines(Optional.empty()))
        .anySatisfy(line -> assertThat(line).startsWith("WARN restart: It runs version 9"));
  }

  @Test
  void resourceManagerThatWasStartedBeforeTheInstallationWaitsForARestart() throws Exception {
    answers.remove(FORESIGHT);
    answers.merge(JMX, "", (answer, unused) -> answer.replace(JAR, "/h/b.jar"));

    ImmutableList<Finding> findings =
        new RunningChecks(
                new ResourceManagerClient(ImmutableList.of(address()), null), Optional.empty())
            .findings(FilesNow.of(Optional.of(Path.of(JAR))));

    assertThat(findings)
        .noneSatisfy(found -> assertThat(found.status()).isEqualTo(Finding.Status.FAIL))
        .extracting(Finding::text)
        .contains(
            "A restart is pending: it was started without a plug-in jar, and "
                + JAR
                + " is there now.",
            "A restart is pending: it does not run Foresight, as it has no plug-in jar.");
  }

  @Test
  void everyQueueOffIsWell() throws InterruptedException {
    answers.put(FORESIGHT, "{'modes':'off','planners':[]}");
    answers.merge(PLUGIN, "", (answer, unused) -> answer.replaceFirst("Keys':.*", "Keys':{}}"));

    assertThat(lines(Optional.of(site("off, by foresight.enabled"))))
        .contains(
            "OK running modes: They are (off, by foresight.enabled).",
            "OK planner: Every queue is off: nothing is planned.")
        .allSatisfy(line -> assertThat(line).startsWith("OK "));
    assertThat(lines(Optional.of(site("off, root.etl off"))))
        .contains("OK running modes: They are (off).");
    assertThat(lines(Optional.empty())).contains("OK running modes: They are (off).");
    // Something is to be on, and the ResourceManager does not know.
    assertThat(
            lines(
                Optional.of(
                    new SiteCheck(
                        ImmutableList.of(),
                        "shadow",
                        ImmutableSet.of(),
                        ImmutableSet.of("root.etl"),
                        ImmutableSet.of(),
                        Optional.empty(),
                        ImmutableMap.of()))))
        .contains("WARN running modes: They are (off), in the files (shadow).");
  }

  @Test
  void everyQueueSwitchedOffIsWellIfTheFilesWantNoneOnEither() throws InterruptedException {
    answers.put(FORESIGHT, "{'modes':'off, by foresight.enabled','planners':[]}");

    for (String modes : List.of("off", "off, by foresight.enabled")) {
      assertThat(lines(Optional.of(site(modes))))
          .contains("OK running modes: They are (off, by foresight.enabled).");
    }
  }

  @Test
  void resourceManagerWithoutForesightIsSaidToBeOne() throws InterruptedException {
    answers.remove(FORESIGHT);

    assertThat(lines(Optional.of(site("shadow"))))
        .contains(
            "FAIL planner: "
                + address()
                + "/ws/v1/foresight: there is nothing there (status 404). This ResourceManager does"
                + " not run Foresight, or foresight.web is false, or it is starting.");
  }

  @Test
  void oneThatIsStartingIsToBeAskedAgain() throws InterruptedException {
    answers.merge(INFO, "", (answer, unused) -> answer.replace("ACTIVE", "INITIALIZING"));

    answers.remove(FORESIGHT);

    assertThat(lines(Optional.empty()))
        .contains("WARN planner: It is not active yet.")
        .noneSatisfy(line -> assertThat(line).startsWith("FAIL"));
  }

  @Test
  void standbyIsNotAskedForPlans() throws InterruptedException {
    answers.merge(INFO, "", (answer, unused) -> answer.replace("ACTIVE", "STANDBY"));
    answers.remove(FORESIGHT);

    assertThat(lines(Optional.empty()))
        .contains("OK planner: On standby, Foresight plans nothing. Ask the active one as well.")
        .noneSatisfy(line -> assertThat(line).startsWith("FAIL"));
  }

  @Test
  void commandWithoutAFolderAsksTheResourceManagerAlone() {
    StringWriter out = new StringWriter();
    CommandLine commandLine = Foresight.commandLine(new DoctorCommand(Map.of()));
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(out, true));

    assertThat(commandLine.execute("doctor", "--rm", address())).isZero();
    assertThat(out.toString()).contains("In charge").doesNotContain("yarn-site.xml");

    server.stop(0);
    assertThat(commandLine.execute("doctor", "--rm", address())).isEqualTo(1);
    assertThat(out.toString()).containsPattern("fail +ResourceManager .*cannot be reached");
    assertThat(commandLine.execute("doctor", "--rm", "host:8088")).isEqualTo(2);
    assertThat(out.toString()).contains("--rm: (host:8088) is not the web address");
  }

  @Test
  void whoRunsButSendsAwayIsNotSaidToBeDown() throws InterruptedException {
    answers.remove(INFO);

    assertThat(
            new RunningChecks(
                    new ResourceManagerClient(ImmutableList.of(address()), null), Optional.empty())
                .findings(FilesNow.UNKNOWN))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.text()).contains("this is no ResourceManager (status 404)");
              assertThat(found.hint()).contains("log in");
            });
  }

  private ImmutableList<String> lines(Optional<SiteCheck> files) throws InterruptedException {
    return new RunningChecks(
            new ResourceManagerClient(ImmutableList.of(address()), null), Optional.empty())
            .findings(
                new FilesNow(
                    files,
                    files.map(unused -> ImmutableMap.of("foresight.thin-limit", "7")),
                    Optional.empty()))
            .stream()
            .map(found -> found.status() + " " + found.check() + ": " + found.text())
            .collect(ImmutableList.toImmutableList());
  }

  private static SiteCheck site(String modes) {
    return new SiteCheck(
        ImmutableList.of(),
        modes,
        ImmutableSet.of(),
        ImmutableSet.of(),
        ImmutableSet.of(),
        Optional.empty(),
        ImmutableMap.of("foresight.predictor", "default", "foresight.history.dir", ""));
  }

  private String address() {
    return "http://localhost:" + server.getAddress().getPort();
  }
}
