package org.foresight.yarn;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * A folder whose files Hadoop finds before those of the class path, as a ResourceManager finds
 * those of its configuration folder. It has to be the context class loader while a cluster starts.
 */
final class ConfigurationFolder extends ClassLoader {
  private final Path folder;

  ConfigurationFolder(Path folder) {
    super(Thread.currentThread().getContextClassLoader());
    this.folder = folder;
  }

  /** Writes a file of these keys. */
  void write(String name, Map<String, String> keys) throws IOException {
    Configuration file = new Configuration(false);
    keys.forEach(file::set);
    try (var out = Files.newBufferedWriter(folder.resolve(name))) {
      file.writeXml(out);
    }
  }

  @Override
  public URL getResource(String name) {
    Path file = folder.resolve(name);
    try {
      return Files.exists(file) ? file.toUri().toURL() : super.getResource(name);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
