package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceTrackerService;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;
import org.junit.jupiter.api.Test;

/**
 * A node with an agent is not sent more than it has cores for; what YARN had allocated there is
 * asked for on, and served as soon as there are cores.
 */
class RefusedAllocationsTest extends LocalYarn {
  private static final int VCORES = 8;
  private static final int TASKS = 3;

  RefusedAllocationsTest() {
    super(ForesightScheduler.class);
    twoQueues();
    settings.put("foresight.cycle-millis", "20");
  }

  @Test
  void applicationOfAQueueThatIsOffIsServedOnceThereAreCores() throws Exception {
    start();
    MockNM node = addNode(16, 2 * VCORES);
    agentTells(node, 1);
    MockAM master = launch("off");
    agentTells(node, VCORES);
    ask(master, request(TASK, TASKS));
    assertThat(servedLater(master)).isEmpty();

    agentTells(node, 1);

    assertThat(served(master, TASKS)).hasSize(TASKS);
  }

  /** The plan has room for the small ones, and YARN serves the large one first. */
  @Test
  void applicationThatAsksForALargerContainerFirstIsServedOnceThereAreCores() throws Exception {
    start();
    MockNM node = addNode(16, 2 * VCORES);
    agentTells(node, 1);
    MockAM master = launch("on", "foresight.deadline=PT1H");
    agentTells(node, VCORES - TASKS);
    ask(
        master,
        request(Resource.newInstance(1_024, TASKS + 1), 1),
        BuilderUtils.newResourceRequest(Priority.newInstance(2), ResourceRequest.ANY, TASK, TASKS));
    assertThat(servedLater(master)).isEmpty();

    agentTells(node, 1);

    assertThat(served(master, 1)).hasSize(1);
  }

  /** From now on the node's agent says that it has tasks of one virtual core each. */
  private void agentTells(MockNM node, int tasks) throws Exception {
    NodeReport report =
        NodeReport.working(
            new NodeStatistics(VCORES, tasks, 0, tasks, tasks, 0, 0, 1_024), Optional.empty());
    ResourceTrackerService tracker = mock(ResourceTrackerService.class);
    when(tracker.nodeHeartbeat(any()))
        .thenAnswer(
            call -> {
              NodeHeartbeatRequest heartbeat = call.getArgument(0);
              heartbeat
                  .getNodeStatus()
                  .setNodeUtilization(ResourceUtilization.newInstance(0, 0, 0, report.toNumbers()));
              return yarn.resourceManager().getResourceTrackerService().nodeHeartbeat(heartbeat);
            });
    node.setResourceTrackerService(tracker);
  }
}
