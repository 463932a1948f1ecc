package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Collection;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.foresight.planner.ClusterEvent;
import org.junit.jupiter.api.Test;

/** What YARN asks for again by itself, when a container is lost before its application has it. */
class ReturnedAsksTest extends LocalYarn {

  ReturnedAsksTest() {
    super(WatchedScheduler.class);
    settings.put("foresight.mode", "on");
    settings.put("foresight.cycle-millis", "1");
    queues.set(PREFIX + "root.queues", "on");
    queues.set(PREFIX + "root.on.capacity", "100");
    queues.set(PREFIX + "maximum-am-resource-percent", "1");
  }

  @Test
  void plannersAreToldAndTheyAreServed() throws Exception {
    start();
    addNode(1, 1); // The master fills it.
    MockAM master = launch("on");
    ApplicationId app = master.getApplicationAttemptId().getApplicationId();
    addNode(1, 1);
    ask(master, request(TASK, 1));
    RMContainer task = allocated(master);
    WatchedScheduler scheduler = (WatchedScheduler) yarn.scheduler();
    addNode(1, 1);
    await() // What was told before is of no interest; of a node the labels come last.
        .atMost(PATIENCE)
        .until(
            () ->
                scheduler.told().stream()
                        .filter(
                            event ->
                                event instanceof ClusterEvent.NodeChanged changed
                                    && changed.nodeId().equals("node_labels_update"))
                        .count()
                    == nodes.size());
    scheduler.told().clear();

    scheduler.handle(
        new ContainerPreemptEvent(
            master.getApplicationAttemptId(),
            task,
            SchedulerEventType.MARK_CONTAINER_FOR_KILLABLE));

    await()
        .atMost(PATIENCE)
        .until(
            () ->
                scheduler.told().stream()
                    .anyMatch(
                        event ->
                            event instanceof ClusterEvent.DemandChanged changed
                                && changed.jobId().equals(app.toString())));
    assertThat(served(master, 1)).hasSize(1);
  }

  /** Waits for a task that its application has not heard of. */
  private RMContainer allocated(MockAM master) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              beat();
              return live(master).size() == 2;
            });
    return live(master).stream().filter(each -> !each.isAMContainer()).findAny().orElseThrow();
  }

  private Collection<RMContainer> live(MockAM master) {
    return yarn.scheduler()
        .getApplicationAttempt(master.getApplicationAttemptId())
        .getLiveContainers();
  }
}
