package org.foresight.cli.docker;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.foresight.cli.docker.Programs.Result;

/** The testbed's project of Docker Compose, under a name of its own. Thread-safe. */
final class Compose {
  private static final Path FILE = Path.of("..", "docker", "compose.yaml");

  /** What engines keep of a project. */
  private static final ImmutableList<ImmutableList<String>> KEPT =
      ImmutableList.of(
          ImmutableList.of("docker", "ps", "--all"),
          ImmutableList.of("docker", "network", "ls"),
          ImmutableList.of("docker", "volume", "ls"));

  private final Programs programs;
  private final ImmutableList<String> command;
  private final String project;

  /**
   * The project.
   *
   * @param variables what {@code .env} lists, where it is to be otherwise
   */
  Compose(DockerEngine engine, String project, ImmutableMap<String, String> variables)
      throws IOException, InterruptedException {
    this.programs = engine.programs().with(variables);
    this.command =
        ImmutableList.<String>builder()
            .addAll(engine.compose())
            .add("--file", FILE.toString(), "--project-name", project)
            .build();
    this.project = project;
  }

  /** Runs a command of Compose's, which has to succeed; what it said. */
  String succeed(String... arguments) throws IOException, InterruptedException {
    return programs.succeed(with(arguments));
  }

  /** Runs a command of Compose's. */
  Result run(String... arguments) throws IOException, InterruptedException {
    return programs.run(with(arguments));
  }

  private ImmutableList<String> with(String... arguments) {
    return ImmutableList.<String>builder().addAll(command).add(arguments).build();
  }

  /** The numbers of a service's containers. */
  ImmutableList<String> containers(String service) throws IOException, InterruptedException {
    return succeed("ps", "--quiet", service).lines().collect(ImmutableList.toImmutableList());
  }

  /** What there is of it: containers, networks, volumes. */
  ImmutableList<String> kept() throws IOException, InterruptedException {
    ImmutableList.Builder<String> kept = ImmutableList.builder();
    for (List<String> list : KEPT) {
      List<String> ours =
          Stream.concat(
                  list.stream(),
                  Stream.of("--quiet", "--filter", "label=com.docker.compose.project=" + project))
              .toList();
      programs.succeed(ours).lines().forEach(kept::add);
    }
    return kept.build();
  }
}
