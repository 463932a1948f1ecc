package org.foresight.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Asks daemons by their web servers. Thread-safe. */
final class DaemonWeb {
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LONGEST_ANSWER).build();

  /** Empty where nobody answers yet, or it is said that it is starting. */
  Optional<JsonNode> ask(String address) throws InterruptedException {
    HttpRequest question =
        HttpRequest.newBuilder(URI.create(address))
            .header("Accept", "application/json")
            .timeout(LONGEST_ANSWER)
            .build();
    try {
      HttpResponse<String> response = http.send(question, HttpResponse.BodyHandlers.ofString());
      return response.statusCode() == HttpURLConnection.HTTP_OK
          ? Optional.of(JSON.readTree(response.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What a ResourceManager says of itself. */
  Optional<JsonNode> managerInfo(String manager) throws InterruptedException {
    return ask(manager + "/ws/v1/cluster/info");
  }

  /** How many nodes a ResourceManager knows that run. */
  int runningNodes(String manager) throws InterruptedException {
    return ask(manager + "/ws/v1/cluster/metrics")
        .map(json -> json.at("/clusterMetrics/activeNodes").asInt())
        .orElse(0);
  }
}
