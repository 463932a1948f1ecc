package org.foresight.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.foresight.cli.docker.Programs.Result;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A Docker engine: the one that runs, or one that this test starts, for which it has to be root.
 * One that is started has all that it keeps in a folder of the test's, and leaves the machine's
 * network as it is: no rule of its firewall, no forwarding. So its containers reach each other and
 * nobody else, and what they publish on the loopback address goes through a process of the
 * engine's.
 */
final class DockerEngine implements AutoCloseable {
  private static final String REQUIRE_ALL = "FORESIGHT_REQUIRE_ALL_TESTS";
  private static final Duration LONGEST_START = Duration.ofMinutes(1);
  private static final Duration LONGEST_END = Duration.ofMinutes(1);
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

  private final Programs programs;
  private final @Nullable Process process;
  private final String group;

  private DockerEngine(Programs programs, @Nullable Process process, String group) {
    this.programs = programs;
    this.process = process;
    this.group = group;
  }

  /**
   * The engine; where there is none the test is skipped, or fails if none may be skipped.
   *
   * @param folder for what is kept
   */
  static DockerEngine require(Path folder) throws IOException, InterruptedException {
    Programs programs = new Programs(folder, ImmutableMap.of());
    if (answers(programs)) {
      return new DockerEngine(programs, null, "");
    }
    Result client = programs.run(List.of("docker", "--version"));
    if (!client.isGood()) {
      throw skip("there is no docker: " + client.lastLine());
    }
    if (!System.getProperty("user.name").equals("root")) {
      throw skip("no Docker engine answers, and only root can start one.");
    }
    return start(programs, folder);
  }

  private static boolean answers(Programs programs) throws IOException, InterruptedException {
    return programs.run(List.of("docker", "version")).isGood();
  }

  private static DockerEngine start(Programs programs, Path folder) throws IOException {
    String group = "foresight-docker-" + ProcessHandle.current().pid();
    String address = "unix://" + folder.resolve("docker.sock");
    Path configuration = Files.writeString(folder.resolve("daemon.json"), "{}");
    Path log = folder.resolve("dockerd.log");
    Process process;
    try {
      process =
          programs.start(
              List.of(
                  "dockerd",
                  "--config-file=" + configuration, // Not the machine's.
                  "--host=" + address,
                  "--data-root=" + folder.resolve("data"),
                  "--exec-root=" + folder.resolve("exec"),
                  "--pidfile=" + folder.resolve("dockerd.pid"),
                  "--exec-opt=native.cgroupdriver=cgroupfs",
                  "--cgroup-parent=/" + group,
                  "--bridge=none",
                  "--iptables=false",
                  "--ip6tables=false",
                  "--ip-forward=false",
                  "--ip-masq=false"),
              log);
    } catch (IOException e) {
      throw skip("no Docker engine answers, and none can be started: " + e.getMessage());
    }
    DockerEngine engine =
        new DockerEngine(programs.with(ImmutableMap.of("DOCKER_HOST", address)), process, group);
    try {
      engine.awaitAnswer(process, log);
      return engine;
    } catch (Throwable e) {
      engine.close();
      throw e;
    }
  }

  private void awaitAnswer(Process engine, Path log) throws IOException {
    AtomicBoolean answers = new AtomicBoolean();
    try {
      await()
          .atMost(LONGEST_START)
          .until(
              () -> {
                answers.set(answers(programs));
                return answers.get() || !engine.isAlive();
              });
    } catch (ConditionTimeoutException e) {
      throw skip("no Docker engine answers, and one that was started does not either.");
    }
    if (!answers.get()) {
      throw skip(
          "no Docker engine answers, and one that was started has ended: "
              + new Result(1, Files.readString(log)).lastLine());
    }
  }

  /** Skips the test; fails it if none may be skipped. Never returns, so that it can be thrown. */
  static RuntimeException skip(String why) {
    String all = "This test needs Docker, and " + why;
    if (Boolean.parseBoolean(System.getenv(REQUIRE_ALL))) {
      fail(all + " " + REQUIRE_ALL + " is true, so that it may not be skipped.");
    }
    return Assumptions.abort(all);
  }

  /** What runs programs that talk to it. */
  Programs programs() {
    return programs;
  }

  /** How Docker Compose is called here, as a plug-in of docker's or by itself. */
  ImmutableList<String> compose() throws IOException, InterruptedException {
    for (ImmutableList<String> command :
        ImmutableList.of(
            ImmutableList.of("docker", "compose"), ImmutableList.of("docker-compose"))) {
      ImmutableList<String> version =
          ImmutableList.<String>builder().addAll(command).add("version").build();
      if (programs.run(version).isGood()) {
        return command;
      }
    }
    throw skip("there is neither docker compose nor docker-compose.");
  }

  /** Ends it, if it was started here. */
  @Override
  public void close() throws IOException {
    if (process == null) {
      return;
    }
    List<ProcessHandle> all = process.descendants().toList();
    process.destroy();
    boolean hasEnded =
        process
            .onExit()
            .thenApply(unused -> true)
            .completeOnTimeout(false, LONGEST_END.toSeconds(), TimeUnit.SECONDS)
            .join();
    process.destroyForcibly().onExit().join();
    all.forEach(ProcessHandle::destroyForcibly);
    assertThat(hasEnded).as("dockerd ends when it is asked to").isTrue();
    removeGroups();
  }

  /** Those of containers are gone with these; theirs stays. */
  private void removeGroups() throws IOException {
    try (Stream<Path> hierarchies = Files.list(CGROUPS)) {
      for (Path hierarchy : Stream.concat(Stream.of(CGROUPS), hierarchies).toList()) {
        Files.deleteIfExists(hierarchy.resolve(group));
      }
    }
  }
}
