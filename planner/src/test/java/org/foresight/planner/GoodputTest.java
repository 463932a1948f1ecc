package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.foresight.planner.ClusterEvent.TaskEnd;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;

class GoodputTest {
  private static final JobGoal BY_100 = JobGoal.by(Instant.ofEpochMilli(100));

  private static final Set<String> QUEUES = Set.of("root.etl", "root.adhoc");

  private final Goodput goodput = new Goodput();

  @Test
  void onlyWorkThatWasNotInVainCounts() {
    for (String id : new String[] {"met", "missed", "failed"}) {
      submit(id, "root.etl", BY_100);
      run(id, 1, 10, 30, TaskEnd.SUCCEEDED);
      run(id, 2, 10, 50, TaskEnd.LOST);
      run(id, 3, 40, 60, TaskEnd.SUCCEEDED);
    }
    submit("late best effort", "root.adhoc", JobGoal.BEST_EFFORT);
    run("late best effort", 1, 10, 500, TaskEnd.SUCCEEDED);

    assertThat(goodput.totalMillis(QUEUES).byQueue()).isEmpty();
    finish("met", 100, true);
    finish("missed", 101, true);
    finish("failed", 50, false);
    finish("late best effort", 500, true);
    finish("met", 100, true);

    assertThat(goodput.totalMillis(QUEUES).byQueue())
        .containsOnly(Map.entry("root.etl", 40L), Map.entry("root.adhoc", 490L));
    QueueTotals<Long> one = goodput.totalMillis(Set.of("root.etl"));
    assertThat(one.byQueue()).containsOnly(Map.entry("root.etl", 40L));
    assertThat(one.total()).isEqualTo(530);
  }

  @Test
  void jobsOfWhichSomethingWasLostDoNotCount() {
    submit("job", "root.etl", BY_100);
    goodput.lostSight();
    run("job", 1, 10, 30, TaskEnd.SUCCEEDED);
    finish("job", 99, true);

    assertThat(goodput.totalMillis(QUEUES).byQueue()).isEmpty();
  }

  private void submit(String job, String queue, JobGoal goal) {
    goodput.onEvent(
        new ClusterEvent.JobSubmitted(0, job, new JobFeatures("ada", job, queue), goal));
  }

  private void run(String job, int task, long startMillis, long endMillis, TaskEnd end) {
    String id = job + "/" + task;
    goodput.onEvent(new ClusterEvent.TaskStarted(startMillis, job, id, "map"));
    goodput.onEvent(new ClusterEvent.TaskFinished(endMillis, job, id, end));
  }

  private void finish(String job, long atMillis, boolean succeeded) {
    goodput.onEvent(new ClusterEvent.JobFinished(atMillis, job, succeeded));
  }
}
