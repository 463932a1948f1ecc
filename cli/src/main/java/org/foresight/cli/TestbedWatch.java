package org.foresight.cli;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.foresight.testbed.ReachableTestbed;
import org.jspecify.annotations.Nullable;

/**
 * Looks, from a thread of its own, whether a testbed is up while somebody works on it, and
 * interrupts the work if not: Hadoop's clients would try for a quarter of an hour to reach a
 * ResourceManager that nobody will start again.
 */
final class TestbedWatch {

  private static final long LOOK_MILLIS = 1_000;
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(5);

  /** A restart is no end: a ResourceManager may take a while to end, and its successor to start. */
  private static final Duration LONGEST_ABSENCE = Duration.ofSeconds(60);

  /** What is done meanwhile. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException, InterruptedException;
  }

  private final ReachableTestbed testbed;
  private final Thread worker;
  private final LongSupplier nanoTime;

  /** Of the thread that looks. */
  private long lastSeenNanos;

  /** Guarded by this, as is whether the work goes on. */
  private @Nullable String end;

  private boolean isOver;

  private TestbedWatch(ReachableTestbed testbed, Thread worker, LongSupplier nanoTime) {
    this.testbed = testbed;
    this.worker = worker;
    this.nanoTime = nanoTime;
    this.lastSeenNanos = nanoTime.getAsLong();
  }

  /**
   * Works as long as the testbed is up.
   *
   * @param nanoTime measures durations
   * @throws IOException also if it has ended meanwhile
   */
  static <T> T whileUp(ReachableTestbed testbed, LongSupplier nanoTime, Work<T> work)
      throws IOException, InterruptedException {
    TestbedWatch watch = new TestbedWatch(testbed, Thread.currentThread(), nanoTime);
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setNameFormat("testbed-watch-%d").setDaemon(true).build());
    Future<?> unused = // It never fails.
        thread.scheduleWithFixedDelay(watch::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    try {
      return work.run();
    } catch (IOException | InterruptedException e) { // Hadoop makes one of the other.
      String why = watch.over();
      if (why == null) {
        throw e;
      }
      throw new IOException(why, e);
    } finally {
      if (watch.over() != null) {
        boolean unusedToo = Thread.interrupted(); // By the watch, after the work's end.
      }
      boolean unusedAlso = MoreExecutors.shutdownAndAwaitTermination(thread, LONGEST_LOOK);
    }
  }

  /** The work is over; why it was ended, null if it was not. */
  private synchronized @Nullable String over() {
    isOver = true;
    return end;
  }

  private void look() {
    try {
      if (testbed.isUp()) {
        lastSeenNanos = nanoTime.getAsLong();
      } else if (testbed.isDown()) {
        end("The testbed was taken down meanwhile");
      } else if (nanoTime.getAsLong() - lastSeenNanos > LONGEST_ABSENCE.toNanos()) {
        end(
            "No ResourceManager of the testbed has run for "
                + LONGEST_ABSENCE.toSeconds()
                + " s; "
                + testbed.start());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The work is over.
    } catch (IOException | RuntimeException unseen) {
      lastSeenNanos = nanoTime.getAsLong(); // Who can't look has seen nothing end.
    }
  }

  private synchronized void end(String why) {
    if (!isOver && end == null) {
      end = why + "; logs: " + testbed.folder().logs();
      worker.interrupt();
    }
  }
}
