package org.foresight.cli.predict;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.foresight.cli.support.WebAddress;
import org.foresight.traces.BadLines;
import org.foresight.traces.past.PastJob;
import org.foresight.traces.past.PastJobStream;
import org.foresight.traces.past.YarnApplications;

/**
 * The finished applications that a ResourceManager still knows; by default it keeps ten thousand.
 * Its answer is received whole before it is read, so that a slow reader holds nothing of it up.
 */
final class ResourceManagerApplications {

  private static final String PATH = "/ws/v1/cluster/apps?states=FINISHED,KILLED,FAILED";
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration WHOLE = Duration.ofSeconds(60);
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;

  private final URI request;
  private final Duration whole;

  private ResourceManagerApplications(URI request, Duration whole) {
    this.request = request;
    this.whole = whole;
  }

  /**
   * Those of a ResourceManager.
   *
   * @param address its web address, such as {@code http://host:8088}
   * @throws IllegalArgumentException if it is none
   */
  static ResourceManagerApplications of(String address) {
    return of(address, WHOLE);
  }

  /**
   * The same.
   *
   * @param whole how long it may take until the answer is there
   */
  static ResourceManagerApplications of(String address, Duration whole) {
    return new ResourceManagerApplications(WebAddress.of(address, PATH), whole);
  }

  /**
   * Asks for them.
   *
   * @throws org.foresight.traces.TraceFormatException if the answer is no such answer
   * @throws IOException if there is none in time
   */
  PastRecords open(BadLines badLines) throws IOException, InterruptedException {
    Path answer = Files.createTempFile("foresight-applications-", ".json");
    try {
      download(answer);
      PastJobStream jobs =
          YarnApplications.open(Files.newInputStream(answer), request.toString(), badLines);
      return new SubmittedRuns(new Downloaded(jobs, answer));
    } catch (IOException | InterruptedException | RuntimeException e) {
      Files.deleteIfExists(answer);
      throw e;
    }
  }

  private void download(Path answer) throws IOException, InterruptedException {
    HttpClient client =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    CompletableFuture<HttpResponse<Path>> response =
        client.sendAsync(
            HttpRequest.newBuilder(request).header("Accept", "application/json").build(),
            HttpResponse.BodyHandlers.ofFile(answer));
    try {
      // The client's own timeout ends with the headers of the answer.
      int status = response.get(whole.toMillis(), TimeUnit.MILLISECONDS).statusCode();
      if (status != OK) {
        throw new IOException(
            request
                + ": the ResourceManager answered with status "
                + status
                + (status == UNAUTHORIZED
                    ? ", it wants a login; save its answer (curl --negotiate) and import the file."
                    : "; accepted: 200."));
      }
    } catch (TimeoutException e) {
      throw new IOException(
          request + ": there was no whole answer within " + whole.toSeconds() + " s.", e);
    } catch (ExecutionException e) {
      String reason = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage());
      throw new IOException(
          request
              + ": the ResourceManager cannot be reached"
              + (reason.equals("null") ? "." : " (" + reason + ")."),
          e);
    } finally {
      boolean unused = response.cancel(true);
    }
  }

  /** Deletes the answer at the end. */
  private record Downloaded(PastJobStream jobs, Path answer) implements PastJobStream {

    @Override
    public boolean hasNext() {
      return jobs.hasNext();
    }

    @Override
    public PastJob next() {
      return jobs.next();
    }

    @Override
    public ImmutableSortedMap<String, Long> leftOut() {
      return jobs.leftOut();
    }

    @Override
    public void close() throws IOException {
      try {
        jobs.close();
      } finally {
        Files.deleteIfExists(answer);
      }
    }
  }
}
