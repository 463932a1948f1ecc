package org.foresight.traces.formats;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.foresight.traces.TraceFormatException;
import org.jspecify.annotations.Nullable;

/** The formats of traces. */
public enum TraceFormat {
  /** Standard Workload Format of the Parallel Workloads Archive. */
  SWF("swf", ".swf", "Standard Workload Format"),
  /** Task lists of the Hawk and Eagle simulators. */
  TR("tr", ".tr", "task lists of the Hawk and Eagle simulators"),
  /** Job list of the Philly cluster. */
  PHILLY("philly", null, "Philly job list, comma-separated"),
  /** Facebook samples of SWIM. */
  SWIM("swim", ".tsv", "SWIM samples, tab-separated"),
  /** Our own. */
  JSON_LINES("jsonl", ".jsonl", "Foresight's own JSON lines"),
  /** Job history of MapReduce. */
  JHIST("jhist", ".jhist", "MapReduce job history"),
  /** Rumen's JSON of MapReduce jobs. */
  RUMEN("rumen", null, "Rumen's JSON"),
  /** Event log of a Spark application. */
  SPARK("spark", null, "Spark event log");

  private final String label;
  private final @Nullable String ending;
  private final String description;

  TraceFormat(String label, @Nullable String ending, String description) {
    this.label = label;
    this.ending = ending;
    this.description = description;
  }

  /** Short name, as in an option. */
  public String label() {
    return label;
  }

  /** What it is, for people. */
  public String description() {
    return description;
  }

  /** Whether files of this format, and of no other, are called like that. */
  boolean isNameOf(String plainFileName) {
    return ending != null && plainFileName.endsWith(ending);
  }

  /** The format of this label, such as {@code swf}. */
  public static Optional<TraceFormat> ofLabel(String label) {
    return Arrays.stream(values()).filter(format -> format.label.equals(label)).findFirst();
  }

  /** All labels and what they are, for people. */
  public static String listed() {
    return Arrays.stream(values())
        .map(format -> format.label + " (" + format.description + ")")
        .collect(Collectors.joining(", "));
  }

  /**
   * Tells the format of a file by how it begins and, where that leaves more than one or none, by
   * its name.
   *
   * @throws TraceFormatException if it is missing, a directory, empty, a damaged gzip file, no
   *     text, or of none of the formats
   * @throws IOException if it cannot be read for another reason
   */
  public static TraceFormat detect(Path file) throws IOException {
    return TraceDetector.detect(file);
  }
}
