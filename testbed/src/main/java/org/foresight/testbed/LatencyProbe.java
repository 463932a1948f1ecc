package org.foresight.testbed;

import com.google.common.annotations.VisibleForTesting;
import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;

/**
 * Measures YARN's latencies in a run on a local cluster, by what the driver sees and by the times
 * that the ResourceManager notes of every container; both read the same clock.
 *
 * <p>Only tasks that succeed count. Thread-safe.
 */
public final class LatencyProbe implements ContainerListener {

  /** The ResourceManager's record of a container, in milliseconds since the epoch. */
  @VisibleForTesting
  interface ContainerRecord {
    long allocatedMillis();

    /** Meaningful once the container has ended. */
    long endedMillis();
  }

  /** A container with a task that runs. */
  private record Running(ContainerRecord container, long taskMillis) {}

  private final Function<ContainerId, Optional<ContainerRecord>> containers;

  // All guarded by this.
  private final Map<ContainerId, Running> running = new HashMap<>();
  private final List<Long> askMillis = new ArrayList<>();
  private final List<Long> launchMillis = new ArrayList<>();
  private final List<Long> overheadMillis = new ArrayList<>();
  private final List<Long> reportMillis = new ArrayList<>();

  @VisibleForTesting
  LatencyProbe(Function<ContainerId, Optional<ContainerRecord>> containers) {
    this.containers = containers;
  }

  /** A probe in this cluster. */
  public static LatencyProbe in(LocalYarnCluster cluster) {
    YarnScheduler scheduler = cluster.resourceManager().getResourceScheduler();
    // YARN forgets a container when it ends, but whoever holds its record still reads its times.
    return new LatencyProbe(
        id -> Optional.ofNullable(scheduler.getRMContainer(id)).map(YarnRecord::new));
  }

  private record YarnRecord(RMContainer container) implements ContainerRecord {
    @Override
    public long allocatedMillis() {
      return container.getCreationTime();
    }

    @Override
    public long endedMillis() {
      return container.getFinishTime();
    }
  }

  @Override
  public synchronized void asks(Instant submission, Instant now) {
    askMillis.add(Duration.between(submission, now).toMillis());
  }

  @Override
  public void allocated(ContainerId container, Duration taskTime) {
    // Asks the scheduler, so not under the lock.
    Optional<ContainerRecord> found = containers.apply(container);
    synchronized (this) {
      found.ifPresent(c -> running.put(container, new Running(c, taskTime.toMillis())));
    }
  }

  @Override
  public synchronized void launched(ContainerId container, Instant now) {
    Running task = running.get(container);
    if (task != null) {
      launchMillis.add(now.toEpochMilli() - task.container.allocatedMillis());
    }
  }

  @Override
  public synchronized void succeeded(ContainerId container, Instant now) {
    Running task = running.remove(container);
    if (task != null) {
      long endedMillis = task.container.endedMillis();
      overheadMillis.add(endedMillis - task.container.allocatedMillis() - task.taskMillis);
      reportMillis.add(now.toEpochMilli() - endedMillis);
    }
  }

  @Override
  public synchronized void lost(
      ContainerId container, int exitStatus, String diagnostics, Instant now) {
    running.remove(container);
  }

  /** What was measured so far; empty until a task has succeeded. */
  public synchronized Optional<YarnLatencies> latencies() {
    if (askMillis.isEmpty() || launchMillis.isEmpty() || overheadMillis.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new YarnLatencies(
            Latency.of(ImmutableList.copyOf(askMillis)),
            Latency.of(ImmutableList.copyOf(launchMillis)),
            Latency.of(ImmutableList.copyOf(overheadMillis)),
            Latency.of(ImmutableList.copyOf(reportMillis))));
  }
}
