package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.foresight.planner.Turns;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Asks of a queue that is on that no plan can serve, since a queue that is off takes all room as
 * soon as it comes free: they are served by turns.
 */
class BusyNeighboursTest extends LocalYarn {
  /** What takes a minute elsewhere takes a second here. */
  public static final class Impatient extends ForesightScheduler {
    @Override
    Turns createTurns() {
      return new Turns(() -> 60 * System.nanoTime());
    }
  }

  private final Queue<Container> containersThatEnd = new ArrayDeque<>();
  private @Nullable MockAM busy;

  BusyNeighboursTest() {
    super(Impatient.class);
    twoQueues();
    settings.put("foresight.cycle-millis", "20");
  }

  @Test
  void containerThatNeedsMoreRoomThanABusyNodeHasAtATime() throws Exception {
    start();
    addNode(8, 8);
    MockAM master = launch("on");
    keepBusy(launch("off"));

    ask(master, request(Resource.newInstance(3_072, 1), 1));

    assertThat(served(master, 1)).hasSize(1);
  }

  @Test
  void taskBesideABusyQueueOfCapacitySchedulers() throws Exception {
    start();
    addNode(8, 8);
    MockAM master = launch("on");
    keepBusy(launch("off"));

    ask(master, request(TASK, 2));

    assertThat(served(master, 2)).hasSize(2);
  }

  /** From now on the other queue uses all room that it can get, in containers that end soon. */
  private void keepBusy(MockAM other) throws Exception {
    ask(other, request(TASK, 1_000_000));
    served(other, 6).forEach(containersThatEnd::add);
    busy = other;
  }

  /** One container of the busy application ends, which is when its node has room. */
  @Override
  void beforeReports() throws Exception {
    if (busy != null) {
      containersThatEnd.addAll(busy.schedule().getAllocatedContainers());
      Container ended = containersThatEnd.poll();
      if (ended != null) {
        report(ended, ContainerState.COMPLETE);
      }
    }
  }
}
