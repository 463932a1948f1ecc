package org.foresight.planner.preemption;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.foresight.planner.MadeRoom;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Preemption;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.TaskAsk;
import org.foresight.planner.preemption.Order.Stage;
import org.foresight.planner.preemption.Order.Victim;
import org.jspecify.annotations.Nullable;

/**
 * Turns what plans wish to stop into notices and ends of tasks, on a cluster where that takes time,
 * and keeps the room for the job that it was made for.
 *
 * <p>A plan is made on what {@link #expected} shows: the cluster as it will be once the tasks that
 * are on their way have left. So no plan makes the same room twice, and a job whose room is on its
 * way is still planned to start now. What a plan wishes for beyond that is looked at again when it
 * is about to be carried out ({@link #review}) and when the grace is over ({@link #stopDue}): room
 * is made as a whole or not at all, only where its job asks for containers, only if the tasks
 * together make it, only of tasks that may be stopped, and not of tasks whose room is not needed
 * any more. It is given up when a plan does not start its job now any more. For a job that has not
 * come for room that was there (its plan knows nothing of what nodes it does not want, such as
 * those on its blacklist) none is made until it has started something, or the window of {@link
 * PreemptionSettings} is over.
 *
 * <p>A grace lasts as long as it says, also when the host's clock steps in it; so do the time for
 * which room is kept, and the window of {@link PreemptionSettings}.
 *
 * <p>Nothing is remembered across restarts: tasks that were told and not stopped go on.
 *
 * <p>Thread-safe; calls nobody while it holds its lock. The ids of tasks must be unique in the
 * cluster, as those of containers are.
 */
public final class Preemptor {

  private static final Comparator<Victim> FIRST_STARTED_FIRST =
      Comparator.comparingLong((Victim victim) -> victim.task.startMillis())
          .thenComparing(victim -> victim.task.taskId());

  private final Supplier<PreemptionSettings> settings;
  private final PreemptionCounters counters;
  private final Object lock = new Object();

  /** The oldest first. Under the lock, and so are the orders themselves. */
  private final List<Order> orders = new ArrayList<>();

  /** Under the lock. */
  private final PreemptionBudget budget = new PreemptionBudget();

  /** Jobs that did not come for room that was there, and until when none is made for them. */
  private final Map<String, Long> absent = new ConcurrentHashMap<>();

  /** What the orders keep; written under the lock. */
  private volatile KeptRooms kept = KeptRooms.NONE;

  /**
   * @param settings asked each time anew
   */
  public Preemptor(Supplier<PreemptionSettings> settings, PreemptionCounters counters) {
    this.settings = settings;
    this.counters = counters;
  }

  /** The tasks on their way, of which an {@link Observation} says whether they hold room. */
  public ImmutableList<RunningTask> followed() {
    synchronized (lock) {
      return underWay().stream().map(victim -> victim.task).collect(toImmutableList());
    }
  }

  /** For whom and why they are on their way, and what has become of them so far. */
  public ImmutableList<Preemption> preemptions() {
    synchronized (lock) {
      return underWay().stream().map(Victim::said).collect(toImmutableList());
    }
  }

  /**
   * The room that is kept now.
   *
   * @param steadyMillis as in {@link Moment}
   */
  public KeptRooms kept(long steadyMillis) {
    return kept.at(steadyMillis);
  }

  /**
   * When to call {@link #stopDue} next, by the time that passes evenly; empty if nothing is to be
   * stopped.
   */
  public OptionalLong nextStopMillis() {
    synchronized (lock) {
      return orders.stream()
          .filter(order -> order.has(Stage.TOLD))
          .mapToLong(order -> order.stopAtMillis)
          .min();
    }
  }

  // --- what plans are made on -------------------------------------------------------------------

  /**
   * The cluster as it will be once the tasks that are on their way have left, with the room that is
   * kept in it and those jobs that have been stopped often enough as ones that may not be stopped.
   */
  public ClusterSnapshot expected(Observation seen, Moment now) {
    PreemptionSettings current = settings.get();
    synchronized (lock) {
      update(seen, now.steadyMillis());
      return ExpectedCluster.of(
          seen,
          underWay(),
          orders.stream().flatMap(order -> order.places.stream()).collect(toImmutableList()),
          job -> mayBeStopped(job, current, now));
    }
  }

  private boolean mayBeStopped(JobView job, PreemptionSettings current, Moment now) {
    return job.mayBeStopped()
        && !job.goal().service() // Whoever runs one wants it to be there.
        && !hasDeadlineLeft(job, now)
        && budget.allows(job.id(), current, now.steadyMillis());
  }

