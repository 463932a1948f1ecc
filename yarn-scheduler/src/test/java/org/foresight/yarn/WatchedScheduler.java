package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.Plan;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.yarn.ForesightConfiguration.Planning;

/** A scheduler of which a test may see what its planner sees. */
public final class WatchedScheduler extends ForesightScheduler {

  private volatile ClusterSnapshot seen =
      ClusterSnapshot.of(ImmutableList.of(), ImmutableList.of());

  @SuppressWarnings("NullAway.Init") // Made at the start.
  private volatile History history;

  /** The cluster of the last plan. */
  ClusterSnapshot seen() {
    return seen;
  }

  /** What it learns. */
  History history() {
    return history;
  }

  @Override
  History createHistory(ForesightConfiguration configuration, Configuration conf) {
    history = super.createHistory(configuration, conf);
    return history;
  }

  @Override
  SchedulingPolicy createPolicy(Planning planning, History learned) {
    SchedulingPolicy policy = super.createPolicy(planning, learned);
    return new SchedulingPolicy() {
      @Override
      public String name() {
        return policy.name();
      }

      @Override
      public void onEvent(ClusterEvent event) {
        policy.onEvent(event);
      }

      @Override
      public boolean outdatesPlan(ClusterEvent event) {
        return policy.outdatesPlan(event);
      }

      @Override
      public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
        Plan plan = policy.plan(cluster, nowMillis, stop);
        seen = cluster;
        return plan;
      }

      @Override
      public Dispatcher dispatcher(Plan plan) {
        return policy.dispatcher(plan);
      }
    };
  }
}
