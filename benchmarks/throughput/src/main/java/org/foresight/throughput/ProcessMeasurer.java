package org.foresight.throughput;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures each scheduler in a JVM of its own.
 *
 * @param heapMib of that JVM
 * @param javaOptions more options of it, a profiler's for example
 */
record ProcessMeasurer(int heapMib, ImmutableList<String> javaOptions) implements Measurer {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** For the start, the registration of the nodes and the end. */
  private static final int SPARE_SECONDS = 300;

  private static final int LAST_LINES = 30;

  @Override
  public Figures measure(Subject subject, Load load, long seed)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("foresight-throughput-");
    try {
      LoadFiles files = LoadFiles.in(folder);
      files.write(load);
      Path log = folder.resolve("log");
      Process process =
          new ProcessBuilder(command(subject, load, seed, files))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      try {
        boolean ended =
            process.waitFor(
                (long) load.warmUpSeconds() + load.seconds() + SPARE_SECONDS, TimeUnit.SECONDS);
        if (!ended || process.exitValue() != 0) {
          throw new IOException(
              "The measurement of "
                  + subject
                  + " under "
                  + load
                  + (ended ? " ended with exit code " + process.exitValue() : " did not end")
                  + ". Its last lines: "
                  + lastLines(log));
        }
      } finally {
        process.destroyForcibly();
      }
      return JSON.readValue(folder.resolve(ThroughputProcess.FIGURES).toFile(), Figures.class);
    } finally {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private List<String> command(Subject subject, Load load, long seed, LoadFiles files)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xms" + heapMib + "m");
    command.add("-Xmx" + heapMib + "m");
    command.addAll(javaOptions);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ThroughputProcess.class.getName());
    command.add(subject.name());
    command.add(JSON.writeValueAsString(load));
    command.add(Long.toString(seed));
    command.add(files.folder().toString());
    return command;
  }

  private static String lastLines(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join(
        System.lineSeparator(),
        lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }
}