  private static boolean hasDeadlineLeft(JobView job, Moment now) {
    OptionalLong deadlineMillis = job.goal().deadlineMillis();
    return deadlineMillis.isPresent() && deadlineMillis.getAsLong() > now.clockMillis();
  }

  // --- what is carried out ----------------------------------------------------------------------

  /**
   * Looks at a new plan: gives up room that it has no use for, and begins to make the room that it
   * wishes for.
   *
   * @param seen the cluster now, not as it was when the plan was made
   * @return the tasks whose jobs are to be told now that they will be stopped
   */
  public ImmutableList<Preemption> review(Plan plan, Observation seen, Moment now) {
    PreemptionSettings current = settings.get();
    synchronized (lock) {
      update(seen, now.steadyMillis());
      budget.forgetOld(current, now.steadyMillis());
      absent.values().removeIf(untilMillis -> untilMillis <= now.steadyMillis());
      Map<String, PlannedJob> planned = new HashMap<>();
      plan.jobs().forEach(job -> planned.put(job.jobId(), job));
      NodeLedger ledger = ledger(seen);
      for (Order order : orders) {
        PlannedJob job = planned.get(order.beneficiary);
        if (job == null || !job.isGivenRoom(now.clockMillis())) {
          giveUp(order, ledger);
        }
      }
      giveUpSurplus(seen, ledger);
      giveUpTaken(ledger);
      spareNeedless(ledger);
      ImmutableList.Builder<Preemption> told = ImmutableList.builder();
      Set<String> hit = new HashSet<>();
      for (MadeRoom room : plan.rooms()) {
        Order order = accept(room, seen, ledger, hit, current, now);
        if (order == null) {
          counters.stale();
        } else {
          orders.add(order);
          for (Victim victim : order.victims) {
            counters.told();
            hit.add(victim.preemption.jobId());
            told.add(victim.said());
          }
        }
      }
      hit.forEach(job -> budget.count(job, now.steadyMillis()));
      settle();
      return told.build();
    }
  }

  /**
   * The tasks whose grace is over and that are to be stopped now; the caller stops them all.
   *
   * @param seen the cluster now
   */
  public ImmutableList<Preemption> stopDue(Observation seen, Moment now) {
    synchronized (lock) {
      update(seen, now.steadyMillis());
      NodeLedger ledger = ledger(seen);
      giveUpSurplus(seen, ledger);
      spareNeedless(ledger);
      ImmutableList.Builder<Preemption> stopped = ImmutableList.builder();
      for (Order order : orders) {
        if (order.stopAtMillis > now.steadyMillis() || !order.has(Stage.TOLD)) {
          continue;
        }
        if (!isStillRight(order, seen, ledger, now)) {
          counters.stale();
          giveUp(order, ledger);
          continue;
        }
        for (Victim victim : order.victims) {
          if (victim.stage() == Stage.TOLD) {
            victim.stop(now);
            counters.stopped(victim.ranMillis(now));
            stopped.add(victim.said());
          }
        }
      }
      settle();
      return stopped.build();
    }
  }

  /** A container of a job has started on a node. */
  public void started(String jobId, String nodeId, ResourceVector held) {
    absent.remove(jobId);
    if (kept.isEmpty()) {
      return;
    }
    synchronized (lock) {
      KeptRoom used = null;
      Order user = null;
      for (Order order : orders) {
        for (KeptRoom place : order.places) {
          boolean here = place.jobId().equals(jobId) && place.nodeId().equals(nodeId);
          if (here
              && (used == null || (place.demand().equals(held) && !used.demand().equals(held)))) {
            used = place;
            user = order;
          }
        }
      }
      if (user != null) {
        user.places.remove(used);
        if (user.places.isEmpty()) {
          spareAll(user, null);
        }
        settle();
      }
    }
  }

  /** Nobody plans any more: spares what is not stopped yet and gives all room up. */
  public void giveUpAll() {
    if (kept.isEmpty()) {
      return;
    }
    synchronized (lock) {
      orders.forEach(order -> giveUp(order, null));
      settle();
    }
  }

  // --- one order --------------------------------------------------------------------------------

