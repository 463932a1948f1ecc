package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedJarTest {

  @TempDir private Path folder;

  /** Where the link leads to after an upgrade is what a restart would run. */
  @Test
  void isNamedByTheLinkOnTheClassPathAndNotByTheFileThatJavaFollowedItTo() throws IOException {
    Path first = Files.createFile(folder.resolve("plugin-1.jar"));
    Path other = Files.createFile(folder.resolve("other.jar"));
    Path link = Files.createSymbolicLink(folder.resolve("plugin.jar"), first);
    String classPath = String.join(File.pathSeparator, folder + "/none.jar", "" + other, "" + link);

    assertThat(LoadedJar.named(first, classPath)).isEqualTo(link);
  }

  @Test
  void isTheFileItselfWhereTheClassPathDoesNotNameIt() throws IOException {
    Path jar = Files.createFile(folder.resolve("plugin.jar"));

    assertThat(LoadedJar.named(jar, folder.toString())).isEqualTo(jar);
  }
}
