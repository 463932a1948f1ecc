package org.foresight.cli.mode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.foresight.cli.Foresight;
import org.foresight.cli.support.ConfigurationFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ModeCommandsTest {
  private static final String SITE =
      """
      <configuration>
        <!-- Agreed with finance. -->
        <property>
          <name>foresight.mode</name>
          <value>shadow</value>
        </property>
      </configuration>
      """;

  @TempDir private Path folder;
  private Path site;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> refreshed = new ArrayList<>();
  private boolean refuses;

  /** What the ResourceManager says that it goes by. */
  private Optional<String> inForce = Optional.empty();

  private String saidBefore = "";

  @BeforeEach
  void write() throws IOException {
    site = folder.resolve("foresight-site.xml");
    Files.writeString(site, SITE);
    Files.setPosixFilePermissions(site, PosixFilePermissions.fromString("rw-r-----"));
    Files.writeString(
        folder.resolve("yarn-site.xml"),
        "<configuration>" + property("yarn.resourcemanager.hostname", "rm") + "</configuration>");
    writeQueues("");
  }

  private void writeQueues(String more) throws IOException {
    Files.writeString(
        folder.resolve("capacity-scheduler.xml"),
        "<configuration>"
            + property("yarn.scheduler.capacity.root.queues", "etl,adhoc")
            + more
            + "</configuration>");
  }

  @Test
  void switchesAQueueOnAndTheResourceManagerReadsIt() throws IOException {
    inForce = Optional.of("shadow, root.etl on");

    assertThat(run("mode", "--queue", "root.etl", "on")).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "foresight.queue.root.etl.mode is on (was not set).",
            "Modes: shadow, root.etl on; on: root.etl; in shadow mode: root.adhoc.",
            "The ResourceManager that is active has taken it over. Others have files of their own.");
    assertThat(refreshed).containsExactly(folder.toString());
    assertThat(Files.readString(site)).contains("<!-- Agreed with finance. -->");
    assertThat(folder.resolve("foresight-site.xml.bak")).hasContent(SITE);
  }

  /** Such as one on another host, which has a file of its own. */
  @Test
  void saysSoWhereTheActiveResourceManagerGoesByOtherFiles() {
    inForce = Optional.of("shadow, root.etl on");

    assertThat(run("off")).isEqualTo(1);

    assertThat(out.toString()).contains("By this file every queue is off.");
    assertThat(err.toString())
        .contains("its modes are (shadow, root.etl on), not (off, by foresight.enabled)")
        .contains("say this on the host of the active one, too");
  }

  @Test
  void doesNotClaimWhatNoResourceManagerSays() {
    assertThat(run("mode", "on")).isZero();

    assertThat(out.toString())
        .contains("does not say what its modes are now. If it does not run Foresight yet, this")
        .doesNotContain("taken it over");
  }

  @Test
  void warnsOfPreemptionThatWouldStopContainersForHeldJobs() throws IOException {
    Files.writeString(
        folder.resolve("yarn-site.xml"),
        "<configuration>"
            + property("yarn.resourcemanager.scheduler.monitor.enable", "true")
            + "</configuration>");

    assertThat(run("mode", "--queue", "root.etl", "shadow")).isZero();
    assertThat(err.toString()).doesNotContain("monitor.enable");
    assertThat(run("mode", "--queue", "root.etl", "on")).isZero();
    assertThat(err.toString())
        .contains("yarn.resourcemanager.scheduler.monitor.enable is true, and queues are on: ")
        .contains("Switch it off.");
  }

  @Test
  void switchesTheModeOfAllOthers() throws IOException {
    assertThat(run("mode", "off")).isZero();

    assertThat(site).hasContent(SITE.replace(">shadow<", ">off<"));
    assertThat(out.toString()).contains("foresight.mode is off (was shadow).");
  }

  @Test
  void offIsOffWhateverTheModesUntilItIsUndone() throws IOException {
    run("mode", "--queue", "root.etl", "on");
    String before = Files.readString(site);

    assertThat(run("off")).isZero();

    assertThat(out.toString())
        .contains("foresight.enabled is false (was not set).", "By this file every queue is off.");
    inForce = Optional.of("shadow, root.etl on");
    assertThat(run("off", "--undo")).isZero();
    assertThat(out.toString())
        .contains("foresight.enabled is true (was false).")
        .endsWith("Others have files of their own.\n");
    assertThat(Files.readString(site)).contains(before.substring(0, before.indexOf("</conf")));
    assertThat(refreshed).hasSize(3);
  }

  @Test
  void fileKeepsItsPermissionsAndItsLink() throws IOException {
    Path target = Files.move(site, folder.resolve("managed.xml"));
    Files.createSymbolicLink(site, target);

    assertThat(run("mode", "on")).isZero();

    assertThat(site).isSymbolicLink();
    for (String name : new String[] {"managed.xml", "managed.xml.bak"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
          .isEqualTo("rw-r-----");
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(".tmp"));
    }
  }

  /** What another command is about to write would be lost, or this. */
  @Test
  void fileIsNotChangedWhileAnotherCommandChangesIt() throws IOException {
    try (FileChannel other =
            FileChannel.open(
                folder.resolve("foresight-site.xml.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = other.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThat(run("mode", "on")).isEqualTo(1);
      assertThat(err.toString())
          .contains(site + " stays as it was: another command changes it just now.")
          .hasLineCount(1);
      assertThat(site).hasContent(SITE);

      assertThat(run("off")).as("the switch for trouble").isZero();
      assertThat(Files.readString(site)).contains("foresight.enabled");
    }
    assertThat(run("mode", "on")).isZero();
  }

  @Test
  void whatWouldBeRefusedIsNotWritten() throws IOException {
    assertThat(run("mode", "of")).isEqualTo(1);
    assertThat(err.toString())
        .contains("stays as it was", "(of) of foresight.mode", "off, shadow or on")
        .hasLineCount(1);

    Files.writeString(
        folder.resolve("yarn-site.xml"),
        "<configuration>" + property("foresight.enabled", "true") + "</configuration>");
    assertThat(run("off")).isEqualTo(1);
    assertThat(err.toString())
        .contains("yarn-site.xml says (true) of foresight.enabled, which goes before");
    assertThat(site).hasContent(SITE);
    assertThat(refreshed).isEmpty();
  }

  @Test
  void withoutAFileOrAFolderNothingIsMade() throws IOException {
    Files.delete(site);
    assertThat(run("off")).isEqualTo(1);
    assertThat(err.toString()).contains("there is no such file; install Foresight first");
    assertThat(site).doesNotExist();

    assertThat(execute("off")).isEqualTo(2);
    assertThat(err.toString()).contains("Name a configuration folder by --conf");
    assertThat(execute("mode")).isEqualTo(2);
  }

  /** Or all keys are in yarn-site.xml. */
  @Test
  void offMakesTheFileThatIsGoneWhereForesightIsInstalled() throws IOException {
    Files.delete(site);
    Files.writeString(
        folder.resolve("yarn-site.xml"),
        "<configuration>"
            + property(
                "yarn.resourcemanager.scheduler.class", "org.foresight.yarn.ForesightScheduler")
            + "</configuration>");
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-rw-r--");
    Files.setPosixFilePermissions(folder.resolve("yarn-site.xml"), permissions);
    inForce = Optional.of("off, by foresight.enabled");

    assertThat(run("mode", "on")).isEqualTo(1);
    assertThat(site).doesNotExist();
    assertThat(run("off")).isZero();

    assertThat(err.toString()).contains(site + " was not there; it is made anew");
    assertThat(Files.readString(site)).contains("foresight.enabled", "false");
    assertThat(Files.getPosixFilePermissions(site)).isEqualTo(permissions);
    assertThat(out.toString()).contains("has taken it over");
  }

  @ParameterizedTest
  @CsvSource({"root.elt, root.etl", "etl, root.etl", "root.batch.adhoc, root.adhoc"})
  void queueThatIsNotThereIsRefusedWithTheNearestNames(String typed, String meant) {
    assertThat(run("mode", "--queue", typed, "on")).isEqualTo(1);

    assertThat(err.toString())
        .contains(
            "capacity-scheduler.xml has no queue (" + typed + "); the nearest are " + meant + ", ")
        .hasLineCount(1);
    assertThat(site).hasContent(SITE);
    assertThat(refreshed).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"auto-create-child-queue.enabled", "auto-queue-creation-v2.enabled", "reservable"})
  void queueThatYarnMayMakeLaterIsAcceptedAndSaid(String key) throws IOException {
    writeQueues(property("yarn.scheduler.capacity.root.etl." + key, "true"));

    assertThat(run("mode", "--queue", "root.etl.ada", "on")).isZero();

    assertThat(err.toString())
        .contains("The key foresight.queue.root.etl.ada.mode counts for nothing yet");
    assertThat(run("mode", "--queue", "root.adhoc.ada", "on")).isEqualTo(1);
  }

  @Test
  void queuesThatAreKeptElsewhereAreNotLookedFor() throws IOException {
    Files.delete(folder.resolve("capacity-scheduler.xml"));
    assertThat(run("mode", "--queue", "root.etl", "on")).isZero();

    writeQueues("");
    Files.writeString(
        folder.resolve("yarn-site.xml"),
        "<configuration>"
            + property("yarn.scheduler.configuration.store.class", "zk")
            + "</configuration>");
    assertThat(run("mode", "--queue", "root.made.over.rest", "on")).isZero();
  }

  @Test
  void resourceManagerThatRefusesIsAFailureThatSaysHowThingsStand() throws IOException {
    refuses = true;

    assertThat(run("off")).isEqualTo(1);

    assertThat(err.toString())
        .contains("could not be told, or has refused something (refused)")
        .contains("If it does not run, it reads the file when it starts", "restart it if it hangs")
        .contains("yarn rmadmin -refreshQueues", "foresight-site.xml.bak");
    assertThat(Files.readString(site)).contains("foresight.enabled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "mode on"})
  void whatIsDoneIsSaidBeforeTheResourceManagerIsAsked(String command) {
    assertThat(run(command.split(" "))).isZero();

    assertThat(saidBefore)
        .contains(" is " + (command.equals("off") ? "false" : "on") + " (was ")
        .contains(site + " says so now. Asking the ResourceManager to read it, for up to 15 s …");
  }

  @Test
  void offWorksWhateverElseIsNotAccepted() throws IOException {
    Files.writeString(
        site, SITE.replace("</conf", property("foresight.slot-millis", "twenty") + "</conf"));

    assertThat(run("off")).isZero();

    assertThat(err.toString())
        .contains("To be mended before all this counts again: ", "(twenty)", "slot-millis");
    assertThat(Files.readString(site)).contains("twenty", "foresight.enabled");
    assertThat(refreshed).hasSize(1);
    assertThat(run("off", "--undo")).isEqualTo(1);
    assertThat(err.toString()).contains("stays as it was");
  }

  @Test
  void fileThatHadoopReadsIsNotThrownAwayBecauseItCannotBeEdited() throws IOException {
    String twice =
        "<configuration>"
            + property("foresight.enabled", "true")
            + property("foresight.enabled", "true")
            + "</configuration>";
    Files.writeString(site, twice);

    assertThat(run("off")).isEqualTo(1);

    assertThat(err.toString()).contains("Say false of foresight.enabled by hand");
    assertThat(site).hasContent(twice);
  }

  @Test
  void offDoesNotAskForQueuesThatCanBeRead() throws IOException {
    Files.writeString(folder.resolve("capacity-scheduler.xml"), "<configuration>");

    assertThat(run("off")).isZero();

    assertThat(err.toString()).contains("To be mended before all this counts again: ");
    assertThat(Files.readString(site)).contains("foresight.enabled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<configuration><property>", "", "\u00ff\u00fe"})
  void fileThatNobodyCanReadIsKeptBesideOneThatSwitchesOff(String unreadable) throws IOException {
    Files.writeString(site, unreadable, StandardCharsets.ISO_8859_1);

    assertThat(run("off")).isZero();

    assertThat(err.toString()).contains("could not be read (", "foresight-site.xml.unreadable");
    assertThat(
            Files.readString(
                folder.resolve("foresight-site.xml.unreadable"), StandardCharsets.ISO_8859_1))
        .isEqualTo(unreadable);
    assertThat(Files.readString(site)).contains("foresight.enabled", "false");
    assertThat(refreshed).hasSize(1);

    err.getBuffer().setLength(0);
    assertThat(run("off", "--undo")).isZero();
    assertThat(err.toString())
        .contains(site + ".unreadable is what foresight-site.xml was when it could not be read")
        .contains("put it back as " + site);

    refuses = true;
    Files.writeString(site, unreadable, StandardCharsets.ISO_8859_1);
    assertThat(run("off")).isEqualTo(1);
    assertThat(err.toString()).contains("The file as it was is " + site + ".unreadable");
  }

  @Test
  void fileAloneIsChangedIfOneWantsThat() {
    assertThat(run("off", "--no-refresh")).isZero();

    assertThat(refreshed).isEmpty();
    assertThat(out.toString()).contains("It counts after: yarn rmadmin -refreshQueues");
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--conf");
    all.add(folder.toString());
    return execute(all.toArray(String[]::new));
  }

  private int execute(String... arguments) {
    QueueRefresh refresh = new Refresh();
    CommandLine commandLine =
        Foresight.commandLine(
            new ModeCommand(Map.of(), refresh), new OffCommand(Map.of(), refresh));
    PrintWriter buffered = new PrintWriter(new BufferedWriter(out));
    commandLine.setOut(buffered);
    commandLine.setErr(new PrintWriter(err, true));
    int exit = commandLine.execute(arguments);
    buffered.flush();
    return exit;
  }

  /** Is refused or not, and knows what had been said before it was made. */
  private final class Refresh implements QueueRefresh {
    @Override
    public Duration longest() {
      return Duration.ofSeconds(15);
    }

    @Override
    public void refresh(ConfigurationFolder conf) throws IOException {
      saidBefore = out.toString() + err;
      if (refuses) {
        throw new IOException("refused");
      }
      refreshed.add(conf.folder().toString());
    }

    @Override
    public Optional<String> modes(ConfigurationFolder conf) {
      return inForce;
    }
  }

  private static String property(String key, String value) {
    return "<property><name>" + key + "</name><value>" + value + "</value></property>";
  }
}
