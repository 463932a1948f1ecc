package org.foresight.yarn;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

/** Tasks that are shorter than the time between two reports of their nodes. */
class UnseenTasksTest extends LocalYarn {

  UnseenTasksTest() {
    super(ForesightScheduler.class);
    settings.put("foresight.mode", "on");
    settings.put("foresight.cycle-millis", "1");
    queues.set(PREFIX + "root.queues", "on");
    queues.set(PREFIX + "root.on.capacity", "100");
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
  }

  @Test
  void jobOfThemAloneIsLearnedFrom() throws Exception {
    start();
    addNode(8, 8);
    MockAM master = launch("on");
    ask(master, request(TASK, 2));
    for (Container container : served(master, 2)) {
      report(container, ContainerState.COMPLETE); // The first that the node says of it.
    }
    RMApp app =
        requireNonNull(
            yarn.context().getRMApps().get(master.getApplicationAttemptId().getApplicationId()));

    MockRM.finishAMAndVerifyAppState(app, yarn.resourceManager(), nodes.get(0), master);

    ForesightScheduler scheduler = (ForesightScheduler) yarn.scheduler();
    JobFeatures another = new JobFeatures("ada", "another", "root.on");
    await().atMost(PATIENCE).until(() -> scheduler.predict(another).isPresent());
    Optional<JobEstimate> learned = scheduler.predict(another);
    assertThat(learned.orElseThrow().meanWidth()).isEqualTo(2);
    assertThat(learned.orElseThrow().pointMillis()).isLessThanOrEqualTo(1_100);
  }
}
