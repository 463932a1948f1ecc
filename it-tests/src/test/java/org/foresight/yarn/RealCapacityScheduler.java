package org.foresight.yarn;

import static org.awaitility.Awaitility.await;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.AbstractLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.UsersManager;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;

/** Hadoop's own CapacityScheduler on a small real YARN. */
final class RealCapacityScheduler {
  private static final String SETTINGS_PREFIX = "yarn.scheduler.";
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  private final LocalYarnCluster cluster;
  private final CapacityScheduler scheduler;

  RealCapacityScheduler(LocalYarnCluster cluster) {
    this.cluster = cluster;
    this.scheduler = (CapacityScheduler) cluster.resourceManager().getResourceScheduler();
  }

  /** The configuration that it obeys. */
  ImmutableMap<String, String> settings() {
    ImmutableMap.Builder<String, String> settings = ImmutableMap.builder();
    for (Map.Entry<String, String> setting : scheduler.getConfiguration()) {
      if (setting.getKey().startsWith(SETTINGS_PREFIX)) {
        settings.put(setting);
      }
    }
    return settings.buildOrThrow();
  }

  /** Runs the jobs and returns when they have ended. */
  CapacityRun run(ImmutableList<WorkloadJob> jobs) throws Exception {
    // The first application of a process waits longer, for classes to be loaded.
    Workloads.run(
        cluster,
        Workloads.job("first-of-all", "nobody", jobs.get(0).queue(), OptionalLong.empty(), 1, 1));
    CompletableFuture<ImmutableList<JobRun>> runs =
        Workloads.runInBackground(cluster, jobs.toArray(WorkloadJob[]::new));
    Map<String, Integer> most = new HashMap<>();
    await()
        .atMost(Workloads.PATIENCE)
        .pollInterval(POLL_INTERVAL)
        .until(
            () -> {
              jobs.forEach(job -> look(job, most));
              return runs.isDone();
            });
    return new CapacityRun(runs.get(), ImmutableSortedMap.copyOf(most));
  }

  /** All containers hold one vcore, and application masters hold none of the cluster. */
  private void look(WorkloadJob job, Map<String, Integer> most) {
    AbstractLeafQueue queue = (AbstractLeafQueue) scheduler.getQueue(job.queue());
    int ofQueue = queue.getQueueResourceUsage().getUsed().getVirtualCores();
    most.merge(job.queue(), ofQueue, Math::max);
    UsersManager.User user = queue.getUser(job.user());
    int ofUser = user == null ? 0 : user.getUsed().getVirtualCores();
    most.merge(CapacityRun.ofUser(job.queue(), job.user()), ofUser, Math::max);
  }
}
