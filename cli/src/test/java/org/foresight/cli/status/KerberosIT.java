package org.foresight.cli.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.authentication.client.AuthenticatedURL;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshQueuesRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshQueuesResponse;
import org.foresight.cli.Foresight;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.testbed.LocalYarnParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real YARN that believes nobody but Kerberos. */
class KerberosIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUEUES = "yarn.scheduler.capacity.";

  @TempDir private Path folder;

  @Test
  void everyoneLogsInAndSeesWhatIsTheirs() throws Exception {
    String host = MiniYARNCluster.getHostname();
    String web = "HTTP/" + host;
    String daemon = "yarn/" + host;
    try (KerberosRealm realm =
            KerberosRealm.start(
                Files.createDirectory(folder.resolve("kdc")),
                daemon,
                web,
                "alice",
                "bob",
                "admin");
        LocalYarnCluster cluster = start(parameters(realm, daemon, web))) {
      String address =
          "http://"
              + cluster.resourceManager().getConfig().get("yarn.resourcemanager.webapp.address");
      String foresight = address + "/ws/v1/foresight";
      Path over = folder.resolve("over");
      String id = submit(realm, cluster, "until [ -e " + over + " ]; do sleep 0.1; done");
      String job = "/jobs/" + id;
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                JsonNode seen = get(realm, "alice", foresight + "/jobs").at("/jobs/0");
                return seen.path("runningTasks").asInt() == 1 && seen.path("waiting").isNull();
              });

      // The owner and the administrator see the job, another user does not, and nobody nothing.
      for (String user : List.of("alice", "admin")) {
        JsonNode seen = get(realm, user, foresight + job);
        assertThat(seen.path("user").asText()).isEqualTo("alice");
        assertThat(seen.path("deadlineMillis").isNumber()).isTrue();
      }
      assertThat(get(realm, "bob", foresight + "/jobs").at("/jobs/0").toString())
          .isEqualTo("{\"id\":\"" + id + "\",\"visible\":false}");
      for (String path : List.of("", "/jobs", job, "/queues", "/predict?user=alice")) {
        assertThat(status(foresight + path)).as(path).isEqualTo(401);
        assertThat(status(foresight + path + "?user.name=alice")).as(path).isEqualTo(401);
      }
      assertThat(status(address + "/cluster/foresight")).isEqualTo(401);

      // So it is for the commands.
      String[] explain = {"explain", id, "--rm", address};
      assertThat(command(realm, "alice", explain))
          .contains("exit 0", id + " (secret of alice", "Waits for: nothing", "Deadline: ");
      assertThat(command(realm, "bob", explain))
          .contains("exit 1", "foresight explain: You may not see the application (" + id + ").");
      assertThat(command(realm, "nobody", explain))
          .contains("exit 1", "asks for Kerberos, and you have no valid ticket; run kinit");
      assertThat(command(realm, "bob", "queue", "root.production", "--rm", address))
          .contains("exit 0", "no application that you may see")
          .doesNotContain("secret");
      assertThat(command(realm, "bob", "predict", "--like", "user=alice", "--rm", address))
          .contains("exit 1", "You may ask about jobs of your own alone");

      // The doctor asks Hadoop's own pages too, and can do without the jar that is not here.
      String[] doctor = {"doctor", "--rm", address};
      assertThat(command(realm, "alice", doctor))
          .containsPattern("ok +ResourceManager +Hadoop 3.*, STARTED, ACTIVE")
          .containsPattern("ok +running Java +Java 17 ")
          .containsPattern("ok +running scheduler ")
          .containsPattern("ok +running modes +They are .on")
          .containsPattern("ok +planner .on. +In charge")
          .containsPattern("(ok|warn) +restart +It ") // The classes may be in a jar or not.
          .doesNotContain("asks for Kerberos");
      assertThat(command(realm, "nobody", doctor))
          .containsPattern("fail +ResourceManager +.*you have no valid ticket; run kinit")
          .contains("log in", "exit 1")
          .doesNotContain("Start it");

      // Modes are for administrators.
      assertThatThrownBy(() -> refreshQueues(realm, "bob", cluster))
          .hasStackTraceContaining("User bob doesn't have permission to call 'refreshQueues'");
      assertThat(command(realm, "alice", doctor)).containsPattern("running modes +They are .on");
      mode("shadow");
      refreshQueues(realm, "admin", cluster);
      assertThat(command(realm, "alice", doctor))
          .containsPattern("running modes +They are .shadow");

      // The switch for trouble, as a command of its own, goes by the files and the ticket alone.
      String[] off = {"off", "--conf", clientConf(cluster).toString()};
      assertThat(command(realm, "bob", off))
          .contains("User bob doesn't have permission to call 'refreshQueues'", "exit 1");
      assertThat(command(realm, "alice", doctor))
          .containsPattern("running modes +They are .shadow");
      assertThat(command(realm, "admin", off))
          .contains("The ResourceManager that is active has taken it over", "exit 0");
      assertThat(command(realm, "alice", doctor)).containsPattern("running modes +They are .off");

      Files.createFile(over);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  as(realm, "alice", cluster, client -> report(client, id))
                          .getFinalApplicationStatus()
                      == FinalApplicationStatus.SUCCEEDED);
    }
  }

  /** Starts a cluster that reads its queues and modes from files, as a refresh does. */
  private LocalYarnCluster start(LocalYarnParameters parameters) throws Exception {
    mode("on");
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    // Where Hadoop's configurations that are made from now on look for files.
    caller.setContextClassLoader(new FilesFirst(conf(), before));
    LocalYarnCluster cluster;
    try {
      cluster = LocalYarnCluster.start(parameters);
    } finally {
      caller.setContextClassLoader(before);
    }
    Configuration queues = new Configuration(false);
    cluster
        .resourceManager()
        .getConfig()
        .getPropsWithPrefix(QUEUES)
        .forEach((key, value) -> queues.set(QUEUES + key, value));
    write(queues, "capacity-scheduler.xml");
    return cluster;
  }

  /** A class path of which the files of a folder come first: YARN's tests have queues of theirs. */
  private static final class FilesFirst extends ClassLoader {
    private final Path folder;

    FilesFirst(Path folder, ClassLoader parent) {
      super(parent);
      this.folder = folder;
    }

    @Override
    public @Nullable URL getResource(String name) {
      Path file = folder.resolve(name);
      try {
        return Files.isRegularFile(file) ? file.toUri().toURL() : super.getResource(name);
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The folder of the ResourceManager, with what its clients are to read. */
  private Path clientConf(LocalYarnCluster cluster) throws IOException {
    Configuration yarn = new Configuration(false);
    for (String key :
        List.of(
            "yarn.resourcemanager.admin.address",
            "yarn.resourcemanager.principal",
            "yarn.resourcemanager.webapp.address")) {
      yarn.set(key, cluster.resourceManager().getConfig().get(key));
    }
    write(yarn, "yarn-site.xml");
    Configuration core = new Configuration(false);
    core.set("hadoop.security.authentication", "kerberos");
    core.set("hadoop.security.authorization", "true");
    write(core, "core-site.xml");
    return conf();
  }

  private void mode(String mode) throws IOException {
    Configuration site = new Configuration(false);
    site.set("foresight.mode", mode);
    site.set("foresight.cycle-millis", "200");
    write(site, "foresight-site.xml");
  }

  private Path conf() throws IOException {
    return Files.createDirectories(folder.resolve("conf"));
  }

  /** All at once: the ResourceManager may read its files at any time. */
  private void write(Configuration conf, String name) throws IOException {
    Path written = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(written)) {
      conf.writeXml(out);
    }
    Files.move(written, conf().resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  private LocalYarnParameters parameters(KerberosRealm realm, String daemon, String web)
      throws Exception {
    String keytab = realm.keytab().toString();
    Path secret = Files.writeString(folder.resolve("secret"), "signs the cookies");
    return LocalYarnParameters.DEFAULTS
        .withSize(1, 4)
        .withScheduler(
            "org.foresight.yarn.ForesightScheduler",
            true,
            ImmutableMap.<String, String>builder()
                // Principals of services hold the machine's name, by which it is to be called.
                .put("yarn.minicluster.fixed.ports", "false")
                .put("hadoop.security.authentication", "kerberos")
                .put("hadoop.security.authorization", "true")
                .put("yarn.resourcemanager.principal", realm.principal(daemon))
                .put("yarn.resourcemanager.keytab", keytab)
                .put("yarn.nodemanager.principal", realm.principal(daemon))
                .put("yarn.nodemanager.keytab", keytab)
                .put("yarn.resourcemanager.webapp.spnego-principal", realm.principal(web))
                .put("yarn.resourcemanager.webapp.spnego-keytab-file", keytab)
                .put(
                    "hadoop.http.filter.initializers",
                    "org.apache.hadoop.security.AuthenticationFilterInitializer")
                .put("hadoop.http.authentication.type", "kerberos")
                .put("hadoop.http.authentication.kerberos.principal", realm.principal(web))
                .put("hadoop.http.authentication.kerberos.keytab", keytab)
                .put("hadoop.http.authentication.signature.secret.file", secret.toString())
                .put("yarn.acl.enable", "true")
                .put("yarn.admin.acl", "admin")
                .put("yarn.scheduler.capacity.root.acl_submit_applications", "*")
                .put("yarn.scheduler.capacity.root.acl_administer_queue", " ")
                .buildOrThrow());
  }

  /** What is done with a client of YARN. */
  private interface Step<T> {
    T with(YarnClient client) throws Exception;
  }

  private static <T> T as(KerberosRealm realm, String user, LocalYarnCluster cluster, Step<T> step)
      throws Exception {
    PrivilegedExceptionAction<T> action =
        () -> {
          try (YarnClient client = YarnClient.createYarnClient()) {
            client.init(cluster.configuration());
            client.start();
            return step.with(client);
          }
        };
    return realm.login(user).doAs(action);
  }

  /** Submits an application of one task with a deadline; its id. */
  private String submit(KerberosRealm realm, LocalYarnCluster cluster, String task)
      throws Exception {
    Path conf = folder.resolve("yarn.xml");
    try (var out = Files.newBufferedWriter(conf)) {
      cluster.configuration().writeXml(out);
    }
    String master =
        String.join(
            " ",
            java(realm, OneTaskMaster.class, conf.toString(), "'" + task + "'", "2>&1", ">master"));
    return as(
        realm,
        "alice",
        cluster,
        client -> {
          ApplicationSubmissionContext context =
              client.createApplication().getApplicationSubmissionContext();
          context.setApplicationName("secret");
          context.setQueue("production");
          context.setApplicationTags(Set.of("foresight.deadline=PT5M"));
          context.setResource(Resource.newInstance(1_024, 1));
          context.setAMContainerSpec(
              ContainerLaunchContext.newInstance(
                  Map.of(), Map.of(), List.of(master), Map.of(), null, Map.of()));
          return client.submitApplication(context).toString();
        });
  }

  private static ApplicationReport report(YarnClient client, String id) throws Exception {
    return client.getApplicationReport(ApplicationId.fromString(id));
  }

  private static JsonNode get(KerberosRealm realm, String user, String address) throws Exception {
    PrivilegedExceptionAction<JsonNode> get =
        () -> {
          HttpURLConnection connection =
              new AuthenticatedURL()
                  .openConnection(URI.create(address).toURL(), new AuthenticatedURL.Token());
          assertThat(connection.getResponseCode()).isEqualTo(200);
          try (var body = connection.getInputStream()) {
            return JSON.readTree(body);
          }
        };
    return realm.login(user).doAs(get);
  }

  /** As one without a login is answered. */
  private static int status(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  /** Runs a command in a process that has a user's ticket; what it printed, and its status. */
  private String command(KerberosRealm realm, String user, String... arguments) throws Exception {
    Path cache = folder.resolve("ticket-of-" + user);
    if (!user.equals("nobody") && !Files.exists(cache)) {
      realm.kinit(user, cache);
    }
    ProcessBuilder builder =
        new ProcessBuilder(java(realm, Foresight.class, arguments)).redirectErrorStream(true);
    builder.environment().put("KRB5CCNAME", "FILE:" + cache);
    builder.environment().remove("HADOOP_CONF_DIR");
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return printed + "exit " + process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  /** The command line of a class in this realm. */
  private static List<String> java(KerberosRealm realm, Class<?> main, String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-Djava.security.krb5.conf=" + realm.configuration());
    line.add("-cp");
    line.add(System.getProperty("java.class.path"));
    line.add(main.getName());
    line.addAll(List.of(arguments));
    return line;
  }

  /** What {@code yarn rmadmin -refreshQueues} does. */
  private static void refreshQueues(KerberosRealm realm, String user, LocalYarnCluster cluster)
      throws Exception {
    PrivilegedExceptionAction<RefreshQueuesResponse> refresh =
        () ->
            ClientRMProxy.createRMProxy(
                    cluster.configuration(), ResourceManagerAdministrationProtocol.class)
                .refreshQueues(RefreshQueuesRequest.newInstance());
    realm.login(user).doAs(refresh);
  }
}
