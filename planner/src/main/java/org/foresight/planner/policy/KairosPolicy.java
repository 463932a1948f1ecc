package org.foresight.planner.policy;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Dispatcher;
import org.foresight.planner.NodeAdmission;
import org.foresight.planner.NodeOrder;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;

/**
 * The central scheduler of Kairos (algorithm 3, §4.3.3 of the thesis): first in, first out, to the
 * node with the fewest tasks and, among equals, to the one whose tasks have attained service of the
 * lowest variance. A node that suspends tasks by least attained service (see {@link
 * org.foresight.planner.node.LasScheduler}) takes as many tasks as it has cores and Q more, as far
 * as its memory allows.
 *
 * <p>It differs from the paper in these:
 *
 * <ul>
 *   <li>The paper's loop over the numbers of tasks of nodes goes from 0 to N + Q, by which a node
 *       with N + Q tasks would get one more; its text says at most N + Q, and so it is here.
 *   <li>Tasks are counted in virtual cores, which is the same where each needs one.
 *   <li>A node with a free core comes before one without, also if it has more cores and more tasks;
 *       the paper's nodes are all equal.
 *   <li>Application masters, services, gangs and the tasks of jobs with a deadline are not
 *       suspended. A node takes no more of them than it has cores for.
 *   <li>Memory limits what a node takes; the paper assumes that it never does. A job whose next
 *       task fits nowhere does not block the ones behind it.
 *   <li>A node that does not say that it suspends tasks takes what it has room for.
 * </ul>
 */
public final class KairosPolicy implements SchedulingPolicy {

  /** The name by which configuration chooses it. */
  public static final String NAME = "kairos";

  private static final Reason ARRIVAL_ORDER =
      new Reason(Reason.Code.ARRIVAL_ORDER, "Next in the order of submission.");

  private static final Reason NEVER_SUSPENDED =
      new Reason(
          Reason.Code.ARRIVAL_ORDER,
          "Next in the order of submission; its tasks are not suspended.");

  private final KairosNodes nodes;

  /** Under these settings. */
  public KairosPolicy(KairosSettings settings) {
    this.nodes = new KairosNodes(settings);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    // The order of submission is in every snapshot, and what nodes tell in every look at them.
  }

  @Override
  public boolean outdatesPlan(ClusterEvent event) {
    return PlannedJobs.changesWhatIsWaitedFor(event);
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    return PlannedJobs.inOrderOfSubmission(
        NAME, cluster, nowMillis, job -> planned(job, nowMillis));
  }

  private static PlannedJob planned(JobView job, long nowMillis) {
    boolean suspendable = job.goal().toleratesSuspension(nowMillis);
    return PlannedJobs.startingNow(
            job, OptionalLong.of(nowMillis), suspendable ? ARRIVAL_ORDER : NEVER_SUSPENDED)
        .suspendable(suspendable);
  }

  @Override
  public Optional<NodeOrder> nodeOrder() {
    return Optional.of(nodes);
  }

  @Override
  public Dispatcher dispatcher(Plan plan, NodeAdmission admission) {
    return new NodeChoosingDispatcher(
        plan, Dispatcher.inOrder(plan, nodes), nodes, nodes, (node, start) -> true);
  }
}
