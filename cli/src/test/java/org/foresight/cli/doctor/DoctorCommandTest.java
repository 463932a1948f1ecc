package org.foresight.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.foresight.cli.Foresight;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DoctorCommandTest {
  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void installWell() throws IOException {
    Files.createDirectories(folder.resolve("conf"));
    Files.createDirectories(folder.resolve("home/share/hadoop/yarn/lib"));
    Files.createDirectories(folder.resolve("jdk"));
    write("jdk/release", "JAVA_VERSION=\"17.0.9\"\n");
    write("conf/hadoop-env.sh", "export JAVA_HOME=" + folder.resolve("jdk") + "\n");
    write(
        "conf/yarn-site.xml",
        site(
            "yarn.resourcemanager.scheduler.class",
            "org.foresight.yarn.ForesightScheduler",
            "yarn.resourcemanager.recovery.enabled",
            "true"));
    write(
        "conf/capacity-scheduler.xml",
        site(
            "yarn.scheduler.capacity.root.queues",
            "etl,adhoc",
            "yarn.scheduler.capacity.root.etl.queues",
            "day, night"));
    write(
        "conf/foresight-site.xml",
        site(
            "foresight.mode",
            "shadow",
            "foresight.queue.root.etl.mode",
            "on",
            "foresight.history.dir",
            folder.resolve("history").toString()));
    jar("foresight-yarn-scheduler-9-plugin.jar", "9", true);
    environment.put("HADOOP_CONF_DIR", folder.resolve("conf").toString());
    environment.put("HADOOP_HOME", folder.resolve("home").toString());
  }

  @Test
  void goodInstallationIsFoundGood() {
    assertThat(doctor()).isZero();

    assertThat(out.toString().lines())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).startsWith("ok  "));
    assertThat(out.toString())
        .contains("Java 17.0.9")
        .contains("foresight-yarn-scheduler-9-plugin.jar, version 9.")
        .contains("on: root.etl.day, root.etl.night; in shadow mode: root.adhoc.");
  }

  @Test
  void everyKeyThatIsNotAcceptedIsNamedWithItsFile() throws IOException {
    write("conf/foresight-site.xml", site("foresight.mode", "of", "foresight.cycle-milis", "5"));

    assertThat(doctor()).isEqualTo(1);

    assertThat(out.toString())
        .containsPattern("fail +keys +.*foresight-site.xml: The value \\(of\\) of foresight.mode")
        .containsPattern("fail +keys +.*There is no key foresight.cycle-milis");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "yarn.resourcemanager.scheduler.class|org.example.Other|fail|scheduler|is (org.example",
        "yarn.resourcemanager.scheduler.monitor.enable|true|warn|preemption monitor|would be stopped",
        "yarn.resourcemanager.recovery.enabled|false|warn|recovery|do not survive",
        "yarn.resourcemanager.ha.enabled|true|warn|history|more than one ResourceManager",
        "foresight.history.dir|/proc/version/history|fail|history|is no folder",
        "foresight.history.dir|my history|warn|history|is a relative path (my history)",
        "foresight.queue.root.elt.mode|on|warn|queues of keys|The key foresight.queue.root.elt.mode"
            + " counts for nothing yet: there is no leaf queue at or below root.elt.",
        "foresight.queue.root.elt.deadline-acl|ada|warn|queues of keys|The key"
            + " foresight.queue.root.elt.deadline-acl counts for nothing yet"
      })
  void whatIsWrongInTheFilesIsFound(
      String key, String value, String status, String check, String text) throws IOException {
    write(
        "conf/yarn-site.xml",
        site(
            "yarn.resourcemanager.scheduler.class",
            "org.foresight.yarn.ForesightScheduler",
            "yarn.resourcemanager.recovery.enabled",
            "true",
            key,
            value));

    assertThat(doctor()).isEqualTo(status.equals("fail") ? 1 : 0);

    assertThat(out.toString().lines())
        .anySatisfy(
            line -> assertThat(line).matches(status + " +" + check + "  .*").contains(text));
  }

  @Test
  void historyThatIsNotKeptIsSaid() throws IOException {
    write("conf/foresight-site.xml", site("foresight.mode", "shadow"));

    assertThat(doctor()).isZero();

    assertThat(out.toString()).containsPattern("warn +history +What is learned is not kept");
  }

  @Test
  void beforeTheInstallationItIsToldWhoMakesIt() throws IOException {
    write("conf/yarn-site.xml", site());
    Files.delete(folder.resolve("conf/foresight-site.xml"));

    assertThat(doctor()).isEqualTo(1);

    assertThat(out.toString())
        .contains("foresight-deploy install makes it", "foresight-deploy install sets it to")
        .doesNotContain("Copy");
  }

  @Test
  void fileThatWasPutAsideIsNotForgotten() throws IOException {
    write("conf/foresight-site.xml.unreadable", "<configuration><property>");

    assertThat(doctor()).isZero();

    assertThat(out.toString())
        .containsPattern("warn +keys +.*foresight-site.xml.unreadable is what foresight-site.xml");
  }

  @ParameterizedTest
  @CsvSource({"rwx------, ok", "rwxr-x---, warn", "rwx-----x, warn"})
  void historyThatOthersMayLookIntoIsSaid(String permissions, String status) throws IOException {
    Path history = Files.createDirectory(folder.resolve("history"));
    Files.setPosixFilePermissions(history, PosixFilePermissions.fromString(permissions));

    assertThat(doctor()).isZero();

    assertThat(out.toString()).containsPattern(status + " +history ");
    assertThat(out.toString().contains("chmod 700 " + history)).isEqualTo(status.equals("warn"));
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    write("conf/yarn-site.xml", "<configuration><property>");

    assertThat(doctor()).isEqualTo(1);

    assertThat(out.toString())
        .containsPattern("fail +configuration +.*yarn-site.xml can't be read");
  }

  @Test
  void missingJarTwoJarsAndTheWrongJarAreFound() throws IOException {
    Path lib = folder.resolve("home/share/hadoop/yarn/lib");
    jar("foresight-yarn-scheduler-10-plugin.jar", "10", true);
    assertThat(doctor()).isEqualTo(1);
    assertThat(out.toString()).contains("There is more than one");

    Files.delete(lib.resolve("foresight-yarn-scheduler-9-plugin.jar"));
    Files.delete(lib.resolve("foresight-yarn-scheduler-10-plugin.jar"));
    assertThat(doctor()).isEqualTo(1);
    assertThat(out.toString())
        .contains("There is no foresight-yarn-scheduler-*.jar in")
        .contains("deploy/foresight-deploy install puts it there");

    jar("foresight-yarn-scheduler-9.jar", "9", false);
    assertThat(doctor()).isEqualTo(1);
    assertThat(out.toString()).contains("is not the plug-in");

    Files.writeString(lib.resolve("foresight-yarn-scheduler-9.jar"), "cut off");
    assertThat(doctor()).isEqualTo(1);
    assertThat(out.toString()).contains("is damaged");
  }

  @ParameterizedTest
  @CsvSource({"1.8.0_402, fail", "11.0.2, fail", "17.0.9, ok", "21, ok", "'', warn"})
  void javaMustBeNewEnough(String version, String status) throws IOException {
    write("jdk/release", "JAVA_VERSION=\"" + version + "\"\n");

    doctor();

    assertThat(out.toString()).containsPattern(status + " +Java ");
  }

  @Test
  void yarnsOwnJavaGoesFirst() throws IOException {
    write("conf/yarn-env.sh", "# export JAVA_HOME=/old\nexport JAVA_HOME=\"/nowhere\"\n");

    doctor();

    assertThat(out.toString()).containsPattern("warn +Java +/nowhere/release");
  }

  @Test
  void findingsAreThereForPrograms() throws IOException {
    assertThat(doctor("--json")).isZero();

    JsonNode findings = new ObjectMapper().readTree(out.toString());
    assertThat(findings.isArray()).isTrue();
    assertThat(findings.get(0).fieldNames())
        .toIterable()
        .containsExactly("check", "status", "text", "hint");
  }

  @Test
  void withoutAFolderItSaysHowToNameOne() {
    environment.clear();

    assertThat(doctor()).isEqualTo(2);
    assertThat(err.toString()).contains("--conf");
  }

  private int doctor(String... options) {
    out.getBuffer().setLength(0);
    CommandLine commandLine = Foresight.commandLine(new DoctorCommand(environment));
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    String[] arguments = new String[options.length + 1];
    arguments[0] = "doctor";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return commandLine.execute(arguments);
  }

  private void write(String file, String content) throws IOException {
    Files.writeString(folder.resolve(file), content);
  }

  private static String site(String... keysAndValues) {
    StringBuilder site = new StringBuilder("<configuration>");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      site.append("<property><name>")
          .append(keysAndValues[i])
          .append("</name><value>")
          .append(keysAndValues[i + 1])
          .append("</value></property>");
    }
    return site.append("</configuration>").toString();
  }

  private void jar(String name, String version, boolean isShaded) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    Path jar = folder.resolve("home/share/hadoop/yarn/lib").resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new ZipEntry("org/foresight/yarn/ForesightScheduler.class"));
      if (isShaded) {
        out.putNextEntry(new ZipEntry("org/foresight/shaded/"));
      }
    }
  }
}
