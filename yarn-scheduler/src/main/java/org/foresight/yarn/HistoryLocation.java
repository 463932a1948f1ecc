package org.foresight.yarn;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.foresight.predictor.store.HistoryStorage;
import org.foresight.predictor.store.LocalHistoryStorage;

/**
 * Where a history is kept.
 *
 * @param folder a folder of any file system that Hadoop knows
 */
record HistoryLocation(URI folder) {

  static final String ACCEPTED =
      "a path of the local file system, or the URI of a folder, such as hdfs://host:port/path";

  private static final String LOCAL = "file";

  /** A letter alone would be a drive. */
  private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:/.*");

  /**
   * Reads a location; without a scheme it is local, whatever the default file system is.
   *
   * @throws IllegalArgumentException if it is none
   */
  static HistoryLocation parse(String text) {
    if (!SCHEME.matcher(text).matches()) {
      // Java ends it with a slash once the folder is there, which would look like another one.
      return new HistoryLocation(
          URI.create(Path.of(text).toUri().toString().replaceFirst("(?<=[^/])/$", "")));
    }
    HistoryLocation location = new HistoryLocation(new org.apache.hadoop.fs.Path(text).toUri());
    if (location.isLocal()) {
      location.localPath();
    }
    return location;
  }

  /** Whether another ResourceManager can't see it. */
  boolean isLocal() {
    return LOCAL.equalsIgnoreCase(folder.getScheme());
  }

  HistoryStorage storage(Configuration conf) {
    return isLocal()
        ? new LocalHistoryStorage(localPath())
        : new HadoopHistoryStorage(new org.apache.hadoop.fs.Path(folder), conf);
  }

  private Path localPath() {
    try {
      return Path.of(folder);
    } catch (FileSystemNotFoundException e) {
      throw new InvalidPathException(folder.toString(), String.valueOf(e.getMessage()));
    }
  }
}
