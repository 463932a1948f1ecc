package org.foresight.yarn;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A plug-in jar as it is on the disk.
 *
 * @param file where it is
 * @param version what its manifest says; empty if it says nothing
 * @param sha256 the digest of all that it holds, in 64 hexadecimal digits
 */
public record PluginJar(Path file, Optional<String> version, String sha256) {

  /**
   * Reads it.
   *
   * @throws IOException if it can't be read, or is no jar
   */
  public static PluginJar read(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return new PluginJar(
          file,
          Optional.ofNullable(jar.getManifest())
              .map(Manifest::getMainAttributes)
              .map(attributes -> attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION)),
          MoreFiles.asByteSource(file).hash(Hashing.sha256()).toString());
    }
  }
}
