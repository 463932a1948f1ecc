package org.foresight.agent;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.agent.cpu.CpuController;
import org.foresight.agent.cpu.CpuControllers;
import org.foresight.planner.node.LasSettings;
import org.foresight.planner.node.NodeStatistics;

/**
 * A node full of containers that may all be suspended, and that are processes which sleep. Its time
 * is its own: each {@link #tick} is a quantum later than the one before.
 */
final class TickingNode implements AutoCloseable {
  private static final double MINIMUM_CORES = 0.05;
  private static final int CONTAINER_MB = 1_024;
  private static final String LONGEST_LIFE_SECONDS = "900";

  private final Path folder;
  private final List<Process> processes = new ArrayList<>();
  private final long quantumMillis;
  private final NodeAgent agent;
  private long nowMillis;

  private TickingNode(Path folder, CpuController controller, LasSettings settings, int containers) {
    this.folder = folder;
    this.quantumMillis = settings.quantumMillis();
    this.agent =
        new NodeAgent(
            controller,
            settings,
            id -> processes.get(Integer.parseInt(id)).pid(),
            true,
            (long) containers * CONTAINER_MB,
            () -> nowMillis);
  }

  /**
   * Makes one.
   *
   * @throws IOException if containers can't be suspended by these means
   */
  static TickingNode with(
      AgentTickBenchmark.Means means, LasSettings.Service service, int vcores, int containers)
      throws IOException {
    Path folder = Files.createTempDirectory("foresight-tick");
    CpuControllers controllers = new CpuControllers(folder, MINIMUM_CORES);
    CpuController controller =
        switch (means) {
          case NONE -> new NoController();
          case CGROUPS -> controllers.ofOwnCgroups(Optional.empty());
          case SIGNALS -> controllers.ofSignals();
        };
    TickingNode node =
        new TickingNode(folder, controller, LasSettings.of(vcores, service), containers);
    for (int i = 0; i < containers; i++) {
      node.processes.add(new ProcessBuilder("setsid", "sleep", LONGEST_LIFE_SECONDS).start());
      node.agent.started(
          new TaskFacts(Integer.toString(i), "application", 1, CONTAINER_MB, true, 0));
    }
    node.agent.beat();
    return node;
  }

  void tick() {
    nowMillis += quantumMillis;
    agent.beat();
  }

  NodeStatistics statistics() {
    return agent.statistics();
  }

  @Override
  public void close() throws IOException {
    agent.close();
    processes.forEach(Process::destroyForcibly);
    MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
  }

  /** Does nothing. */
  private static final class NoController implements CpuController {
    @Override
    public String name() {
      return "none";
    }

    @Override
    public void attach(String container, long process) {}

    @Override
    public void suspend(String container) {}

    @Override
    public void resume(String container) {}

    @Override
    public void detach(String container) {}

    @Override
    public OptionalLong cpuNanos(String container) {
      return OptionalLong.of(0);
    }

    @Override
    public void tidy() {}

    @Override
    public void close() {}
  }
}
