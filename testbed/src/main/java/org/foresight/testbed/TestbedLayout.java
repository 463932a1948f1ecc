package org.foresight.testbed;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Puts what a testbed is made of into its folder: Hadoop, the configuration, the plug-ins. */
final class TestbedLayout {
  private static final Duration LONGEST_INSTALLATION = Duration.ofSeconds(60);
  private static final String INSTALLATION = "foresight-deploy";

  private final TestbedFolder folder;
  private final ForesightBuild build;

  private TestbedLayout(TestbedFolder folder, ForesightBuild build) {
    this.folder = folder;
    this.build = build;
  }

  /**
   * Puts all of it there.
   *
   * @param folder one that is made and empty
   * @throws IOException if something is missing, or Foresight can't be installed
   */
  static void write(
      TestbedParameters parameters,
      TestbedAddresses addresses,
      ForesightBuild build,
      TestbedFolder folder)
      throws IOException, InterruptedException {
    new TestbedLayout(folder, build).write(parameters, addresses);
  }

  private void write(TestbedParameters parameters, TestbedAddresses addresses)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.logs());
    Files.createDirectories(folder.temporary());
    Files.createDirectories(folder.plugIns());
    for (Path jar : build.hadoopJars()) {
      Path place = ForesightBuild.hasResourceManager(jar) ? folder.yarn() : folder.plugIns();
      linkOrCopy(jar, place.resolve(jar.getFileName()));
    }
    Files.copy(build.testbedJar(), folder.nodeJar());
    TestbedConfiguration.write(parameters, addresses, folder, build);
    if (parameters.foresight().isPresent()) {
      install(parameters.foresight().get());
    }
  }

  /** So that it is still there when the next build has taken the jar away. */
  private static void linkOrCopy(Path jar, Path place) throws IOException {
    try {
      Files.createLink(place, jar);
    } catch (IOException | UnsupportedOperationException e) {
      Files.copy(jar, place); // It is on another file system, say.
    }
  }

  private void install(ImmutableMap<String, String> keys) throws IOException, InterruptedException {
    Path agent = build.agentPlugIn();
    Files.copy(agent, folder.plugIns().resolve(agent.getFileName()));
    Path log = folder.log(INSTALLATION);
    ProcessBuilder script =
        new ProcessBuilder(
                "bash",
                build.deployScript().toString(),
                "install",
                "--hadoop",
                folder.hadoop().toString(),
                "--conf",
                folder.conf().toString(),
                "--jar",
                build.schedulerPlugIn().toString(),
                "--history",
                folder.history().toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    DaemonProcess.clean(script.environment());
    script.environment().put(TestbedFolder.VARIABLE, folder.root().toString());
    Process process = script.start();
    try {
      if (!process.waitFor(LONGEST_INSTALLATION.toSeconds(), TimeUnit.SECONDS)
          || process.exitValue() != 0) {
        throw new IOException(
            "Foresight could not be installed: " + log + ": " + LogTail.of(log, 0));
      }
    } finally {
      process.destroyForcibly();
    }
    TestbedConfiguration.editForesight(folder, keys);
  }
}
