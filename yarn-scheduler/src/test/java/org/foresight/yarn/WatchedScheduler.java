package org.foresight.yarn;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.predictor.Predictors;
import org.foresight.yarn.ForesightConfiguration.Planning;
import org.jspecify.annotations.Nullable;

/** A scheduler of which a test may see what its planner sees. */
public final class WatchedScheduler extends ForesightScheduler {

  /** A folder that several ResourceManagers see, in a file system of Hadoop's. */
  static final String SHARED_HISTORY = "test.shared-history";

  /** By how much the host's clock is ahead of that of the ResourceManager. */
  static final AtomicLong CLOCK_AHEAD_MILLIS = new AtomicLong();

  /** By the planner for the queues that are on, and by the one for those in shadow mode too. */
  private final List<AtomicReference<ClusterSnapshot>> seen = new CopyOnWriteArrayList<>();

  /** What planners of all modes were told. */
  private final List<ClusterEvent> told = new CopyOnWriteArrayList<>();

  /** Null until it has been made, at the start. */
  private volatile @Nullable History history;

  /** The cluster of the last plan for the queues that are on. */
  ClusterSnapshot seen() {
    return requireNonNull(seen.get(0).get());
  }

  /** What its planners have been told. */
  List<ClusterEvent> told() {
    return told;
  }

  /** What it learns. */
  History history() {
    return requireNonNull(history);
  }

  @Override
  InstantSource createClock() {
    return () -> Instant.now().plusMillis(CLOCK_AHEAD_MILLIS.get());
  }

  @Override
  History createHistory(ForesightConfiguration configuration, Configuration conf) {
    String shared = conf.get(SHARED_HISTORY);
    History made =
        shared == null
            ? super.createHistory(configuration, conf)
            : History.in(
                () -> Predictors.create(configuration.predictor()),
                new HadoopHistoryStorage(new Path(shared), conf),
                conf.get(YarnConfiguration.RM_HA_ID) + " " + UUID.randomUUID());
    history = made;
    return made;
  }

  @Override
  SchedulingPolicy createPolicy(Planning planning, History learned) {
    AtomicReference<ClusterSnapshot> last =
        new AtomicReference<>(ClusterSnapshot.of(ImmutableList.of(), ImmutableList.of()));
    seen.add(last);
    return new ForwardingPolicy(super.createPolicy(planning, learned)) {
      @Override
      public void onEvent(ClusterEvent event) {
        told.add(event);
        super.onEvent(event);
      }

      @Override
      public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
        Plan plan = super.plan(cluster, nowMillis, stop);
        last.set(cluster);
        return plan;
      }
    };
  }
}
