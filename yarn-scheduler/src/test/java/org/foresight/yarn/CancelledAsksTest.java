package org.foresight.yarn;

import static org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager.NO_LABEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks that are taken back leave nothing behind (compare YARN-11808). */
class CancelledAsksTest {
  private static final int ASKS = 1_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What a heap may differ by from one look to the next. */
  private static final long SLACK_BYTES = 4 << 20;

  @TempDir private Path folder;

  @Test
  void millionCancelledAsksLeaveNothing() throws Exception {
    try (LocalResourceManager yarn =
        LocalResourceManager.start(
            ForesightScheduler.class,
            QueueFiles.oneQueue(folder),
            Set.of(),
            Map.of("foresight.mode", "on", "foresight.cycle-millis", "10"))) {
      // The master takes all of it, so that what is asked for stays pending until it is cancelled.
      MockNM node = yarn.addNode(0, Resource.newInstance(1_024, 1), NO_LABEL);
      ApplicationAttemptId attempt = master(yarn, node);
      askAndCancel(yarn, attempt, ASKS / 10);
      long before = usedBytes();

      askAndCancel(yarn, attempt, ASKS);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(usedBytes()).isLessThan(before + SLACK_BYTES));
      assertThat(yarn.scheduler().getRootQueueMetrics().getPendingContainers()).isZero();
    }
  }

  private static ApplicationAttemptId master(LocalResourceManager yarn, MockNM node)
      throws Exception {
    RMApp app =
        MockRMAppSubmitter.submit(
            yarn.resourceManager(),
            MockRMAppSubmissionData.Builder.createWithMemory(1_024, yarn.resourceManager())
                .withUser("ada")
                .withQueue("on")
                .build());
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              node.nodeHeartbeat(true);
              return app.getCurrentAppAttempt().getState() == RMAppAttemptState.ALLOCATED;
            });
    MockAM master =
        yarn.resourceManager().sendAMLaunched(app.getCurrentAppAttempt().getAppAttemptId());
    master.registerAppAttempt();
    return master.getApplicationAttemptId();
  }

  /** By different priorities, each of which YARN keeps books on. */
  private static void askAndCancel(
      LocalResourceManager yarn, ApplicationAttemptId attempt, int times) {
    for (int i = 0; i < times; i++) {
      allocate(yarn, attempt, i % 100, 1 + i % 7);
      allocate(yarn, attempt, i % 100, 0);
    }
  }

  private static void allocate(
      LocalResourceManager yarn, ApplicationAttemptId attempt, int priority, int count) {
    yarn.scheduler()
        .allocate(
            attempt,
            List.of(
                BuilderUtils.newResourceRequest(
                    Priority.newInstance(priority),
                    ResourceRequest.ANY,
                    Resource.newInstance(1_024, 1),
                    count)),
            null,
            List.of(),
            null,
            null,
            new ContainerUpdates());
  }

  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
