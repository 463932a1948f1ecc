package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What needs no daemons. */
@Timeout(60)
class TestbedTest {
  @TempDir private Path folder;

  @Test
  void aFolderThatIsNotEmptyIsRefusedAndStays() throws IOException {
    Path mine = Files.createFile(folder.resolve("mine"));

    assertThatIOException()
        .isThrownBy(() -> up(new ForesightBuild(folder)))
        .withMessage(folder + ": the folder is not empty; a new or an empty one is needed.");
    assertThat(folder.toFile().listFiles()).containsExactly(mine.toFile());
  }

  @Test
  void aFileInPlaceOfTheFolderIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatIOException()
        .isThrownBy(() -> Testbed.up(TestbedParameters.DEFAULTS, new ForesightBuild(folder), file))
        .withMessage(file + ": there is a file of this name; a folder is needed.");
  }

  @Test
  void aTestbedThatIsUpIsRefused() throws IOException {
    Files.createDirectories(folder.resolve("pids"));

    assertThatIOException()
        .isThrownBy(() -> up(new ForesightBuild(folder)))
        .withMessageContaining("is up here already");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:b", "a,b", "a b", "a'b", "a$b", "a;b", "a{b", "a\\b", "a\nb"})
  void aFolderThatDaemonsOrTheirShellWouldTakeForAnotherIsRefused(String name) {
    Path odd = folder.resolve(name);

    assertThatIOException()
        .isThrownBy(() -> Testbed.up(TestbedParameters.DEFAULTS, new ForesightBuild(folder), odd))
        .withMessage(
            odd
                + ": a testbed's folder may have no blank in its path and none of"
                + " :,;&|<>()[]{}*?$`'\"\\ .");
    assertThat(odd).doesNotExist();
  }

  @Test
  void ofTwoThatStartInOneFolderTheSecondLeavesTheFirstAlone() throws IOException {
    TestbedFolder first = TestbedFolder.create(folder);
    TestbedFolder second = TestbedFolder.create(folder);
    first.claim();

    assertThatIOException()
        .isThrownBy(second::claim)
        .withMessage(folder + ": another testbed is being started here.");
  }

  @Test
  void aMissingJarIsNamedWithWhatBuildsIt() {
    assertThatIOException()
        .isThrownBy(() -> up(new ForesightBuild(folder.resolve("nowhere"))))
        .withMessageStartingWith(
            "There is no "
                + folder.resolve("nowhere/cli/target/lib/hadoop-yarn-server-resourcemanager-*.jar"))
        .withMessageEndingWith("mvn -pl cli -am package -DskipTests builds it.");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatIsNoTestbedIsNotTakenDown() {
    assertThatIOException()
        .isThrownBy(() -> Testbed.of(folder))
        .withMessage(folder + ": this is no folder of a testbed.");
  }

  @Test
  void downEndsWhatHasItsMarkAndNobodyElse() throws Exception {
    Files.createDirectories(folder.resolve("nodes/nodemanager-1"));
    Files.createDirectories(folder.resolve("conf"));
    Files.createFile(folder.resolve("conf/yarn-site.xml"));
    Files.createDirectories(folder.resolve("pids"));
    Process other = new ProcessBuilder("sleep", "600").start();
    ProcessBuilder sleep = new ProcessBuilder("sleep", "600");
    sleep.environment().put("FORESIGHT_TESTBED", folder.toRealPath().toString());
    Process container = sleep.start();
    try {
      // As if it had been a daemon's number once.
      LinuxProcess taken = LinuxProcess.of(other.pid()).orElseThrow();
      Files.writeString(
          folder.resolve("pids/resourcemanager"), taken.id() + " " + taken.startTicks());
      Files.writeString(folder.resolve("pids/nodemanager-1"), "");
      Testbed testbed = Testbed.of(folder);
      assertThat(testbed.isUp()).isFalse();

      testbed.down();

      assertThat(container.waitFor()).isNotZero();
      assertThat(other.isAlive()).isTrue();
      assertThat(folder.resolve("pids")).doesNotExist();
      testbed.down();
    } finally {
      other.destroyForcibly();
      container.destroyForcibly();
    }
  }

  private Testbed up(ForesightBuild build) throws IOException, InterruptedException {
    return Testbed.up(TestbedParameters.DEFAULTS, build, folder);
  }
}
