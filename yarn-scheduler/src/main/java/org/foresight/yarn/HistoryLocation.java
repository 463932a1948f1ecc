package org.foresight.yarn;

import java.net.URI;
import java.net.URISyntaxException;
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
 * @param folder a folder of any file system that Hadoop knows; relative if the configuration says a
 *     relative path, which is another folder to each process that runs elsewhere
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
      Path path = Path.of(text);
      if (!path.isAbsolute()) {
        return new HistoryLocation(relative(path));
      }
      // Java ends it with a slash once the folder is there, which would look like another one.
      return new HistoryLocation(
          URI.create(path.toUri().toString().replaceFirst("(?<=[^/])/$", "")));
    }
    HistoryLocation location = new HistoryLocation(new org.apache.hadoop.fs.Path(text).toUri());
    if (location.isLocal()) {
      location.localPath();
    }
    return location;
  }

  /** Whether another ResourceManager can't see it. */
  boolean isLocal() {
    return !folder.isAbsolute() || LOCAL.equalsIgnoreCase(folder.getScheme());
  }

  HistoryStorage storage(Configuration conf) {
    return isLocal()
        ? new LocalHistoryStorage(localPath())
        : new HadoopHistoryStorage(new org.apache.hadoop.fs.Path(folder), conf);
  }

  private static URI relative(Path path) {
    String text = path.toString();
    try {
      // What is before a colon would be a scheme.
      return new URI(null, null, text.indexOf(':') < 0 ? text : "./" + text, null);
    } catch (URISyntaxException e) {
      throw new InvalidPathException(text, e.getReason());
    }
  }

  private Path localPath() {
    if (!folder.isAbsolute()) {
      return Path.of(folder.getPath());
    }
    try {
      return Path.of(folder);
    } catch (FileSystemNotFoundException e) {
      throw new InvalidPathException(folder.toString(), String.valueOf(e.getMessage()));
    }
  }
}
