package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
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
    ask(picky, elsewhere("127.0.0.99"), elsewhere("/default-rack"), elsewhere("*"));
    beat();
    ask(other, request(TASK, TASKS));

    assertThat(served(other, TASKS)).hasSize(TASKS);
    assertThat(picky.schedule().getAllocatedContainers()).isEmpty();
  }

  /** For tasks on no other node. */
  private static ResourceRequest elsewhere(String place) {
    ResourceRequest request = request(Resource.newInstance(1_024, 1), TASKS, "", place);
    request.setRelaxLocality(place.equals("127.0.0.99"));
    return request;
  }
}
