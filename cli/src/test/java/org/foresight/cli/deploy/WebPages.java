package org.foresight.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** What a ResourceManager's web server says, as JSON. */
final class WebPages {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;

  /**
   * @param host and port
   */
  WebPages(String host) {
    address = "http://" + host;
  }

  String address() {
    return address;
  }

  JsonNode foresight() throws Exception {
    return get("/ws/v1/foresight");
  }

  JsonNode app(String id) throws Exception {
    return get("/ws/v1/cluster/apps/" + id).path("app");
  }

  JsonNode metrics() throws Exception {
    return get("/ws/v1/cluster/metrics").path("clusterMetrics");
  }

  /** Whether it is the one that is active. */
  String haState() throws Exception {
    return get("/ws/v1/cluster/info").at("/clusterInfo/haState").asText();
  }

  JsonNode get(String path) throws Exception {
    return JSON.readTree(send(path).body());
  }

  int status(String path) throws Exception {
    return send(path).statusCode();
  }

  private HttpResponse<String> send(String path) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Accept", "application/json")
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
