package org.foresight.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;

/** Tells how much processor time the daemons of a testbed have had since they were started. */
public final class TestbedMeter {
  private static final String AGENT = "Hadoop:service=NodeManager,name=ForesightAgent";

  private final Testbed testbed;

  public TestbedMeter(Testbed testbed) {
    this.testbed = testbed;
  }

  /**
   * What has been used.
   *
   * @param manager by the ResourceManager
   * @param nodes by all NodeManagers, without their containers
   * @param agents by the threads of their agents, which is in that; zero where there is none
   */
  public record Use(Duration manager, Duration nodes, Duration agents) {

    /** What has been used since an earlier look. */
    public Use since(Use before) {
      return new Use(
          manager.minus(before.manager), nodes.minus(before.nodes), agents.minus(before.agents));
    }
  }

  /**
   * Looks.
   *
   * @throws IOException if a daemon has ended
   */
  public Use look() throws IOException, InterruptedException {
    Duration nodes = Duration.ZERO;
    Duration agents = Duration.ZERO;
    for (String name : testbed.folder().nodes()) {
      nodes = nodes.plus(testbed.processorTime(name));
      agents = agents.plus(agent(name));
    }
    return new Use(testbed.processorTime(TestbedFolder.RESOURCE_MANAGER), nodes, agents);
  }

  /** As its metrics tell. */
  private Duration agent(String name) throws IOException, InterruptedException {
    JsonNode beans = testbed.askNode(name, "/jmx?qry=" + AGENT).at("/beans");
    return Duration.ofMillis(beans.isEmpty() ? 0 : beans.get(0).get("CpuMillis").asLong());
  }
}
