package org.foresight.cli.predict;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.foresight.cli.support.WebAddress;
import org.foresight.cli.support.WebClient;
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
  private static final Duration WHOLE = Duration.ofSeconds(60);
  private static final int OK = 200;

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
    // The answer that asks for a login may be longer than the one that counts.
    HttpResponse.BodyHandler<Path> file =
        HttpResponse.BodyHandlers.ofFile(
            answer, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    int status = new WebClient(whole).get(request, file).statusCode();
    if (status != OK) {
      throw new IOException(
          request + ": the ResourceManager answered with status " + status + "; accepted: 200.");
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
