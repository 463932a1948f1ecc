package org.foresight.cli.deploy;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.foresight.yarn.ForesightScheduler;
import org.foresight.yarn.site.SiteFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code deploy/foresight-deploy}, on folders that look like a Hadoop. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class DeployScriptTest {
  private static final String CLASS_KEY = "yarn.resourcemanager.scheduler.class";
  private static final String CAPACITY =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler";
  private static final String MANAGER =
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager";
  private static final String NODE_MANAGER =
      "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final String RECOVERY =
      """
        <property>
          <name>yarn.resourcemanager.recovery.enabled</name>
          <value>true</value>
        </property>
      """;

  /** What kills a process is not an exit status of its own. */
  private static final int KILLED = 137;

  @TempDir private Path folder;

  private Path yarn;
  private Path conf;
  private Path yarnSite;
  private Path first;
  private Path second;

  /** What a script said, and how it ended. */
  private record Outcome(int exit, String out, String err) {}

  @BeforeEach
  void layOut() throws IOException {
    yarn = folder.resolve("hadoop/share/hadoop/yarn");
    conf = folder.resolve("hadoop/etc/hadoop");
    yarnSite = conf.resolve("yarn-site.xml");
    Files.createDirectories(yarn.resolve("lib"));
    Files.createDirectories(conf);
    Files.createFile(yarn.resolve("hadoop-yarn-server-resourcemanager-3.5.0.jar"));
    Files.writeString(yarnSite, site(RECOVERY));
    Files.writeString(
        conf.resolve("hadoop-env.sh"),
        "export JAVA_HOME='" + System.getProperty("java.home") + "'\n");
    Files.createDirectories(folder.resolve("foresight/deploy"));
    Files.createDirectories(folder.resolve("foresight/conf"));
    Files.copy(
        Path.of("../deploy/foresight-deploy"), folder.resolve("foresight/deploy/foresight-deploy"));
    Files.copy(
        Path.of("../conf/foresight-site.xml"), folder.resolve("foresight/conf/foresight-site.xml"));
    first = plugin("1");
    second = plugin("2");
  }

  @Test
  void installsInShadowModeAndTellsOfTheRestart() throws IOException {
    Outcome outcome = run("install", "--jar", first.toString(), "--history", "/var/history");

    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("+    <value>" + ForesightScheduler.class.getName() + "</value>")
        .contains("yarn --daemon stop resourcemanager")
        .contains("Running applications go on");
    assertThat(pluginInForce()).hasSameBinaryContentAs(first);
    assertThat(value("yarn-site.xml", CLASS_KEY)).isEqualTo(ForesightScheduler.class.getName());
    assertThat(value("foresight-site.xml", "foresight.mode")).isEqualTo("shadow");
    assertThat(value("foresight-site.xml", "foresight.history.dir")).isEqualTo("/var/history");
    assertThat(conf.resolve("yarn-site.xml.before-foresight-deploy")).hasContent(site(RECOVERY));
    assertThat(run("verify").exit()).isZero();
  }

  /** The ResourceManager runs as another user than who installs. */
  @Test
  void whoeverInstallsWithANarrowUmaskLetsOthersReadTheJar() throws IOException {
    List<String> narrow = List.of("bash", "-c", "umask 077; exec \"$@\"", "narrow");
    List<String> command = new ArrayList<>(narrow);
    command.addAll(bash("install", "--jar", first.toString()));

    assertThat(execute(command, Map.of()).exit()).isZero();

    Path jar = pluginInForce().toRealPath();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(jar))).endsWith("r--");
    Path store = requireNonNull(jar.getParent());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store))).endsWith("r-x");
    assertThat(run("verify").err()).isEmpty();
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwx------"));
    assertThat(run("verify").err()).contains("only its owner and group may read " + jar);
  }

  @Test
  void folderOfLibrariesMayBeElsewhere() throws IOException {
    Path elsewhere = Files.createDirectories(folder.resolve("mnt/libraries"));
    Files.delete(yarn.resolve("lib"));
    Files.createSymbolicLink(yarn.resolve("lib"), elsewhere);

    assertThat(install().exit()).isZero();

    assertThat(pluginInForce()).hasSameBinaryContentAs(first);
    assertThat(run("verify").exit()).isZero();
    assertThat(run("uninstall").exit()).isZero();
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void javaThatDoesNotEvenStartIsSaidToBeUnknown() throws IOException {
    Path broken = Files.createDirectories(folder.resolve("broken/bin"));
    command(broken.resolve("java"), "exit 1\n");
    Files.writeString(
        conf.resolve("hadoop-env.sh"), "export JAVA_HOME='" + folder.resolve("broken") + "'\n");

    assertInstallRefused("is unknown; Foresight needs 17 or newer");
  }

  @Test
  void secondTimeChangesNothing() throws IOException {
    assertThat(install().exit()).isZero();
    Map<String, String> before = contents();

    Outcome again = install();

    assertThat(again.exit()).isZero();
    assertThat(again.out()).contains("nothing was to be done").doesNotContain("restart");
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void whatAnOperatorWroteStays() throws IOException {
    String own = site("  <!-- mine -->\n" + property("foresight.mode", "off"));
    Files.writeString(conf.resolve("foresight-site.xml"), own);
    Files.setPosixFilePermissions(yarnSite, PosixFilePermissions.fromString("rw-rw----"));
    Path elsewhere = Files.move(yarnSite, folder.resolve("managed.xml"));
    Files.createSymbolicLink(yarnSite, elsewhere);

    Outcome outcome = install();

    assertThat(outcome.out()).contains("foresight-site.xml is there already and stays as it is");
    assertThat(conf.resolve("foresight-site.xml")).hasContent(own);
    assertThat(yarnSite).isSymbolicLink();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(elsewhere)))
        .isEqualTo("rw-rw----");
  }

  @Test
  void yarnSiteIsLeftToWhoeverManagesIt() throws IOException {
    Outcome outcome = run("install", "--leave-yarn-site", "--jar", first.toString());

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.out()).contains("<name>" + CLASS_KEY + "</name>");
    assertThat(yarnSite).hasContent(site(RECOVERY));
    assertThat(run("verify").exit()).isEqualTo(1);

    Files.writeString(
        yarnSite, site(RECOVERY + property(CLASS_KEY, ForesightScheduler.class.getName())));
    assertThat(run("verify").exit()).isZero();
    // Without the jar that the file names, no ResourceManager would start.
    assertRefused("still names Foresight", "uninstall", "--leave-yarn-site");
    assertThat(pluginInForce()).exists();
    Files.writeString(yarnSite, site(RECOVERY));
    // As it was called once.
    assertThat(run("uninstall", "--print-only").exit()).isZero();
    assertThat(yarn.resolve("lib")).isEmptyDirectory();
  }

  @Test
  void warnsWhereARestartEndsApplications() throws IOException {
    Files.writeString(yarnSite, site(""));

    assertThat(install().err()).contains("running applications will not survive the restart");
  }

  @Test
  void upgradeKeepsConfigurationAndTheJarBefore() throws IOException {
    install();
    String own = Files.readString(conf.resolve("foresight-site.xml")).replace(">shadow<", ">on<");
    Files.writeString(conf.resolve("foresight-site.xml"), own);

    assertRefused("say upgrade for another version", "install", "--jar", second.toString());
    Outcome upgrade = run("upgrade", "--jar", second.toString());

    assertThat(upgrade.exit()).as(upgrade.err()).isZero();
    assertThat(upgrade.out()).contains("for upgrade --back", "restart of the ResourceManager");
    assertThat(pluginInForce()).hasSameBinaryContentAs(second);
    assertThat(conf.resolve("foresight-site.xml")).hasContent(own);
    assertThat(run("verify").exit()).isZero();
    assertThat(run("upgrade", "--jar", second.toString()).out()).contains("nothing was to be done");

    assertThat(run("upgrade", "--back").exit()).isZero();
    assertThat(pluginInForce()).hasSameBinaryContentAs(first);
    assertThat(run("upgrade", "--back").exit()).isZero();
    assertThat(pluginInForce()).hasSameBinaryContentAs(second);
    // Of the first one nobody knows whether it is the only one that has ever run.
    assertThat(run("upgrade", "--jar", plugin("3").toString()).exit()).isZero();
    assertThat(yarn.resolve("foresight")).isDirectoryContaining("glob:**-1-plugin-*");
  }

  @Test
  void whatIsSaidTooLateIsSaidToBeIgnored() throws IOException {
    install();

    Outcome again =
        run("install", "--jar", first.toString(), "--history", "/var/history", "--mode", "off");

    assertThat(again.exit()).isZero();
    assertThat(again.err())
        .contains("--mode is ignored", "set foresight.mode in it")
        .contains("--history is ignored", "set foresight.history.dir in it");
    assertThat(value("foresight-site.xml", "foresight.mode")).isEqualTo("shadow");
    assertThat(run("install", "--jar", first.toString(), "--mode", "shadow").err()).isEmpty();
  }

  @Test
  void restartIsPendingWhileAProcessRunsAnotherJar() throws Exception {
    install();
    String before = pluginInForce().toRealPath().getFileName().toString();
    Process running = running(MANAGER);
    Process neighbour = running(NODE_MANAGER);
    try {
      assertThat(run("verify").err()).isEmpty();
      assertThat(run("upgrade", "--jar", second.toString()).exit()).isZero();

      assertThat(run("verify").err().strip())
          .isEqualTo(
              "warning: a restart is pending: the ResourceManager that runs (process "
                  + running.pid()
                  + ") still has "
                  + before
                  + ".");
    } finally {
      running.destroyForcibly().waitFor();
      neighbour.destroyForcibly().waitFor();
    }
    assertThat(run("verify").err()).isEmpty();
  }

  @Test
  void verifySaysThatItSawFilesAloneAndWhoKnowsMore() throws IOException {
    install();

    assertThat(run("verify").out())
        .contains("This looked at files", "a restart is pending", "foresight doctor --conf")
        .contains("--rm http://HOST:8088");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "CLASSPATH"})
  void restartIsPendingWhileTheResourceManagerHasNotTakenTheJar(String variable) throws Exception {
    Process manager = manager(variable);
    Process another = manager("", folder.resolve("another"));
    try {
      assertThat(run("verify").err()).doesNotContain("pending");
      assertThat(install().exit()).isZero();

      Outcome verify = run("verify");

      assertThat(verify.exit()).isZero();
      assertThat(verify.err().strip())
          .isEqualTo(
              "warning: a restart is pending: the ResourceManager that runs (process "
                  + manager.pid()
                  + ") has not taken the jar.");
    } finally {
      manager.destroyForcibly().waitFor();
      another.destroyForcibly().waitFor();
    }
    assertThat(run("verify").err()).isEmpty();
  }

  private Process manager(String variable) throws IOException {
    return manager(variable, conf);
  }

  /**
   * A process that looks like a ResourceManager of this configuration.
   *
   * @param variable that has its class path; empty: an argument has
   */
  private Process manager(String variable, Path itsConf) throws IOException {
    String classPath = itsConf + ":/elsewhere/*";
    ProcessBuilder builder =
        new ProcessBuilder(
            "tail",
            "-f",
            yarnSite.toString(),
            "--",
            variable.isEmpty() ? classPath : "none",
            MANAGER);
    if (!variable.isEmpty()) {
      builder.environment().put(variable, classPath);
    }
    Process manager = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    // It runs once it has said something.
    assertThat(manager.getInputStream().read()).isNotNegative();
    return manager;
  }

  /** A process that looks like such a daemon and has the jar open which is in force. */
  private Process running(String daemon) throws IOException {
    // Of the daemon's name it says that there is no such file.
    Process running =
        new ProcessBuilder("tail", "-f", pluginInForce().toRealPath().toString(), "--", daemon)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    // It has the file open once it has said something of it.
    assertThat(running.getInputStream().read()).isNotNegative();
    return running;
  }

  @Test
  void nothingIsPurgedWhileAResourceManagerRunsTheJar() throws Exception {
    install();
    Process running = running(MANAGER);
    try {
      assertThat(run("uninstall").exit()).isZero();

      assertRefused(
          "the ResourceManager that runs (process " + running.pid() + ") has Foresight still",
          "uninstall",
          "--purge");
      assertThat(conf.resolve("foresight-site.xml")).exists();
    } finally {
      running.destroyForcibly().waitFor();
    }
    assertThat(run("uninstall", "--purge").exit()).isZero();
  }

  @Test
  void nodeManagerThatHasOpenedTheJarHoldsUpNoPurge() throws Exception {
    install();
    Process neighbour = running(NODE_MANAGER);
    try {
      assertThat(run("uninstall").exit()).isZero();

      Outcome purge = run("uninstall", "--purge");

      assertThat(purge.exit()).as(purge.err()).isZero();
      assertThat(conf.resolve("foresight-site.xml")).doesNotExist();
    } finally {
      neighbour.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", CAPACITY})
  void uninstallPutsTheSchedulerBack(String before) throws IOException {
    String own = site(RECOVERY + (before.isEmpty() ? "" : property(CLASS_KEY, before)));
    Files.writeString(yarnSite, own);
    Path history = Files.createDirectory(folder.resolve("history"));
    Files.writeString(history.resolve("segment-000001-00000001-00000002-2"), "learned");
    Files.createFile(history.resolve("owner-000001"));
    Files.writeString(history.resolve("history-1.migrated"), "of an older build");
    Path damaged = Files.createDirectory(history.resolve("damaged"));
    Files.writeString(damaged.resolve("000002-segment-000001-00000001-00000002-2"), "ada");
    Files.writeString(damaged.resolve("000002-checkpoint-000001-00000001"), "ada");
    run("install", "--jar", first.toString(), "--history", history.toString());
    assertRefused("restart it, then uninstall --purge", "uninstall", "--purge");

    Outcome uninstall = run("uninstall");

    assertThat(uninstall.exit()).as(uninstall.err()).isZero();
    assertThat(uninstall.out()).contains("restart of the ResourceManager", history.toString());
    assertThat(yarnSite).hasContent(own);
    assertThat(yarn.resolve("lib")).isEmptyDirectory();
    assertThat(yarn.resolve("foresight")).doesNotExist();
    assertThat(conf.resolve("foresight-site.xml")).exists();
    assertThat(history).isNotEmptyDirectory();
    assertThat(run("uninstall").out()).contains("nothing was to be done");
    for (String kept : new String[] {"foresight-site.xml.bak", "foresight-site.xml.unreadable"}) {
      Files.createFile(conf.resolve(kept)); // As foresight off leaves them.
    }

    assertThat(run("uninstall", "--purge").exit()).isZero();
    assertThat(history).doesNotExist();
    assertThat(names(conf)).containsExactlyInAnyOrder("hadoop-env.sh", "yarn-site.xml");
  }

  @Test
  void purgeTakesNothingThatIsNotForesights() throws IOException {
    Path history = Files.createDirectory(folder.resolve("history"));
    Path damaged = Files.createDirectory(history.resolve("damaged"));
    Files.writeString(history.resolve("letter"), "mine");
    Files.writeString(damaged.resolve("letter"), "mine, too");
    Files.writeString(damaged.resolve("000002-segment-000001-00000001-00000002-2"), "ada");
    run("install", "--jar", first.toString(), "--history", history.toString());
    run("uninstall");

    assertThat(run("uninstall", "--purge").err()).contains("holds files that are not Foresight's");

    assertThat(history.resolve("letter")).hasContent("mine");
    assertThat(names(damaged)).containsExactly("letter");
  }

  @Test
  void uninstallWithoutAManifestSaysWhatIsInForceStill() throws IOException {
    install();
    Path manifest = conf.resolve("foresight-deploy.manifest");
    Files.delete(manifest);
    Path link = pluginInForce();

    assertRefused(link + " is there and " + yarnSite + " names Foresight's scheduler", "uninstall");
    Files.createFile(manifest);
    assertRefused("run install once more, then uninstall", "uninstall", "--purge");
    Files.writeString(yarnSite, site(RECOVERY));
    assertRefused(link + " is there; run install", "uninstall");

    assertThat(install().exit()).isZero();
    assertThat(run("uninstall").exit()).isZero();
    // Put there again by whoever manages that file.
    String own = site(RECOVERY + property(CLASS_KEY, ForesightScheduler.class.getName()));
    Files.writeString(yarnSite, own);
    assertRefused("but " + yarnSite + " names Foresight's scheduler;", "uninstall", "--purge");
    Files.writeString(
        yarnSite,
        own.replaceAll(
            "(?s)  <property>.*</property>\n",
            "<description>a --> b</description><!-- a\n-->\n<!--$0-->"));
    assertThat(run("uninstall").out()).contains("nothing was to be done");
  }

  @Test
  void whatWasChangedSinceIsNotPutBack() throws IOException {
    install();
    Files.writeString(
        yarnSite, site(property(CLASS_KEY, CAPACITY) + property("later", "yes") + RECOVERY));
    String own = Files.readString(yarnSite);

    assertThat(run("uninstall").exit()).isZero();

    assertThat(yarnSite).hasContent(own);
  }

  /** Kills the script before each of its renames, of which everything that it does consists. */
  @Test
  void interruptedAnywhereItEndsItsWorkTheNextTime() throws IOException {
    Map<String, String> installed = null;
    String[] install = {"install", "--jar", first.toString(), "--history", "/var/history"};
    String[] upgrade = {"upgrade", "--jar", second.toString()};
    String[] back = {"upgrade", "--back"};
    String[] uninstall = {"uninstall"};
    Map<String, String> before = contents();
    for (String[] command : new String[][] {install, upgrade, back, uninstall}) {
      Map<String, String> start = contents();
      assertThat(run(command).exit()).isZero();
      Map<String, String> wanted = contents();
      int interruptions = 0;
      while (true) {
        restore(start);
        if (runKilledAtRename(interruptions, command).exit() == 0) {
          break;
        }
        interruptions++;
        assertResourceManagerCouldStart();
        Outcome again = run(command);
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(contents())
            .as("after %d renames of %s", interruptions, command[0])
            .isEqualTo(wanted);
      }
      assertThat(interruptions).as(command[0]).isGreaterThanOrEqualTo(3);
      installed = installed == null ? wanted : installed;
    }
    assertThat(installed).isNotEqualTo(before);
  }

  @Test
  void interruptedInstallationCanBeTakenOut() throws IOException {
    Files.writeString(conf.resolve("foresight-site.xml"), site(""));
    Map<String, String> start = contents();
    int interruptions = 0;
    while (runKilledAtRename(interruptions, "install", "--jar", first.toString()).exit() != 0) {
      interruptions++;

      assertThat(run("uninstall").exit()).isZero();

      assertThat(yarnSite).hasContent(site(RECOVERY));
      assertThat(yarn.resolve("lib")).isEmptyDirectory();
      restore(start);
    }
    assertThat(interruptions).isGreaterThanOrEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3.3.6|is Hadoop 3.3.6; Foresight is tested with 3.4.3 and 3.5.0.",
        "3.6.0|is Hadoop 3.6.0; Foresight is tested with 3.4.3 and 3.5.0."
      })
  void otherHadoopIsRefused(String version, String message) throws IOException {
    Files.move(
        yarn.resolve("hadoop-yarn-server-resourcemanager-3.5.0.jar"),
        yarn.resolve("hadoop-yarn-server-resourcemanager-" + version + ".jar"));

    assertInstallRefused(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"11.0.2", "1.8.0_402"})
  void olderJavaIsRefused(String version) throws IOException {
    Path jdk = Files.createDirectories(folder.resolve("jdk/bin"));
    command(jdk.resolve("java"), "echo 'openjdk version \"" + version + "\"' >&2");
    // As Hadoop's own scripts do, YARN's goes before.
    Files.writeString(conf.resolve("yarn-env.sh"), "JAVA_HOME=" + folder.resolve("jdk") + "\n");

    assertInstallRefused("Foresight needs 17 or newer; set JAVA_HOME in");
  }

  @Test
  void missingHadoopConfigurationAndJarAreRefused() throws IOException {
    assertRefused("there is no folder", "install", "--hadoop", folder.resolve("none").toString());
    assertRefused("holds no Hadoop", "install", "--hadoop", conf.toString());
    assertRefused("there is no folder", "install", "--conf", folder.resolve("none").toString());
    assertRefused("holds no yarn-site.xml", "install", "--conf", yarn.toString());
    assertRefused("there are 0 plug-in jars", "install");
    assertRefused("there is no jar", "install", "--jar", folder.resolve("none.jar").toString());
    assertRefused("is not installed here", "upgrade", "--jar", second.toString());
    assertThat(run("uninstall").out()).contains("not installed here");
    Path thin = folder.resolve("foresight-yarn-scheduler-1.jar");
    Files.writeString(thin, "no jar");
    assertRefused("damaged or not the plug-in", "install", "--jar", thin.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler|bring the queues into",
        "org.example.Other|is (org.example.Other)"
      })
  void otherSchedulerIsRefused(String scheduler, String message) throws IOException {
    Files.writeString(yarnSite, site(property(CLASS_KEY, scheduler)));

    assertInstallRefused(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<configuration>", "<configuration><include/></configuration>"})
  void fileThatCannotBeEditedIsRefused(String text) throws IOException {
    Files.writeString(yarnSite, text);

    assertInstallRefused(yarnSite.toString());
  }

  @Test
  void secondJarOnTheClassPathIsRefused() throws IOException {
    for (String name : List.of("lib/foresight-yarn-scheduler-0-plugin.jar", "lib/a.jar", "b.jar")) {
      Path other = yarn.resolve(name);
      Files.copy(second, other);
      assertInstallRefused("another plug-in jar is on the class path (" + other + ")");
      Files.delete(other);
    }

    assertThat(install().exit()).isZero();
    Files.writeString(
        conf.resolve("yarn-env.sh"), "HADOOP_CLASSPATH=/a:" + second + ":$HADOOP_CLASSPATH\n");
    assertRefused("another plug-in jar", "upgrade", "--jar", second.toString());
    assertThat(run("verify").out()).contains("fail  Another plug-in jar is on the class path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"etc/hadoop", "share/hadoop/yarn", "share/hadoop/yarn/lib"})
  void whoMayNotWriteIsToldBeforeAnythingChanges(String closed) throws IOException {
    for (Path open : List.of(folder, yarn, yarn.resolve("lib"), conf, yarnSite)) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    Path folderClosed = folder.resolve("hadoop").resolve(closed);
    Files.setPosixFilePermissions(folderClosed, PosixFilePermissions.fromString("r-xr-xr-x"));
    Map<String, String> before = contents();
    List<String> command = new ArrayList<>();
    if (new ProcessBuilder("id", "-u").start().inputReader().readLine().equals("0")) {
      // All doors are open to root.
      command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    command.addAll(bash("install", "--jar", first.toString()));

    Outcome outcome = execute(command, Map.of());

    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.err()).contains("may not write " + folderClosed + ";").hasLineCount(1);
    assertThat(contents()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "install --help", "uninstall --purge -h"})
  void helpIsPrintedAndNothingDone(String arguments) throws IOException {
    Map<String, String> before = contents();

    Outcome outcome = run(arguments.split(" "));

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.out()).startsWith("Usage: foresight-deploy ").contains("--leave-yarn-site");
    assertThat(contents()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "'', a command is missing",
    "instal, must be install",
    "install --mode=on, no option",
    "install --history learned, must be an absolute path",
    "verify --purge, an option of uninstall",
    "upgrade --mode off, an option of install",
    "install --back, an option of upgrade"
  })
  void wrongUsageIsTold(String arguments, String message) throws IOException {
    Outcome outcome =
        execute(bash(arguments.isEmpty() ? new String[0] : arguments.split(" ")), Map.of());

    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains(message);
  }

  private Outcome install() throws IOException {
    return run("install", "--jar", first.toString());
  }

  private void assertInstallRefused(String message) throws IOException {
    assertRefused(message, "install", "--jar", first.toString());
  }

  /** One line, and nothing has changed. */
  private void assertRefused(String message, String... arguments) throws IOException {
    Map<String, String> before = contents();
    Outcome outcome = run(arguments);
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.err()).startsWith("foresight-deploy: ").contains(message).hasLineCount(1);
    assertThat(contents()).isEqualTo(before);
  }

  /** Whatever yarn-site.xml names is there. */
  private void assertResourceManagerCouldStart() throws IOException {
    if (Files.readString(yarnSite).contains(ForesightScheduler.class.getName())) {
      assertThat(pluginInForce()).exists();
      assertThat(conf.resolve("foresight-site.xml")).exists();
    }
  }

  private Path pluginInForce() {
    return yarn.resolve("lib/foresight-yarn-scheduler-plugin.jar");
  }

  private String value(String file, String key) throws IOException {
    return SiteFile.parse(file, Files.readString(conf.resolve(file))).get(key).orElse("");
  }

  private Outcome run(String... arguments) throws IOException {
    return execute(bash(arguments), Map.of());
  }

  private Outcome runKilledAtRename(int renamesBefore, String... arguments) throws IOException {
    Path commands = Files.createDirectories(folder.resolve("commands"));
    Path count = folder.resolve("renames");
    Files.writeString(count, "0");
    command(
        commands.resolve("mv"),
        "n=$(cat '"
            + count
            + "'); if [ \"$n\" = \"$RENAMES_BEFORE\" ]; then kill -9 $PPID; exit 1; fi\n"
            + "echo $((n + 1)) >'"
            + count
            + "'; PATH=\"$REAL_PATH\" exec mv \"$@\"");
    String path = System.getenv("PATH");
    return execute(
        bash(arguments),
        Map.of(
            "PATH",
            commands + File.pathSeparator + path,
            "REAL_PATH",
            path,
            "RENAMES_BEFORE",
            Integer.toString(renamesBefore)));
  }

  private List<String> bash(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add("bash");
    command.add(folder.resolve("foresight/deploy/foresight-deploy").toString());
    command.addAll(List.of(arguments));
    return command;
  }

  private Outcome execute(List<String> command, Map<String, String> environment)
      throws IOException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    for (String name : List.of("JAVA_HOME", "HADOOP_HOME", "HADOOP_CONF_DIR", "HADOOP_CLASSPATH")) {
      builder.environment().remove(name);
    }
    builder.environment().put("HADOOP_YARN_HOME", folder.resolve("hadoop").toString());
    builder.environment().putAll(environment);
    int exit = builder.start().onExit().join().exitValue();
    assertThat(exit).isIn(0, 1, 2, KILLED);
    return new Outcome(exit, Files.readString(out), Files.readString(err));
  }

  /** What is in the files of Hadoop's folder, by path; of a link, where it leads. */
  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    Path hadoop = folder.resolve("hadoop");
    try (Stream<Path> paths = Files.walk(hadoop)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String name = hadoop.relativize(path).toString();
        if (Files.isSymbolicLink(path)) {
          contents.put(name, "-> " + Files.readSymbolicLink(path));
        } else if (Files.isRegularFile(path)) {
          contents.put(name, Files.readString(path, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return contents;
  }

  private void restore(Map<String, String> contents) throws IOException {
    Path hadoop = folder.resolve("hadoop");
    for (String name : contents().keySet()) {
      Files.delete(hadoop.resolve(name));
    }
    for (Map.Entry<String, String> file : contents.entrySet()) {
      Path path = hadoop.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      if (file.getValue().startsWith("-> ")) {
        Files.createSymbolicLink(path, Path.of(file.getValue().substring(3)));
      } else {
        Files.writeString(path, file.getValue(), StandardCharsets.ISO_8859_1);
      }
    }
  }

  private static ImmutableList<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .collect(ImmutableList.toImmutableList());
    }
  }

  private static String site(String properties) {
    return "<configuration>\n" + properties + "</configuration>\n";
  }

  private static String property(String key, String value) {
    return "  <property>\n    <name>"
        + key
        + "</name>\n    <value>"
        + value
        + "</value>\n  </property>\n";
  }

  /** A jar that holds nothing, and leads to the classes that the script runs. */
  private Path plugin(String version) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            location(ForesightScheduler.class) + " " + location(ImmutableList.class));
    Path jar = folder.resolve("foresight-yarn-scheduler-" + version + "-plugin.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      // By which the script knows a plug-in, whatever its name; nobody loads it.
      out.putNextEntry(
          new JarEntry(ForesightScheduler.class.getName().replace('.', '/') + ".class"));
      out.finish();
    }
    return jar;
  }

  private static String location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().toString();
  }

  private static void command(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