  /** The order to make this room; null if that is not right as things are now. */
  private @Nullable Order accept(
      MadeRoom room,
      Observation seen,
      NodeLedger ledger,
      Set<String> hit,
      PreemptionSettings current,
      Moment now) {
    String beneficiary = room.beneficiary();
    if (absent.containsKey(beneficiary)
        || waiting(seen.jobs().get(beneficiary)) < places(beneficiary) + room.places().size()) {
      return null;
    }
    Set<String> followed =
        underWay().stream().map(victim -> victim.task.taskId()).collect(toImmutableSet());
    List<Victim> victims = new ArrayList<>();
    for (Preemption preemption : room.preemptions()) {
      JobView job = seen.jobs().get(preemption.jobId());
      RunningTask task = job == null ? null : task(job, preemption.taskId());
      if (job == null
          || task == null
          || task.kind() != TaskAsk.Kind.TASK
          || followed.contains(task.taskId())
          // What one plan stops of a job counts once.
          || !(hit.contains(job.id()) || mayBeStopped(job, current, now))) {
        return null;
      }
      victims.add(new Victim(preemption, task, job.goal().gang(), now));
    }
    victims.forEach(victim -> ledger.leaves(victim.task));
    room.places().forEach(ledger::keep);
    victims.sort(FIRST_STARTED_FIRST);
    List<Victim> needed = new ArrayList<>(victims);
    needed.removeIf(victim -> !victim.ofGang && staysIfNeedless(victim, ledger));
    if (gangsAreNeedless(needed, room.places(), ledger)) {
      needed.stream().filter(victim -> victim.ofGang).forEach(victim -> ledger.stays(victim.task));
      needed.removeIf(victim -> victim.ofGang);
    }
    if (needed.isEmpty()
        || !areCovered(room.places(), ledger)
        || !areAskedFor(room.places(), seen, ledger)) {
      needed.forEach(victim -> ledger.stays(victim.task));
      room.places().forEach(ledger::giveUp);
      return null;
    }
    long stopAtMillis = now.steadyMillis() + current.graceMillis();
    return new Order(
        beneficiary, room.places(), needed, stopAtMillis, stopAtMillis + current.keepMillis());
  }

  private static boolean staysIfNeedless(Victim victim, NodeLedger ledger) {
    boolean needless = ledger.isCoveredWithout(victim.task);
    if (needless) {
      ledger.stays(victim.task);
    }
    return needless;
  }

  /** Whether the tasks that were told may be stopped, and will make room. */
  private static boolean isStillRight(
      Order order, Observation seen, NodeLedger ledger, Moment now) {
    for (Victim victim : order.victims) {
      JobView job = seen.jobs().get(victim.preemption.jobId());
      if (victim.stage() == Stage.TOLD
          && (job == null || !job.mayBeStopped() || hasDeadlineLeft(job, now))) {
        return false;
      }
    }
    return areCovered(order.places, ledger) && areAskedFor(order.places, seen, ledger);
  }

  private void giveUp(Order order, @Nullable NodeLedger ledger) {
    if (ledger != null) {
      order.places.forEach(ledger::giveUp);
    }
    order.places.clear();
    spareAll(order, ledger);
  }

  private void spareAll(Order order, @Nullable NodeLedger ledger) {
    for (Victim victim : order.victims) {
      if (victim.stage() == Stage.TOLD) {
        spare(victim, ledger);
      }
    }
  }

  private void spare(Victim victim, @Nullable NodeLedger ledger) {
    victim.become(Stage.SPARED);
    counters.spared();
    if (ledger != null) {
      ledger.stays(victim.task);
    }
  }

  // --- all orders -------------------------------------------------------------------------------

  /** Follows what has become of the tasks, and ends what has taken too long. */
  private void update(Observation seen, long steadyMillis) {
    if (orders.isEmpty()) {
      return;
    }
    Set<String> running = running(seen);
    for (Order order : orders) {
      for (Victim victim : order.victims) {
        if (victim.stage() == Stage.TOLD && !running.contains(victim.task.taskId())) {
          counters.ended();
          victim.end();
        }
        if (victim.stage() == Stage.LEAVING && seen.gone().contains(victim.task.taskId())) {
          victim.become(Stage.GONE);
          counters.gone(victim.sinceNoticeMillis(steadyMillis));
        }
      }
    }
    orders.removeIf(
        order -> {
          boolean expires = order.expiresAtMillis <= steadyMillis;
          if (expires && !order.places.isEmpty()) {
            counters.expired();
            if (order.hasItsRoom()) {
              absent.put(order.beneficiary, steadyMillis + settings.get().windowMillis());
            }
          }
          if (expires) {
            giveUp(order, null);
          }
          return expires;
        });
    settle();
  }

  /** The tasks of the jobs that are to make room. */
  private Set<String> running(Observation seen) {
    Set<String> jobs = new HashSet<>();
    orders.forEach(order -> order.victims.forEach(task -> jobs.add(task.preemption.jobId())));
    Set<String> running = new HashSet<>();
    for (String id : jobs) {
      JobView job = seen.jobs().get(id);
      if (job != null) {
        job.running().forEach(task -> running.add(task.taskId()));
      }
    }
    return running;
  }

  /** Forgets what is over, and says what is kept. */
  private void settle() {
    orders.removeIf(Order::isOver);
    List<KeptRooms.Claim> claims = new ArrayList<>();
    for (Order order : orders) {
      order.places.forEach(place -> claims.add(new KeptRooms.Claim(place, order.expiresAtMillis)));
    }
    kept = claims.isEmpty() ? KeptRooms.NONE : KeptRooms.of(claims);
  }

