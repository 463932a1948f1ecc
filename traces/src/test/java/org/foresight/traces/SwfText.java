package org.foresight.traces;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Writes small traces for tests. */
public final class SwfText {

  private SwfText() {}

  /** A completed job that did not wait, of an unknown executable. */
  public static String job(int number, long submit, long run, int processors) {
    return job(number, submit, 0, run, processors, 1);
  }

  public static String job(
      int number, long submit, long wait, long run, int processors, int status) {
    return String.format(
        "%d %d %d %d %d -1 -1 %d 3600 -1 %d 7 1 -1 1 -1 -1 -1",
        number, submit, wait, run, processors, processors, status);
  }

  public static Path write(Path folder, String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  public static byte[] gzip(String... lines) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      for (String line : Arrays.asList(lines)) {
        gzip.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }
}
