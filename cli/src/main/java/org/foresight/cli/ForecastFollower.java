package org.foresight.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.foresight.cli.status.ResourceManagerClient;
import org.foresight.cli.support.ErrorLines;
import org.foresight.predictor.Counts;
import org.jspecify.annotations.Nullable;

/**
 * Asks a ResourceManager again and again what is planned and predicted of its jobs, as anybody can,
 * from a thread of its own.
 *
 * <p>Thread-safe.
 */
final class ForecastFollower implements AutoCloseable {

  private static final long INTERVAL_MILLIS = 250;
  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

  private final ResourceManagerClient client;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("forecasts-%d").setDaemon(true).build());

  // All guarded by this.
  private final Forecasts forecasts = new Forecasts();
  private int asked;
  private int unanswered;
  private @Nullable String lastProblem;

  private ForecastFollower(ResourceManagerClient client) {
    this.client = client;
  }

  /** Begins to ask. */
  static ForecastFollower start(ResourceManagerClient client) {
    ForecastFollower follower = new ForecastFollower(client);
    Future<?> unused = // It does not fail.
        follower.thread.scheduleWithFixedDelay(
            follower::ask, 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    return follower;
  }

  private void ask() {
    try {
      JsonNode answer = client.get("/jobs", ImmutableMap.of());
      synchronized (this) {
        asked++;
        forecasts.add(answer);
      }
    } catch (IOException | RuntimeException e) {
      synchronized (this) {
        asked++;
        unanswered++;
        lastProblem = ErrorLines.of(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What was said first, see {@link Forecasts#byJob}. */
  synchronized ImmutableMap<String, JobForecast> byJob(
      Function<String, Optional<String>> jobs, Instant begin, double timeScale) {
    return forecasts.byJob(jobs, begin, timeScale);
  }

  /** What is missing, for people. */
  synchronized ImmutableList<String> remarks() {
    return unanswered == 0
        ? ImmutableList.of()
        : ImmutableList.of(
            unanswered
                + " of "
                + Counts.of(asked, "question")
                + " for plans and predictions had no answer, the last of them: "
                + lastProblem);
  }

  /** Asks no more. */
  @Override
  public void close() {
    boolean unused = MoreExecutors.shutdownAndAwaitTermination(thread, LONGEST_STOP);
  }
}
