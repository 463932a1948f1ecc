package org.foresight.benchmarks;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Measures cases. */
@FunctionalInterface
interface Measurer {

  /**
   * Measures a case.
   *
   * @param heap whether to measure the heap rather than the time
   */
  Measurement measure(SpeedCase speedCase, int runs, boolean heap)
      throws IOException, InterruptedException;

  /** Measures every case in a JVM of its own, with one thread for the garbage collection. */
  static Measurer inOwnProcess() {
    return (speedCase, runs, heap) -> {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      Process process =
          new ProcessBuilder(
                  java,
                  "-XX:+UseSerialGC",
                  "-Xmx" + speedCase.heapMib() + "m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  MeasuredProcess.class.getName(),
                  speedCase.text(),
                  Integer.toString(runs),
                  Boolean.toString(heap))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      ImmutableList<SpeedSample> samples =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(SpeedSample::parse)
              .collect(ImmutableList.toImmutableList());
      int exitCode = process.waitFor();
      if (exitCode != 0 || samples.size() != runs) {
        throw new IOException(
            "The measurement of ("
                + speedCase.text()
                + ") ended with exit code "
                + exitCode
                + " after "
                + samples.size()
                + " of "
                + runs
                + " runs.");
      }
      return new Measurement(speedCase, samples);
    };
  }
}
