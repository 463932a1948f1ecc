package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.traces.JobRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueRulesIT {
  private static final int HALF_OF_THE_CLUSTER = 4;

  @ParameterizedTest(name = "asynchronous scheduling: {0}")
  @ValueSource(booleans = {true, false})
  void aQueuesMaximumCapacityHolds(boolean asynchronous) throws Exception {
    try (LocalYarnCluster cluster =
        Workloads.cluster(
            ForesightScheduler.class,
            asynchronous,
            ImmutableMap.of("yarn.scheduler.capacity.root.adhoc.maximum-capacity", "50"))) {

      CompletableFuture<ImmutableList<JobRun>> runs =
          Workloads.runInBackground(cluster, Workloads.bestEffort("wide", 12, 1_500));

      AtomicInteger most = new AtomicInteger();
      await()
          .atMost(Workloads.PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                most.accumulateAndGet(usedVcores(cluster, "root.adhoc"), Math::max);
                return runs.isDone();
              });
      assertThat(runs.get().get(0).succeeded()).isTrue();
      assertThat(most.get()).isEqualTo(HALF_OF_THE_CLUSTER);
    }
  }

  @Test
  void aQueuesAclHolds() throws Exception {
    try (LocalYarnCluster cluster =
        Workloads.cluster(
            ForesightScheduler.class,
            true,
            ImmutableMap.of(
                "yarn.acl.enable", "true",
                "yarn.scheduler.capacity.root.acl_submit_applications", " ",
                "yarn.scheduler.capacity.root.acl_administer_queue", " ",
                "yarn.scheduler.capacity.root.production.acl_submit_applications", "alice"))) {

      ImmutableList<JobRun> runs =
          Workloads.run(
              cluster,
              Workloads.job("allowed", "alice", "production", OptionalLong.empty(), 1, 300),
              Workloads.job("refused", "mallory", "production", OptionalLong.empty(), 1, 300));

      assertThat(runs.get(0).succeeded()).isTrue();
      assertThat(runs.get(1).succeeded()).isFalse();
      assertThat(runs.get(1).firstTaskStartMillis()).isEmpty();
    }
  }

  private static int usedVcores(LocalYarnCluster cluster, String queue) {
    CapacityScheduler scheduler =
        (CapacityScheduler) cluster.resourceManager().getResourceScheduler();
    return scheduler.getQueue(queue).getQueueResourceUsage().getUsed().getVirtualCores();
  }
}
