package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.placement.Snapshots;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.PointDistribution;
import org.junit.jupiter.api.Test;

class ReusedContainersTest {

  private static final JobView TWO_FOR_A_MINUTE =
      Snapshots.job("job", JobGoal.BEST_EFFORT, Snapshots.tasks(1), Snapshots.running(2, 40_000));

  /** 10 containers of 30 s. */
  private static final JobEstimate HISTORY =
      new JobEstimate(
          new PointDistribution(30_000),
          1.0,
          10,
          new EstimateBasis("name", "etl", "mean", 3, 0.1, 30_000));

  private final ReusedContainers reused = new ReusedContainers();

  @Test
  void aFrameworkIsKnownByTheTypeOfTheApplication() {
    submit("SPARK", "spark");
    submit("TEZ", "tez");
    submit("MAPREDUCE", "mr");

    assertThat(reused.isOf("spark")).isTrue();
    assertThat(reused.isOf("tez")).isTrue();
    assertThat(reused.isOf("mr")).isFalse();

    reused.onEvent(new ClusterEvent.JobFinished(0, "spark", true));
    assertThat(reused.isOf("spark")).isFalse();
  }

  @Test
  void withoutHistoryAsMuchIsLeftAsIsAttained() {
    assertThat(reused.size(TWO_FOR_A_MINUTE, Optional.empty(), 100_000).workMillis())
        .isEqualTo(120_000);
  }

  @Test
  void byHistoryTheRestIsLeft() {
    JobSize.Known size = reused.size(TWO_FOR_A_MINUTE, Optional.of(HISTORY), 100_000);

    assertThat(size.workMillis()).isCloseTo(180_000, within(1.0));
    assertThat(size.why())
        .isEqualTo(
            "120.0 s of work attained in containers that are used again and again, 180.0 s left by"
                + " history");
  }

  @Test
  void beyondAllHistoryAsMuchIsLeftAsIsAttained() {
    assertThat(reused.size(TWO_FOR_A_MINUTE, Optional.of(HISTORY), 240_000).workMillis())
        .isEqualTo(400_000);
  }

  private void submit(String type, String job) {
    JobFeatures features = JobFeatures.builder("ada", "etl", "root.q").jobType(type).build();
    reused.onEvent(new ClusterEvent.JobSubmitted(0, job, features, JobGoal.BEST_EFFORT));
  }
}
