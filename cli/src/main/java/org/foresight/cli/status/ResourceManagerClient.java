package org.foresight.cli.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.foresight.cli.support.WebAddress;
import org.jspecify.annotations.Nullable;

/**
 * Asks a ResourceManager's Foresight. One on standby sends to the active one, whom this follows. It
 * can't log in with Kerberos.
 */
public final class ResourceManagerClient {

  private static final String ROOT = "/ws/v1/foresight";
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration WHOLE = Duration.ofSeconds(60);
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ImmutableList<String> addresses;
  private final @Nullable String user;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .build();

  /**
   * @param addresses web addresses, of which the first that can be reached counts
   * @param user who asks; null for whoever the ResourceManager takes the caller for
   */
  public ResourceManagerClient(ImmutableList<String> addresses, @Nullable String user) {
    this.addresses = addresses;
    this.user = user;
  }

  /**
   * The answer.
   *
   * @param path what is asked for, such as {@code /jobs}
   * @throws IOException if there is none, with what the ResourceManager says
   */
  public JsonNode get(String path, ImmutableMap<String, String> parameters)
      throws IOException, InterruptedException {
    Map<String, String> all = new TreeMap<>(parameters);
    if (user != null) {
      all.put("user.name", user);
    }
    String query =
        all.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
    IOException unreachable = null;
    for (String address : addresses) {
      URI request = WebAddress.of(address, ROOT + path + (query.isEmpty() ? "" : "?" + query));
      try {
        return read(request, send(request));
      } catch (UnreachableException e) {
        unreachable = e;
      }
    }
    throw unreachable == null ? new IOException("No ResourceManager is known.") : unreachable;
  }

  private HttpResponse<String> send(URI request) throws IOException, InterruptedException {
    try {
      return client.send(
          HttpRequest.newBuilder(request)
              .header("Accept", "application/json")
              .timeout(WHOLE)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (HttpTimeoutException e) {
      throw new UnreachableException(
          request + ": the ResourceManager did not answer within " + WHOLE.toSeconds() + " s.", e);
    } catch (IOException e) {
      throw new UnreachableException(
          request
              + ": the ResourceManager cannot be reached"
              + (e.getMessage() == null ? "." : " (" + e.getMessage() + ")."),
          e);
    }
  }

  private static JsonNode read(URI request, HttpResponse<String> response) throws IOException {
    int status = response.statusCode();
    if (status == UNAUTHORIZED) {
      throw new IOException(
          request
              + ": the ResourceManager wants a login, which this command does not have; ask by"
              + " curl --negotiate -u : \""
              + request
              + "\".");
    }
    JsonNode answer = null;
    try {
      answer = JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      // Told below, as of no Foresight.
    }
    if (status == OK && answer != null && answer.isObject()) {
      return answer;
    }
    String message = answer == null ? "" : answer.path("message").asText();
    throw new IOException(
        message.isEmpty()
            ? request
                + ": this is no ResourceManager with Foresight (status "
                + status
                + "); accepted: an answer in JSON."
            : message);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** There is nobody there. */
  private static final class UnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreachableException(String message, IOException cause) {
      super(message, cause);
    }
  }
}
