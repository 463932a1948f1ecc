package org.foresight.planner.distributed.hybrid;

import static org.assertj.core.api.Assertions.assertThat;

import org.foresight.planner.distributed.hybrid.HybridMessage.News;
import org.junit.jupiter.api.Test;

class CentralSchedulerTest {
  private final HybridJob job = Queues.longJob("long", 100);
  private final CentralScheduler central =
      new CentralScheduler(new Partitions(4, 3), new int[] {1, 1, 1, 1});

  @Test
  void placesWhereTheLeastWorkIsLeftInTheGeneralPartition() {
    assertThat(central.place(job, 4, 0)).containsExactly(0, 1, 2, 0);
    assertThat(central.place(job, 1, 0)).containsExactly(1);
  }

  @Test
  void shortJobsGoToAllNodes() {
    assertThat(central.place(Queues.shortJob("s", 10, 4), 4, 0)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void countsWhatIsLeftOfATaskThatRuns() {
    central.place(job, 3, 0);
    central.heard(new News(1, job, 0, false));
    central.heard(new News(0, job, 30, false));

    // Left at 60: 70 on node 0, 40 on node 1, 100 on node 2.
    assertThat(central.place(job, 1, 60)).containsExactly(1);
    assertThat(central.place(job, 1, 60)).containsExactly(0);
  }

  @Test
  void aTaskThatRunsLongerThanEstimatedHasNothingLeft() {
    central.place(job, 3, 0);
    central.heard(new News(2, job, 0, false));

    assertThat(central.place(job, 1, 500)).containsExactly(2);
  }

  @Test
  void knowsWhereLongTasksAre() {
    central.place(job, 2, 0);
    assertThat(central.longNodes(0).hasLong(0)).isTrue();
    assertThat(central.longNodes(0).hasLong(2)).isFalse();

    central.heard(new News(0, job, 0, false));
    central.heard(new News(0, job, 0, true));
    assertThat(central.longNodes(100).hasLong(0)).isFalse();
  }

  @Test
  void leavesOutNodesThatAreAwayAndThoseThatDoNotSuit() {
    central.place(job, 3, 0);
    central.lost(0);
    assertThat(central.longNodes(0).hasLong(0)).isFalse();
    job.doesNotSuit(1, 4);

    assertThat(central.place(job, 2, 0)).containsExactly(2, 2);

    central.isBack(0);
    assertThat(central.place(job, 1, 0)).containsExactly(0);
  }
}
