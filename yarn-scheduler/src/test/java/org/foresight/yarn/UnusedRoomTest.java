package org.foresight.yarn;

import static org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager.NO_LABEL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.foresight.planner.Reason;
import org.junit.jupiter.api.Test;

/** Room that a plan gives to a job which can't start in it is soon another one's. */
class UnusedRoomTest extends LocalYarn {
  private static final int TASKS = 2;

  UnusedRoomTest() {
    super(ForesightScheduler.class);
    queues.set(PREFIX + "root.queues", "on");
    queues.set(PREFIX + "root.on.capacity", "100");
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
    settings.put("foresight.mode", "on");
    settings.put("foresight.cycle-millis", "20");
  }

  @Test
  void jobThatWantsNoneOfTheNodesKeepsNoRoomFromOthers() throws Exception {
    start();
    addNode(4, 4);
    MockAM picky = launch("on");
    MockAM other = launch("on");
    askOn("127.0.0.99", picky);
    beat();
    ask(other, request(TASK, TASKS));

    assertThat(served(other, TASKS)).hasSize(TASKS);
    assertThat(picky.schedule().getAllocatedContainers()).isEmpty();
  }

  @Test
  void jobThatWaitsForOneNodeGetsItBeforeThoseThatHaveTheRoomElsewhere() throws Exception {
    start();
    addNode(8, 8);
    MockAM busy = launch("on");
    MockAM picky = launch("on");
    MockAM other = launch("on");
    MockNM wanted = addNode(2, 2);
    askOn(wanted.getNodeId().getHost(), busy);
    List<Container> inItsWay = served(busy, TASKS);
    askOn(wanted.getNodeId().getHost(), picky);
    awaitUntil(
        () -> {
          beat();
          return isPassedOver(picky);
        });
    ask(other, request(TASK, 20));
    assertThat(served(other, 5)).noneMatch(task -> task.getNodeId().equals(wanted.getNodeId()));

    for (Container container : inItsWay) {
      report(container, ContainerState.COMPLETE);
    }

    assertThat(served(picky, TASKS)).hasSize(TASKS);
  }

  private boolean isPassedOver(MockAM master) {
    String id = master.getApplicationAttemptId().getApplicationId().toString();
    return ((ForesightScheduler) yarn.scheduler())
        .status().jobs().stream()
            .filter(job -> job.id().equals(id))
            .flatMap(job -> job.planned().stream())
            .anyMatch(planned -> planned.reason().code() == Reason.Code.NO_ROOM_NOW);
  }

  /** Asks for tasks on this node and on no other. */
  private static void askOn(String host, MockAM master) throws Exception {
    ask(master, on(host, true), on("/default-rack", false), on(ResourceRequest.ANY, false));
  }

  private static ResourceRequest on(String place, boolean relaxLocality) {
    ResourceRequest request = request(TASK, TASKS, NO_LABEL, place);
    request.setRelaxLocality(relaxLocality);
    return request;
  }
}
