package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.traces.JobRun;
import org.junit.jupiter.api.Test;

class LossesIT {

  @Test
  void theRestFinishesWhenAnApplicationIsKilledAndANodeStops() throws Exception {
    try (LocalYarnCluster cluster =
            Workloads.cluster(
                ForesightScheduler.class,
                true,
                // A node that says nothing more counts as lost after this, by default 10 minutes.
                ImmutableMap.of("yarn.nm.liveness-monitor.expiry-interval-ms", "3000"));
        YarnClient client = YarnClient.createYarnClient()) {
      client.init(cluster.configuration());
      client.start();
      CompletableFuture<ImmutableList<JobRun>> runs =
          Workloads.runInBackground(
              cluster,
              Workloads.bestEffort("killed", 2, 60_000),
              Workloads.slo("goes-on", 60_000, 4, 4_000),
              Workloads.bestEffort("too", 8, 2_000));

      await()
          .atMost(Workloads.PATIENCE)
          .until(
              () -> usedContainers(client, "killed") == 2 && usedContainers(client, "goes-on") > 0);
      cluster.stopNode(0);
      client.killApplication(application(client, "killed").getApplicationId());

      ImmutableList<JobRun> ended = runs.get();
      assertThat(ended.get(0).succeeded()).isFalse();
      assertThat(ended.get(1).succeeded()).isTrue();
      assertThat(ended.get(2).succeeded()).isTrue();
      assertThat(ended.get(1).tasksRerun() + ended.get(2).tasksRerun())
          .as("tasks that the stopped node had lost")
          .isPositive();
    }
  }

  private static int usedContainers(YarnClient client, String name) throws Exception {
    return client.getApplications().stream()
        .filter(app -> app.getName().equals(name))
        .mapToInt(app -> app.getApplicationResourceUsageReport().getNumUsedContainers())
        .sum();
  }

  private static ApplicationReport application(YarnClient client, String name) throws Exception {
    return client.getApplications().stream()
        .filter(app -> app.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
