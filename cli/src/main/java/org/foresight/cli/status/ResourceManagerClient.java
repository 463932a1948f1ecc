package org.foresight.cli.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.foresight.cli.support.UnreachableException;
import org.foresight.cli.support.WebAddress;
import org.foresight.cli.support.WebClient;
import org.jspecify.annotations.Nullable;

/** Asks a ResourceManager, and its Foresight. One on standby sends to the active one. */
public final class ResourceManagerClient {

  private static final String ROOT = "/ws/v1/foresight";
  private static final Duration WHOLE = Duration.ofSeconds(60);

  /** Where there are others to be asked: one that hangs is not to keep the caller from these. */
  private static final Duration WHOLE_OF_SEVERAL = Duration.ofSeconds(10);

  private static final int REDIRECTION = 3;
  private static final int HUNDRED = 100;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ImmutableList<String> addresses;
  private final @Nullable String user;
  private final WebClient client;

  /**
   * @param addresses web addresses, of which the first counts that answers as it should: one that
   *     starts or stands by may not
   * @param user who asks; null for whoever the ResourceManager takes the caller for
   */
  public ResourceManagerClient(ImmutableList<String> addresses, @Nullable String user) {
    this(addresses, user, addresses.size() > 1 ? WHOLE_OF_SEVERAL : WHOLE);
  }

  private ResourceManagerClient(
      ImmutableList<String> addresses, @Nullable String user, Duration whole) {
    this.addresses = addresses;
    this.user = user;
    this.client = new WebClient(whole);
  }

  /**
   * One for whoever has no time.
   *
   * @param folder of configuration, which names the ResourceManagers
   * @param whole for how long each of them is waited for
   */
  public static ResourceManagerClient inHaste(Path folder, Duration whole) {
    return new ResourceManagerClient(ResourceManagerOption.configured(folder), null, whole);
  }

  /**
   * The answer of Foresight.
   *
   * @param path what is asked for, such as {@code /jobs}
   * @throws IOException if there is none, with what the ResourceManager says
   */
  public JsonNode get(String path, ImmutableMap<String, String> parameters)
      throws IOException, InterruptedException {
    return getOfServer(ROOT + path, parameters);
  }

  /**
   * The answer of the ResourceManager.
   *
   * @param path what is asked for, such as {@code /ws/v1/cluster/info}
   * @throws IOException if there is none, with what the ResourceManager says
   */
  public JsonNode getOfServer(String path, ImmutableMap<String, String> parameters)
      throws IOException, InterruptedException {
    Map<String, String> all = new TreeMap<>(parameters);
    if (user != null) {
      all.put("user.name", user);
    }
    String query =
        all.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
    List<IOException> failed = new ArrayList<>();
    for (String address : addresses) {
      URI request = WebAddress.of(address, path + (query.isEmpty() ? "" : "?" + query));
      try {
        return read(request, client.getText(request));
      } catch (UnreachableException | NoAnswerException e) {
        failed.add(e);
      }
    }
    throw failure(failed);
  }

  /** What is said where nobody answers as he should. */
  private static IOException failure(List<IOException> failed) {
    if (failed.isEmpty()) {
      return new IOException("No ResourceManager is known.");
    }
    if (failed.size() == 1) {
      return failed.get(0);
    }
    String all = failed.stream().map(Throwable::getMessage).collect(Collectors.joining(" "));
    return failed.stream().allMatch(UnreachableException.class::isInstance)
        ? new UnreachableException(all, failed.get(0))
        : new IOException(all, failed.get(0));
  }

  /** Who answers is no ResourceManager, or none with Foresight, or not yet. */
  private static final class NoAnswerException extends IOException {
    private static final long serialVersionUID = 1;

    NoAnswerException(String message) {
      super(message);
    }
  }

  private static JsonNode read(URI request, HttpResponse<String> response) throws IOException {
    int status = response.statusCode();
    JsonNode answer = null;
    try {
      answer = JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      // Told below, as of no Foresight.
    }
    if (status == OK && answer != null && answer.isObject()) {
      return answer;
    }
    if (status / HUNDRED == REDIRECTION) {
      throw new NoAnswerException(
          request + ": this ResourceManager stands by, and knows of none that is active.");
    }
    boolean isForesights = request.getPath().contains(ROOT);
    if (isForesights && status == NOT_FOUND && (answer == null || !isProblem(answer))) {
      throw new NoAnswerException(
          request
              + ": there is nothing there (status 404). This ResourceManager does not run Foresight,"
              + " or foresight.web is false, or it is starting.");
    }
    String message = answer == null ? "" : answer.path("message").asText();
    if (message.isEmpty()) {
      throw new NoAnswerException(
          request
              + ": this is no ResourceManager"
              + (isForesights ? " with Foresight" : "")
              + " (status "
              + status
              + "); accepted: an answer in JSON.");
    }
    throw new IOException(message);
  }

  /** Whether Foresight says so; a web server that knows no such page says more, and less. */
  private static boolean isProblem(JsonNode answer) {
    return answer.size() == 1 && answer.has("message");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
