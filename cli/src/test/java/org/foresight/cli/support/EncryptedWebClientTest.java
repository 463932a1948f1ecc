package org.foresight.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.foresight.cli.Foresight;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands, in processes of their own, that ask a ResourceManager by https. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class EncryptedWebClientTest {
  private static final String PASSWORD = "changeit";
  private static final Path JAVA_TOOLS = Path.of(System.getProperty("java.home"), "bin");

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // Set before the test.
  private HttpsServer server;

  @BeforeEach
  void listen() throws Exception {
    // One file for the server's key and for whom the client trusts.
    Path keys = folder.resolve("keys");
    assertThat(
            run(
                List.of(
                    JAVA_TOOLS.resolve("keytool").toString(),
                    "-genkeypair",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "san=dns:localhost",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    keys.toString())))
        .endsWith("exit 0");
    KeyStore store = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    key.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(key.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/ws/v1/foresight/queues",
        exchange -> {
          byte[] body = "{\"queues\":[{\"path\":\"root.etl\"}]}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void certificatesAreThoseThatTheJvmTrusts() throws Exception {
    assertThat(
            queue(
                "-Djavax.net.ssl.trustStore=" + folder.resolve("keys"),
                "-Djavax.net.ssl.trustStorePassword=" + PASSWORD))
        .contains("root.etl")
        .endsWith("exit 0");
    assertThat(queue()).contains("cannot be reached (", "certification path").endsWith("exit 1");
  }

  private String queue(String... options) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(JAVA_TOOLS.resolve("java").toString());
    line.addAll(List.of(options));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Foresight.class.getName()));
    line.addAll(List.of("queue", "--rm", "https://localhost:" + server.getAddress().getPort()));
    return run(line);
  }

  private static String run(List<String> line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try (InputStream printed = process.getInputStream()) {
      process.getOutputStream().close();
      String text = new String(printed.readAllBytes(), StandardCharsets.UTF_8);
      return text + "exit " + process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }
}