  private NodeLedger ledger(Observation seen) {
    NodeLedger ledger = new NodeLedger(seen.cluster().nodes());
    underWay().forEach(victim -> ledger.leaves(victim.task));
    orders.forEach(order -> order.places.forEach(ledger::keep));
    return ledger;
  }

  private ImmutableList<Victim> underWay() {
    return orders.stream()
        .flatMap(order -> order.victims.stream())
        .filter(victim -> victim.stage().isUnderWay())
        .collect(toImmutableList());
  }

  /** No job needs more places than it waits for containers. */
  private void giveUpSurplus(Observation seen, NodeLedger ledger) {
    ImmutableSet<String> beneficiaries =
        orders.stream().map(order -> order.beneficiary).collect(toImmutableSet());
    for (String beneficiary : beneficiaries) {
      long surplus = places(beneficiary) - waiting(seen.jobs().get(beneficiary));
      // Rather those whose room is used already: the job may have started there just now.
      surplus = giveUpSome(beneficiary, surplus, ledger, false);
      giveUpSome(beneficiary, surplus, ledger, true);
    }
  }

  private long giveUpSome(String beneficiary, long count, NodeLedger ledger, boolean alsoCovered) {
    long left = count;
    for (Order order : Lists.reverse(orders)) {
      if (!order.beneficiary.equals(beneficiary)) {
        continue;
      }
      for (int i = order.places.size() - 1; i >= 0 && left > 0; i--) {
        if (alsoCovered || !ledger.isCovered(order.places.get(i).nodeId())) {
          ledger.giveUp(order.places.remove(i));
          left--;
        }
      }
      if (order.places.isEmpty()) {
        spareAll(order, ledger);
      }
    }
    return left;
  }

  /** Room that has come free and that somebody else uses is no use any more. */
  private void giveUpTaken(NodeLedger ledger) {
    for (Order order : orders) {
      if (order.hasItsRoom() && !areCovered(order.places, ledger)) {
        counters.taken();
        giveUp(order, ledger);
      }
    }
  }

  /** Spares the tasks that were told and whose room has come free in another way. */
  private void spareNeedless(NodeLedger ledger) {
    orders.stream()
        .flatMap(order -> order.victims.stream())
        .filter(victim -> victim.stage() == Stage.TOLD && !victim.ofGang)
        .sorted(FIRST_STARTED_FIRST)
        .forEach(
            victim -> {
              if (ledger.isCoveredWithout(victim.task)) {
                spare(victim, ledger);
              }
            });
    orders.forEach(order -> spareNeedlessGangs(order, ledger));
  }

  private void spareNeedlessGangs(Order order, NodeLedger ledger) {
    List<Victim> told =
        order.victims.stream().filter(victim -> victim.stage() == Stage.TOLD).toList();
    if (gangsAreNeedless(told, order.places, ledger)) {
      told.stream().filter(victim -> victim.ofGang).forEach(victim -> spare(victim, ledger));
    }
  }

  /** Whether all gangs of these tasks may stay; they stay or go together. */
  private static boolean gangsAreNeedless(
      List<Victim> victims, List<KeptRoom> places, NodeLedger ledger) {
    List<Victim> gangs = victims.stream().filter(victim -> victim.ofGang).toList();
    gangs.forEach(victim -> ledger.stays(victim.task));
    boolean needless = areCovered(places, ledger);
    gangs.forEach(victim -> ledger.leaves(victim.task));
    return needless;
  }

  private static boolean areCovered(List<KeptRoom> places, NodeLedger ledger) {
    return places.stream().allMatch(place -> ledger.isCovered(place.nodeId()));
  }

  /** Whether the jobs ask for containers where these places are: a node may have a new label. */
  private static boolean areAskedFor(List<KeptRoom> places, Observation seen, NodeLedger ledger) {
    return places.stream()
        .allMatch(
            place -> {
              JobView job = seen.jobs().get(place.jobId());
              return job != null && ledger.isAskedFor(place.nodeId(), job);
            });
  }

  private long places(String beneficiary) {
    return orders.stream()
        .filter(order -> order.beneficiary.equals(beneficiary))
        .mapToLong(order -> order.places.size())
        .sum();
  }

  private static long waiting(@Nullable JobView job) {
    return job == null ? 0 : job.asks().stream().mapToLong(TaskAsk::count).sum();
  }

  private static @Nullable RunningTask task(JobView job, String taskId) {
    return job.running().stream()
        .filter(task -> task.taskId().equals(taskId))
        .findFirst()
        .orElse(null);
  }
}
