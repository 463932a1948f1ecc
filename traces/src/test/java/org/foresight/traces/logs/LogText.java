package org.foresight.traces.logs;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.foresight.traces.BadLines;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

/** Writes small logs for tests, and reads any. */
final class LogText {

  /** What a reader gave. */
  record Read(ImmutableList<WorkloadJob> jobs, LogReport report, BadLines.Skipped skipped) {

    WorkloadJob onlyJob() {
      if (jobs.size() != 1) {
        throw new AssertionError("There is not one job, but " + jobs + "; " + skipped.first());
      }
      return jobs.get(0);
    }
  }

  /** Opens logs, as all readers do. */
  @FunctionalInterface
  interface Opener {
    LogStream open(Path file, BadLines badLines) throws IOException;
  }

  private LogText() {}

  static Path write(Path folder, String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  /** A log beside the tests, which a real program wrote. */
  static Path resource(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(LogText.class.getResource(name)).toURI());
  }

  static byte[] gzip(String plain) throws IOException {
    return gzip(plain.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    }
    return bytes.toByteArray();
  }

  static Read skipping(Opener opener, Path file) throws IOException {
    BadLines.Skipped skipped = new BadLines.Skipped();
    try (LogStream stream = opener.open(file, skipped)) {
      List<WorkloadJob> jobs = new ArrayList<>();
      stream.forEachRemaining(jobs::add);
      return new Read(ImmutableList.copyOf(jobs), stream.report(), skipped);
    }
  }

  static Read strict(Opener opener, Path file) throws IOException {
    try (LogStream stream = opener.open(file, BadLines.STRICT)) {
      List<WorkloadJob> jobs = new ArrayList<>();
      stream.forEachRemaining(jobs::add);
      return new Read(ImmutableList.copyOf(jobs), stream.report(), new BadLines.Skipped());
    }
  }

  static List<Integer> parents(WorkloadStage stage) {
    return stage.parents().asList();
  }

  static List<Long> millis(WorkloadStage stage) {
    return stage.taskMillis().asList();
  }
}
