package org.foresight.yarn;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.fica.FiCaSchedulerApp;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Turns;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.TaskAsk;

/**
 * What CapacityScheduler is to serve by its own rules in queues that a plan holds, so that no
 * application starves because of what it asks for.
 *
 * <p>On nodes with a label these are also the applications that ask for nodes without one: if the
 * label is not exclusive, CapacityScheduler lends them such nodes while those stand idle, which a
 * plan knows nothing of. A gang is lent none: it starts as a whole in its own partition.
 *
 * <p>What the plan holds back of an application, the tasks that wait for its pilots, is never left
 * to CapacityScheduler.
 *
 * @param anywhere the applications that are left to it on all nodes, each with how many of the
 *     containers that it waits for are held back
 * @param borrowers those that ask for nodes without a label, with all partitions that they ask for
 */
record LeftToYarn(
    ImmutableMap<String, Integer> anywhere, ImmutableMap<String, ImmutableSet<String>> borrowers) {

  /** Held back of an application of which nothing but its master may start. */
  private static final int ALL = Integer.MAX_VALUE;

  static final LeftToYarn NOTHING = new LeftToYarn(ImmutableMap.of(), ImmutableMap.of());

  /**
   * What is left to it until the next plan.
   *
   * @param plan the plan in force, of the jobs of the snapshot
   * @param notShown applications that the planner does not see
   * @param turns applications that have a turn, see {@link Turns}
   */
  static LeftToYarn of(
      Plan plan, ClusterSnapshot snapshot, Set<String> notShown, Set<String> turns) {
    Map<String, Integer> anywhere = new HashMap<>();
    Sets.union(notShown, turns).forEach(job -> anywhere.put(job, 0));
    for (PlannedJob planned : plan.jobs()) {
      anywhere.computeIfPresent(planned.jobId(), (job, none) -> planned.heldTasks());
    }
    for (JobView job : snapshot.jobs()) {
      if (job.goal().gang() && job.runningTasks() == 0) {
        // Its master may start between two plans; it would start a part of the rest.
        anywhere.computeIfPresent(job.id(), (id, none) -> ALL);
      }
    }
    return new LeftToYarn(
        ImmutableMap.copyOf(anywhere),
        snapshot.nodes().stream().allMatch(node -> isDefault(node.partition()))
            ? ImmutableMap.of() // There is nothing to lend.
            : borrowers(snapshot));
  }

  private static ImmutableMap<String, ImmutableSet<String>> borrowers(ClusterSnapshot snapshot) {
    ImmutableMap.Builder<String, ImmutableSet<String>> borrowers = ImmutableMap.builder();
    for (JobView job : snapshot.jobs()) {
      ImmutableSet<String> asked =
          job.asks().stream().map(TaskAsk::partition).collect(toImmutableSet());
      if (!job.goal().gang() && asked.stream().anyMatch(LeftToYarn::isDefault)) {
        borrowers.put(job.id(), asked);
      }
    }
    return borrowers.buildKeepingLast();
  }

  private static boolean isDefault(String partition) {
    return partition.equals(CommonNodeLabelsManager.NO_LABEL);
  }

  /** Whether anything at all is left to CapacityScheduler on nodes of a partition. */
  boolean hasAny(String partition) {
    return !anywhere.isEmpty() || (!isDefault(partition) && !borrowers.isEmpty());
  }

  /** Whether an application is left to CapacityScheduler on nodes of a partition. */
  boolean includes(FiCaSchedulerApp app, String partition) {
    String id = app.getApplicationId().toString();
    Integer held = anywhere.get(id);
    if (held != null) {
      // It may keep one node from the others until there is room for it, but not every node.
      return app.getReservedContainers().isEmpty()
          && (held == 0 || app.isWaitingForAMContainer() || Applications.waiting(app) > held);
    }
    ImmutableSet<String> asked = isDefault(partition) ? null : borrowers.get(id);
    return asked != null && !asked.contains(partition);
  }
}
