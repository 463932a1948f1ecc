package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.foresight.cli.status.ResourceManagerClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForecastFollowerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String JOBS =
      """
      {"jobs":[{"id":"app","startedMillis":null,"plannedStartMillis":3000,"runtime":null}]}
      """;

  private final AtomicInteger status = new AtomicInteger(200);
  private final AtomicInteger asked = new AtomicInteger();

  @SuppressWarnings("NullAway.Init") // Set before every test.
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/ws/v1/foresight/jobs",
        exchange -> {
          byte[] bytes = JOBS.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status.get(), bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
          asked.incrementAndGet();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void keepsWhatTheResourceManagerSays() {
    try (ForecastFollower follower = follow()) {
      await().atMost(PATIENCE).until(() -> !byJob(follower).isEmpty());

      assertThat(byJob(follower))
          .containsEntry("job", new JobForecast(OptionalLong.of(2_000), Optional.empty()));
      assertThat(follower.remarks()).isEmpty();
    }
  }

  @Test
  void asksOnAndSaysHowOftenThereWasNoAnswer() {
    status.set(503);
    try (ForecastFollower follower = follow()) {
      await().atMost(PATIENCE).until(() -> asked.get() >= 2);
      await().atMost(PATIENCE).until(() -> !follower.remarks().isEmpty());
      assertThat(follower.remarks().get(0)).contains("had no answer, the last of them: ");

      status.set(200);
      await().atMost(PATIENCE).until(() -> !byJob(follower).isEmpty());
    }
  }

  private ForecastFollower follow() {
    String address =
        "http://"
            + server.getAddress().getAddress().getHostAddress()
            + ":"
            + server.getAddress().getPort();
    return ForecastFollower.start(new ResourceManagerClient(ImmutableList.of(address), null));
  }

  private static ImmutableMap<String, JobForecast> byJob(ForecastFollower follower) {
    return follower.byJob(app -> Optional.of("job"), Instant.ofEpochMilli(1_000), 1.0);
  }
}
