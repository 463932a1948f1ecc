package org.foresight.yarn;

import com.google.common.base.Splitter;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jar that this process has Foresight from, as it was when the first scheduler was made: what
 * is put in its place later runs after a restart alone. It is read once, by a thread of its own.
 */
final class LoadedJar {
  private static final Logger LOG = LoggerFactory.getLogger(LoadedJar.class);

  private static final CompletableFuture<Optional<PluginJar>> READING =
      CompletableFuture.supplyAsync(
          LoadedJar::read, task -> DaemonThreads.create("foresight-jar", task).start());

  private LoadedJar() {}

  /**
   * What is known of it by now; never waits. Empty while it is being read, if it can't be, and
   * where the classes are in no jar. The first call has it read.
   */
  static Optional<PluginJar> get() {
    return READING.getNow(Optional.empty());
  }

  private static Optional<PluginJar> read() {
    try {
      CodeSource source = LoadedJar.class.getProtectionDomain().getCodeSource();
      if (source == null || source.getLocation() == null) {
        return Optional.empty();
      }
      Path file = Path.of(URI.create(source.getLocation().toString()));
      return Files.isRegularFile(file)
          ? Optional.of(PluginJar.read(named(file, System.getProperty("java.class.path", ""))))
          : Optional.empty();
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("Which jar Foresight runs from is not known.", e);
      return Optional.empty();
    }
  }

  /**
   * A jar as the class path names it. Java follows links when it loads a class; but where one leads
   * to after an upgrade is what a restart would run.
   *
   * @param loaded the file itself
   * @return it, if the class path does not name it
   */
  static Path named(Path loaded, String classPath) throws IOException {
    for (String entry : Splitter.on(File.pathSeparatorChar).omitEmptyStrings().split(classPath)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (Files.isRegularFile(path) && Files.isSameFile(path, loaded)) {
        return path;
      }
    }
    return loaded;
  }
}
