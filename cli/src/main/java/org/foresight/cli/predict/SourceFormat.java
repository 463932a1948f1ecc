package org.foresight.cli.predict;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.foresight.traces.BadLines;
import org.foresight.traces.TraceBytes;
import org.foresight.traces.formats.TraceFormat;
import org.foresight.traces.past.PastJobs;
import org.foresight.traces.past.YarnApplications;

/** The formats that past jobs are imported from: those of traces, and two more. */
sealed interface SourceFormat {

  /** Label of {@link Yarn}. */
  String YARN = "yarn";

  /** Label of {@link History}. */
  String HISTORY = "history";

  /** A trace or log. */
  record Trace(TraceFormat format) implements SourceFormat {

    @Override
    public PastRecords open(Path source, BadLines badLines) throws IOException {
      return new SubmittedRuns(PastJobs.open(source, format, badLines));
    }
  }

  /** The saved answer of a ResourceManager. */
  record Yarn() implements SourceFormat {

    @Override
    public PastRecords open(Path source, BadLines badLines) throws IOException {
      return new SubmittedRuns(YarnApplications.open(source, badLines));
    }
  }

  /** What {@code foresight history export} wrote. */
  record History() implements SourceFormat {

    @Override
    public PastRecords open(Path source, BadLines badLines) throws IOException {
      return HistoryLinesReader.open(source, badLines);
    }
  }

  /** Enough to tell one of the two from the others. */
  int HEAD_BYTES = 4_096;

  Pattern YARN_HEAD = Pattern.compile("\\s*\\{\\s*\"apps\"\\s*:");
  Pattern HISTORY_HEAD = Pattern.compile("\\s*\\{\\s*\"" + HistoryFields.VERSION + "\"\\s*:");

  /**
   * Opens a source.
   *
   * @throws org.foresight.traces.TraceFormatException if it is missing, or malformed where it
   *     begins
   * @throws IOException if it cannot be read
   */
  PastRecords open(Path source, BadLines badLines) throws IOException;

  /** The format of this label. */
  static Optional<SourceFormat> ofLabel(String label) {
    return switch (label) {
      case YARN -> Optional.of(new Yarn());
      case HISTORY -> Optional.of(new History());
      default -> TraceFormat.ofLabel(label).map(Trace::new);
    };
  }

  /** All labels and what they are, for people. */
  static String listed() {
    return TraceFormat.listed()
        + ", "
        + YARN
        + " (a ResourceManager's answer to /ws/v1/cluster/apps), "
        + HISTORY
        + " (what foresight history export wrote)";
  }

  /**
   * Tells the format of a source by how it begins.
   *
   * @throws org.foresight.traces.TraceFormatException if it is missing or of none of the formats
   * @throws IOException if it cannot be read
   */
  static SourceFormat detect(Path source) throws IOException {
    if (!Files.isDirectory(source)) {
      String head = head(source);
      if (YARN_HEAD.matcher(head).lookingAt()) {
        return new Yarn();
      }
      if (HISTORY_HEAD.matcher(head).lookingAt()) {
        return new History();
      }
    }
    return new Trace(TraceFormat.detect(source));
  }

  private static String head(Path source) throws IOException {
    try (InputStream in = TraceBytes.open(source, listed() + ".")) {
      return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1);
    }
  }
}
