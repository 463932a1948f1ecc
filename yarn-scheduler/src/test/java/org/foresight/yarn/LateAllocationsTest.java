package org.foresight.yarn;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceLimits;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CSAssignment;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.SchedulingMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.SimpleCandidateNodeSet;
import org.foresight.planner.Turns;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What CapacityScheduler finds while it sees the applications of a queue is not committed once a
 * plan hides them, as asynchronous threads would have it: they look at queues without a lock.
 */
class LateAllocationsTest extends LocalYarn {
  private static final String MODE = "foresight.queue.root.on.mode";
  private static final int TASKS = 4;

  /** Looks for work in the midst of a refresh. No job has a turn. */
  public static final class Looking extends ForesightScheduler {
    private @Nullable CSAssignment found;

    @Override
    Turns createTurns() {
      return new Turns(() -> 0);
    }

    /** Comes after queues have got their policies from their configuration. */
    @Override
    public void updatePlacementRules() throws IOException {
      super.updatePlacementRules();
      for (FiCaSchedulerNode node : getNodeTracker().getAllNodes()) {
        found = look(node);
      }
    }

    private CSAssignment look(FiCaSchedulerNode node) {
      return getRootQueue()
          .assignContainers(
              getClusterResource(),
              new SimpleCandidateNodeSet<>(node),
              new ResourceLimits(getClusterResource()),
              SchedulingMode.RESPECT_PARTITION_EXCLUSIVITY);
    }

    /** Returns whether what was found could be committed. */
    boolean commitFound() {
      CSAssignment late = requireNonNull(found);
      assertThat(late.getAssignmentInformation().getNumAllocations()).isEqualTo(1);
      writeLock.lock();
      try {
        return tryCommit(getClusterResource(), createResourceCommitRequest(late), true);
      } finally {
        writeLock.unlock();
      }
    }
  }

  LateAllocationsTest() {
    super(Looking.class);
    twoQueues();
    settings.put("foresight.cycle-millis", "20");
  }

  private Looking scheduler() {
    return (Looking) yarn.scheduler();
  }

  private FiCaSchedulerApp application(MockAM master) {
    return scheduler().getApplicationAttempt(master.getApplicationAttemptId());
  }

  /** What is said of it at the start no refresh changes. */
  private void switchTo(String mode) throws Exception {
    yarn.set(MODE, mode);
    refresh();
  }

  private void awaitCharge() {
    awaitUntil(() -> scheduler().holds("root.on"));
  }

  @Test
  void partOfAGangThatWasFoundDuringARefreshDoesNotStart() throws Exception {
    start();
    awaitCharge();
    addNode(TASKS, TASKS); // Beside the master there is no room for all of them.
    MockAM gang = launch("on", "foresight.gang=true");
    ask(gang, request(TASK, TASKS));

    refresh();

    assertThat(scheduler().holds("root.on")).isTrue();
    assertThat(scheduler().commitFound()).isFalse();
    assertThat(application(gang).getLiveContainers()).as("its master").hasSize(1);
    addNode(TASKS, TASKS);
    assertThat(served(gang, TASKS)).as("what was refused is asked for on").hasSize(TASKS);
  }

  @Test
  void whatWasFoundForAQueueThatIsSwitchedOffIsCommitted() throws Exception {
    settings.remove(MODE);
    start();
    switchTo("on");
    awaitCharge();
    addNode(TASKS, TASKS);
    MockAM gang = launch("on", "foresight.gang=true");
    ask(gang, request(TASK, TASKS));

    switchTo("off");

    assertThat(scheduler().commitFound()).isTrue();
    assertThat(application(gang).getLiveContainers()).hasSize(2);
  }

  /** A plan starts nothing on a node that is reserved, so that it can't be the plan that does. */
  @Test
  void reservationOfBeforeIsServed() throws Exception {
    settings.remove(MODE);
    start();
    MockNM node = addNode(4, 8);
    MockAM other = launch("off");
    ask(other, request(TASK, 1));
    Container inItsWay = served(other, 1).get(0);
    MockAM master = launch("on");
    addNode(1, 8); // Beside the one that is free on the first node.
    Resource large = Resource.newInstance(2_048, 1);
    ask(master, request(large, 1));
    FiCaSchedulerNode reserved = scheduler().getNode(node.getNodeId());
    awaitUntil(
        () -> {
          beat();
          return reserved.getReservedContainer() != null;
        });

    switchTo("on");
    awaitCharge();
    beat(); // It is renewed.
    assertThat(reserved.getReservedContainer()).isNotNull();
    report(inItsWay, ContainerState.COMPLETE);

    assertThat(served(master, 1))
        .singleElement()
        .satisfies(container -> assertThat(container.getResource()).isEqualTo(large));
  }
}
