package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginJarTest {
  @TempDir private Path folder;

  @Test
  void saysItsVersionAndTheDigestOfAllThatItHolds() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "9");
    Path file = folder.resolve("a.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      jar.flush();
    }

    PluginJar read = PluginJar.read(file);

    assertThat(read.file()).isEqualTo(file);
    assertThat(read.version()).hasValue("9");
    assertThat(read.sha256())
        .isEqualTo(
            HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))));
  }

  @Test
  void versionMayBeMissing() throws IOException {
    Path file = folder.resolve("a.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), new Manifest())) {
      jar.flush();
    }

    assertThat(PluginJar.read(file).version()).isEmpty();
  }

  @Test
  void whatIsNoJarIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jar"), "cut off");

    assertThatExceptionOfType(ZipException.class).isThrownBy(() -> PluginJar.read(file));
  }
}
