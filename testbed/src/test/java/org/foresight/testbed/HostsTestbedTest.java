package org.foresight.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.yarn.site.SiteFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Without daemons: jars that are empty, and a web server that answers as a ResourceManager's. */
@Timeout(60)
class HostsTestbedTest {
  private static final TestbedParameters SMALL = TestbedParameters.DEFAULTS.withSize(1, 3, 4_096);

  @TempDir private Path temporary;

  @Test
  void everyHostStartsItsDaemonByWhatJavaReads() throws Exception {
    HostsTestbed testbed = layOut();

    Path root = testbed.folder().root();
    assertThat(testbed.managerArguments())
        .isEqualTo(root.resolve("resourcemanager.arguments"))
        .hasContent(
            String.join(
                "\n",
                "\"-Xmx512m\"",
                "\"-XX:+UseSerialGC\"",
                "\"-Djava.io.tmpdir=" + root + "/tmp\"",
                "\"-cp\"",
                "\"R/conf:R/hadoop/share/hadoop/yarn/*:R/hadoop/share/hadoop/yarn/lib/*\""
                    .replace("R", root.toString()),
                "\"org.apache.hadoop.yarn.server.resourcemanager.ResourceManager\"",
                ""));
    assertThat(testbed.nodeArguments())
        .content()
        .contains(root + "/nodes/nodemanager/conf:", root + "/foresight-testbed.jar\"\n")
        .endsWith("\"org.apache.hadoop.yarn.server.nodemanager.NodeManager\"\n");
    assertThat(root.resolve("tmp")).isDirectory();
    assertThat(testbed.folder().plugIns().resolve("other-1.jar")).exists();
  }

  @Test
  void isFoundAgainAndIsNoneOfProcesses() throws Exception {
    Path root = layOut().folder().root();

    assertThat(ReachableTestbed.of(root)).isInstanceOf(HostsTestbed.class);
    assertThatIOException()
        .isThrownBy(() -> Testbed.of(root))
        .withMessageStartingWith(root + ": the daemons of this testbed are on hosts of their own");
  }

  @Test
  void theResourceManagerSaysWhetherItIsUpAndHowManyNodesThereAre() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/ws/v1/cluster/info", exchange -> answer(exchange, "{}"));
    server.createContext(
        "/ws/v1/cluster/metrics",
        exchange -> answer(exchange, "{\"clusterMetrics\":{\"activeNodes\":5}}"));
    server.start();
    Path root = layOut().folder().root();
    Path site = root.resolve("conf/yarn-site.xml");
    Files.writeString(
        site,
        SiteFile.parse(site.toString(), Files.readString(site))
            .with(YarnConfiguration.RM_WEBAPP_ADDRESS, "127.0.0.1:" + server.getAddress().getPort())
            .text());
    ReachableTestbed testbed = ReachableTestbed.of(root);
    try {
      assertThat(testbed.isUp()).isTrue();
      assertThat(testbed.slots()).isEqualTo(5 * 3);
    } finally {
      server.stop(0);
    }

    assertThat(testbed.isUp()).isFalse();
    assertThat(testbed.isDown()).as("somebody may start it again").isFalse();
    assertThatIOException()
        .isThrownBy(testbed::slots)
        .withMessageStartingWith("No node of the testbed runs; http://127.0.0.1:");
  }

  private static void answer(HttpExchange exchange, String json) throws IOException {
    byte[] bytes = json.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private HostsTestbed layOut() throws IOException, InterruptedException {
    Path libraries = Files.createDirectories(temporary.resolve("build/cli/target/lib"));
    for (String jar :
        new String[] {
          "hadoop-yarn-server-resourcemanager-1.jar", "other-1.jar", "foresight-testbed-1.jar"
        }) {
      Files.createFile(libraries.resolve(jar));
    }
    return HostsTestbed.layOut(
        SMALL, new ForesightBuild(temporary.resolve("build")), temporary.resolve("testbed"));
  }
}
