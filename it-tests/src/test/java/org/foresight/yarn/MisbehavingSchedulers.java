package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;

/** Schedulers whose policies hold for a known time, or fail in a known way. */
final class MisbehavingSchedulers {
  static final long HOLD_MILLIS = 6_000;
  static final long LONG_HOLD_MILLIS = 60_000;

  private MisbehavingSchedulers() {}

  /** Plans every job to start {@link #HOLD_MILLIS} after its submission. */
  public static final class Holding extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(ForesightConfiguration.Planning planning, History history) {
      return new PolicyDouble() {
        @Override
        public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
          return startAfter(HOLD_MILLIS, cluster, nowMillis);
        }
      };
    }
  }

  /** Plans every job to start {@link #LONG_HOLD_MILLIS} after its submission. */
  public static final class HoldingForLong extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(ForesightConfiguration.Planning planning, History history) {
      return new PolicyDouble() {
        @Override
        public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
          return startAfter(LONG_HOLD_MILLIS, cluster, nowMillis);
        }
      };
    }
  }

  /** Fails at every plan. */
  public static final class PlanThrows extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(ForesightConfiguration.Planning planning, History history) {
      return new PolicyDouble() {
        @Override
        public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
          throw new OutOfMemoryError("made up by a test");
        }
      };
    }
  }

  /** Plans to hold everything for ever, then never comes back from planning. */
  public static final class PlanHangs extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(ForesightConfiguration.Planning planning, History history) {
      return new PolicyDouble() {
        @Override
        public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
          if (cluster.jobs().isEmpty()) {
            return Plan.empty(nowMillis);
          }
          try {
            new CountDownLatch(1).await();
            throw new AssertionError("A latch that nobody counts down has opened.");
          } catch (InterruptedException e) {
            throw new IllegalStateException("The planner was stopped.", e);
          }
        }
      };
    }
  }

  /** Plans well, but fails at every dispatch. */
  public static final class DispatchThrows extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(ForesightConfiguration.Planning planning, History history) {
      return new PolicyDouble() {
        @Override
        public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
          return startAfter(0, cluster, nowMillis);
        }

        @Override
        public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
          return (node, view, nowMillis) -> {
            throw new LinkageError("made up by a test");
          };
        }
      };
    }
  }

  /** Fails at every event and at every plan. */
  public static final class EventsThrow extends ForesightScheduler {
    @Override
    SchedulingPolicy createPolicy(ForesightConfiguration.Planning planning, History history) {
      return new PolicyDouble() {
        @Override
        public void onEvent(ClusterEvent event) {
          throw new IllegalStateException("made up by a test");
        }

        @Override
        public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
          return Plan.empty(nowMillis);
        }
      };
    }
  }

  private abstract static class PolicyDouble implements SchedulingPolicy {
    @Override
    public String name() {
      return "double";
    }

    @Override
    public void onEvent(ClusterEvent event) {}

    static Plan startAfter(long holdMillis, ClusterSnapshot cluster, long nowMillis) {
      ImmutableList.Builder<PlannedJob> jobs = ImmutableList.builder();
      cluster
          .jobs()
          .forEach(
              job ->
                  jobs.add(
                      new PlannedJob(
                          job.id(),
                          OptionalLong.of(job.submitMillis() + holdMillis),
                          Integer.MAX_VALUE,
                          false,
                          new Reason(Reason.Code.PLANNED_START, "a test says so"))));
      return new Plan(nowMillis, jobs.build(), "a test's plan");
    }
  }
}
