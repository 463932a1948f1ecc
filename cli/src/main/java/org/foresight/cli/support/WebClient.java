package org.foresight.cli.support;

import com.google.common.annotations.VisibleForTesting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.security.auth.login.LoginException;
import org.ietf.jgss.GSSException;

/**
 * Asks ResourceManagers' web servers, says by Kerberos who asks where they want to know it, and
 * follows where they send to, as one on standby does. Certificates are those that the JVM trusts.
 *
 * <p>Thread-safe.
 */
public final class WebClient {

  /** Proves who asks. */
  @FunctionalInterface
  interface Login {
    /**
     * What is to be shown to a web server, in Base64.
     *
     * @throws LoginException if nobody is logged in
     * @throws GSSException if there is no ticket for this server
     */
    String token(String host) throws LoginException, GSSException;
  }

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int MOST_HOPS = 10;
  private static final long MOST_TEXT_BYTES = 64L << 20;
  private static final int UNAUTHORIZED = 401;
  private static final String NEGOTIATE = "negotiate";

  private final Duration whole;
  private final Login login;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          // What one server is shown is not for the one that it sends to.
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * @param whole how long it may take until the whole of an answer is there
   */
  public WebClient(Duration whole) {
    this(whole, new KerberosTicket());
  }

  @VisibleForTesting
  WebClient(Duration whole, Login login) {
    this.whole = whole;
    this.login = login;
  }

  /**
   * The answer, of whatever status but 401, which asks for a login, as a text that fits into
   * memory: of a job it says 2 KiB.
   *
   * @throws UnreachableException if there is nobody, or no whole answer in time
   * @throws IOException if the caller can't be logged in, with what to do about it
   */
  public HttpResponse<String> getText(URI request) throws IOException, InterruptedException {
    return get(request, LimitedBody.handler(HttpResponse.BodyHandlers.ofString(), MOST_TEXT_BYTES));
  }

  /**
   * The answer, as {@link #getText}, however long.
   *
   * @param handler takes the body of every answer on the way there, the last one at last
   * @throws IOException as {@link #getText}
   */
  public <T> HttpResponse<T> get(URI request, HttpResponse.BodyHandler<T> handler)
      throws IOException, InterruptedException {
    URI at = request;
    Optional<String> token = Optional.empty();
    for (int hop = 0; hop < MOST_HOPS; hop++) {
      HttpResponse<T> response = send(at, token, handler);
      Optional<URI> next = next(response);
      if (response.statusCode() == UNAUTHORIZED) {
        token = Optional.of(token(at, response, token.isPresent()));
      } else if (next.isPresent()) {
        at = next.get();
        token = Optional.empty();
      } else {
        return response;
      }
    }
    throw new IOException(request + ": sends from one address to the next without end.");
  }

  private <T> HttpResponse<T> send(
      URI request, Optional<String> token, HttpResponse.BodyHandler<T> handler)
      throws IOException, InterruptedException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(request).header("Accept", "application/json");
    token.ifPresent(shown -> builder.header("Authorization", "Negotiate " + shown));
    CompletableFuture<HttpResponse<T>> response = client.sendAsync(builder.build(), handler);
    try {
      // The client's own timeout ends with the headers of the answer.
      return response.get(whole.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new UnreachableException(
          request + ": there was no whole answer within " + whole.toSeconds() + " s.", e);
    } catch (ExecutionException e) {
      String reason = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage());
      throw new UnreachableException(
          request
              + ": the ResourceManager cannot be reached"
              + (reason.equals("null") ? "." : " (" + reason + ")."),
          e);
    } finally {
      boolean unused = response.cancel(true);
    }
  }

  /**
   * Where an answer sends to; never from a web address with encryption to one without.
   *
   * @throws IOException if that is no web address
   */
  private static Optional<URI> next(HttpResponse<?> response) throws IOException {
    int status = response.statusCode();
    if (status != 301 && status != 302 && status != 303 && status != 307 && status != 308) {
      return Optional.empty();
    }
    URI from = response.uri();
    Optional<String> location = response.headers().firstValue("Location");
    if (location.isEmpty()) {
      return Optional.empty();
    }
    URI to = webAddress(from, location.get());
    return Optional.of(to)
        .filter(next -> "https".equals(next.getScheme()) || "http".equals(from.getScheme()));
  }

  private static URI webAddress(URI from, String location) throws IOException {
    try {
      URI to = from.resolve(location);
      if (to.getHost() != null
          && ("http".equals(to.getScheme()) || "https".equals(to.getScheme()))) {
        return to;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw new IOException(from + ": sends to (" + location + "), which is no web address.");
  }

  private String token(URI request, HttpResponse<?> response, boolean isRefused)
      throws IOException {
    if (response.headers().allValues("WWW-Authenticate").stream()
        .noneMatch(WebClient::negotiates)) {
      throw new IOException(
          request + ": the ResourceManager wants a login other than Kerberos (status 401).");
    }
    if (isRefused) {
      throw new IOException(
          request + ": the ResourceManager does not accept your Kerberos ticket (status 401).");
    }
    try {
      return login.token(request.getHost());
    } catch (LoginException e) {
      throw new IOException(
          request
              + ": the ResourceManager asks for Kerberos, and you have no valid ticket; run kinit ("
              + e.getMessage()
              + ").",
          e);
    } catch (GSSException e) {
      throw new IOException(
          request
              + ": the ResourceManager asks for Kerberos, which has no ticket for HTTP/"
              + request.getHost()
              + "; name it as its principal does ("
              + e.getMessage()
              + ").",
          e);
    }
  }

  private static boolean negotiates(String challenge) {
    return challenge.toLowerCase(Locale.ROOT).startsWith(NEGOTIATE);
  }
}
