package org.foresight.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.security.auth.login.LoginException;
import org.ietf.jgss.GSSException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client shows to web servers; a real Kerberos is for {@code KerberosIT}. */
class WebClientTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<HttpServer> servers = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // Set before every test.
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = server("127.0.0.1");
    serve(server, "/free", exchange -> answer(exchange, 200, "free"));
    serve(server, "/kerberos", WebClientTest::behindKerberos);
  }

  @AfterEach
  void stop() {
    servers.forEach(running -> running.stop(0));
  }

  @Test
  void nothingIsShownToWhomDoesNotAsk() throws Exception {
    assertThat(client(host -> "token of " + host).get(address("/free"), text()).body())
        .isEqualTo("free");

    assertThat(asked).containsExactly("127.0.0.1/free without a token");
  }

  @Test
  void theTokenOfTheServerIsShownToWhomAsksForKerberos() throws Exception {
    HttpResponse<String> answer = client(host -> "for-" + host).get(address("/kerberos"), text());

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("kerberos");
    assertThat(asked)
        .containsExactly(
            "127.0.0.1/kerberos without a token",
            "127.0.0.1/kerberos with Negotiate for-127.0.0.1");
  }

  @Test
  void eachServerOnTheWayIsShownItsOwn() throws Exception {
    HttpServer active = server("127.0.0.2");
    serve(active, "/kerberos", WebClientTest::behindKerberos);
    String location = "http://127.0.0.2:" + active.getAddress().getPort() + "/kerberos";
    serve(
        server,
        "/standby",
        exchange -> {
          if (exchange.getRequestHeaders().containsKey("Authorization")) {
            exchange.getResponseHeaders().add("Location", location);
            answer(exchange, 307, "not active");
          } else {
            behindKerberos(exchange);
          }
        });

    assertThat(client(host -> "for-" + host).get(address("/standby"), text()).body())
        .isEqualTo("kerberos");

    assertThat(asked)
        .containsExactly(
            "127.0.0.1/standby without a token",
            "127.0.0.1/standby with Negotiate for-127.0.0.1",
            "127.0.0.2/kerberos without a token",
            "127.0.0.2/kerberos with Negotiate for-127.0.0.2");
  }

  @Test
  void whoHasNoTicketIsToldToGetOne() {
    WebClient client =
        client(
            host -> {
              throw new LoginException("no cache");
            });

    assertThatThrownBy(() -> client.get(address("/kerberos"), text()))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(UnreachableException.class)
        .hasMessage(
            address("/kerberos")
                + ": the ResourceManager asks for Kerberos, and you have no valid ticket; run kinit"
                + " (no cache).");
  }

  @Test
  void serverThatKerberosDoesNotKnowIsNamed() {
    WebClient client =
        client(
            host -> {
              throw new GSSException(GSSException.NO_CRED);
            });

    assertThatThrownBy(() -> client.get(address("/kerberos"), text()))
        .hasMessageContaining("which has no ticket for HTTP/127.0.0.1; name it as its principal");
  }

  @Test
  void ticketThatIsNotAcceptedIsShownOnce() {
    serve(server, "/never", WebClientTest::askForKerberos);

    assertThatThrownBy(() -> client(host -> "token").get(address("/never"), text()))
        .hasMessage(
            address("/never")
                + ": the ResourceManager does not accept your Kerberos ticket (status 401).");
    assertThat(asked).hasSize(2);
  }

  @Test
  void otherLoginsAreNotTried() {
    serve(
        server,
        "/basic",
        exchange -> {
          exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"x\"");
          answer(exchange, 401, "");
        });

    assertThatThrownBy(() -> client(host -> "token").get(address("/basic"), text()))
        .hasMessageContaining("wants a login other than Kerberos (status 401)");
    assertThat(asked).hasSize(1);
  }

  @Test
  void serverThatSendsToItselfIsLeft() {
    serve(
        server,
        "/circle",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "/circle");
          answer(exchange, 302, "");
        });

    assertThatThrownBy(() -> client(host -> "token").get(address("/circle"), text()))
        .hasMessageContaining("sends from one address to the next without end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://host/x", "http:///x", "http://a b/", "mailto:x", "%"})
  void serverThatSendsToNoWebAddressIsNamed(String location) {
    serve(
        server,
        "/astray",
        exchange -> {
          exchange.getResponseHeaders().add("Location", location);
          answer(exchange, 302, "");
        });

    assertThatThrownBy(() -> client(host -> "token").get(address("/astray"), text()))
        .isInstanceOf(IOException.class)
        .hasMessage(address("/astray") + ": sends to (" + location + "), which is no web address.");
  }

  @Test
  void whoDoesNotAnswerInTimeIsUnreachable() {
    serve(server, "/silent", exchange -> exchange.sendResponseHeaders(200, 1));

    assertThatThrownBy(
            () ->
                new WebClient(Duration.ofMillis(1), host -> "token")
                    .get(address("/silent"), text()))
        .isInstanceOf(UnreachableException.class)
        .hasMessageContaining("there was no whole answer within");
  }

  /** Such as whoever else listens at the port. */
  @Test
  void whoSendsWithoutEndIsNotHeardToTheEnd() {
    byte[] much = new byte[1 << 20];
    serve(
        server,
        "/endless",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          while (true) {
            exchange.getResponseBody().write(much); // Until nobody takes it any more.
          }
        });

    assertThatThrownBy(() -> client(host -> "token").getText(address("/endless")))
        .isInstanceOf(UnreachableException.class)
        .hasMessageContaining("its answer is longer than 67108864 bytes");
  }

  private HttpServer server(String host) throws IOException {
    HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), 0), 0);
    servers.add(made);
    made.start();
    return made;
  }

  private void serve(HttpServer at, String path, HttpHandler handler) {
    at.createContext(
        path,
        exchange -> {
          String token = exchange.getRequestHeaders().getFirst("Authorization");
          asked.add(
              exchange.getLocalAddress().getAddress().getHostAddress()
                  + path
                  + (token == null ? " without a token" : " with " + token));
          handler.handle(exchange);
        });
  }

  private static void behindKerberos(HttpExchange exchange) throws IOException {
    if (exchange.getRequestHeaders().containsKey("Authorization")) {
      answer(exchange, 200, "kerberos");
    } else {
      askForKerberos(exchange);
    }
  }

  private static void askForKerberos(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("WWW-Authenticate", "Negotiate");
    answer(exchange, 401, "a page that says so at length");
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static HttpResponse.BodyHandler<String> text() {
    return HttpResponse.BodyHandlers.ofString();
  }

  private static WebClient client(WebClient.Login login) {
    return new WebClient(PATIENCE, login);
  }

  private URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }
}
