package org.foresight.benchmarks;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.MixturePredictor;

/**
 * How long a predictor of a million feature values takes to come back, and how much heap it takes.
 */
public final class HistoryLoad {

  private static final int VALUES = 1_000_000;
  private static final int RUNS_OF_A_JOB = 40;
  private static final double NANOS_PER_SECOND = 1e9;

  private HistoryLoad() {}

  /**
   * Prints the measurements.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) throws IOException {
    long emptyBytes = usedHeapBytes();
    MixturePredictor predictor = new MixturePredictor(VALUES, 0);
    SplittableRandom random = new SplittableRandom(1);
    long jobs = 0;
    // Half of the jobs come once, the other half again and again, as in real clusters.
    for (int i = 0; predictor.valueCount() < VALUES; i++) {
      int runs = i % 2 == 0 ? 1 : 1 + random.nextInt(RUNS_OF_A_JOB);
      JobFeatures job =
          JobFeatures.builder("user-x" + i / 20, "job-x" + i, "root.q")
              .slots(1 + random.nextInt(64))
              .requestedMillis(60_000L * (1 + random.nextInt(600)))
              .build();
      for (int run = 0; run < runs; run++) {
        long millis = 1_000L + random.nextInt(1_000_000);
        predictor.learn(job, new JobOutcome(millis, 4, 3 * millis), Optional.empty());
        jobs++;
      }
    }
    double bytesPerValue = (double) (usedHeapBytes() - emptyBytes) / predictor.valueCount();
    Path file = Files.createTempFile("foresight-history-load", ".state");
    try {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
        predictor.save(out);
      }
      long begin = System.nanoTime();
      MixturePredictor restored = new MixturePredictor(VALUES, 0);
      try (DataInputStream in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
        restored.restore(in);
      }
      double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
      System.out.printf(
          Locale.ROOT,
          "%d values of %d jobs: %.0f bytes of heap a value, %.0f in a file; loaded in %.1f s%n",
          restored.valueCount(),
          jobs,
          bytesPerValue,
          (double) Files.size(file) / restored.valueCount(),
          seconds);
    } finally {
      Files.delete(file);
    }
  }

  private static long usedHeapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
