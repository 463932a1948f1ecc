package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.foresight.planner.BetterNode;
import org.foresight.planner.ForwardingPolicy;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.SchedulingPolicy;
import org.foresight.planner.Turns;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.KeptRoom;
import org.foresight.planner.cluster.NodeView;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.cluster.RunningTask;
import org.foresight.planner.cluster.SharedCores;
import org.foresight.planner.cluster.TaskAsk;
import org.jspecify.annotations.Nullable;

/**
 * Another policy that passes over a job to which it gives room that the job does not use: a plan
 * knows nothing of locality, of constraints, nor of what else a host may refuse, and would keep the
 * room from all others. One that is due and starts nothing, although nodes that have room for it
 * are left with that, is not planned for a while; then it is tried again. Its place among the
 * others it keeps, and its turns (see {@link Turns}): it may wait for the one node that it wants,
 * and starts there before those who came after it, while they have the room that it left elsewhere.
 */
final class PassingOverPolicy extends ForwardingPolicy {
  /** By then no job waits for a better node than the one that it could have. */
  static final long PATIENCE_MILLIS = BetterNode.PATIENCE_MILLIS + 1_000;

  /**
   * For how long a job is passed over at first, and at most; without a deadline twice as long every
   * further time.
   */
  static final long FIRST_PASS_MILLIS = 10_000;

  static final long LONGEST_PASS_MILLIS = 60_000;

  private static final long TELL_MILLIS = 60_000;

  private static final Comparator<Watched> BY_PLACE =
      Comparator.comparingInt((Watched job) -> job.place).thenComparing(job -> job.id);

  private final Offers offers;
  private final LongSupplier nanoTime;
  private final Consumer<String> listener;
  private final Map<String, Watched> watched = new HashMap<>();

  /** A job while it waits for something. */
  private static final class Watched {
    private final String id;
    private ImmutableList<TaskAsk> asks;
    private long lastStartMillis;

    /** Since when it has been due and has started nothing. */
    private OptionalLong dueSinceNanos = OptionalLong.empty();

    /** As what it was planned before it was passed over; null while it is not. */
    private @Nullable PlannedJob passed;

    /** How many jobs were before it in that plan. */
    private int place;

    private long passedUntilNanos;
    private long passMillis = FIRST_PASS_MILLIS;
    private OptionalLong toldNanos = OptionalLong.empty();

    Watched(JobView job) {
      id = job.id();
      asks = job.asks();
      lastStartMillis = lastStartMillis(job);
    }

    /** Looks whether it has started anything since the last look, or asks for something else. */
    void look(JobView job, long nowNanos) {
      long lastStartNow = lastStartMillis(job);
      if (!job.asks().equals(asks) || lastStartNow > lastStartMillis) {
        dueSinceNanos = OptionalLong.empty();
        passed = null;
        passMillis = FIRST_PASS_MILLIS;
      }
      asks = job.asks();
      lastStartMillis = lastStartNow;
      if (passed != null && nowNanos - passedUntilNanos >= 0) {
        passed = null;
      }
    }

    private static long lastStartMillis(JobView job) {
      return job.running().stream()
          .mapToLong(RunningTask::startMillis)
          .max()
          .orElse(Long.MIN_VALUE);
    }
  }

  /**
   * @param policy plans
   * @param offers what came of its plans
   * @param nanoTime measures durations
   * @param listener is told, at most once a minute of each job, which one is passed over and why
   */
  PassingOverPolicy(
      SchedulingPolicy policy, Offers offers, LongSupplier nanoTime, Consumer<String> listener) {
    super(policy);
    this.offers = offers;
    this.nanoTime = nanoTime;
    this.listener = listener;
  }

  @Override
  public Plan plan(ClusterSnapshot cluster, long nowMillis, BooleanSupplier stop) {
    long now = nanoTime.getAsLong();
    ImmutableMap<String, JobView> waiting =
        cluster.jobs().stream()
            .filter(job -> !job.asks().isEmpty())
            .collect(toImmutableMap(JobView::id, job -> job, (one, same) -> one));
    offers.retain(
        cluster.nodes().stream().map(NodeView::id).collect(toImmutableSet()), waiting.keySet());
    watched.keySet().retainAll(waiting.keySet());
    watched.forEach((id, job) -> job.look(view(waiting, id), now));
    boolean passesOver = watched.values().stream().anyMatch(job -> job.passed != null);
    Plan plan = super.plan(passesOver ? withoutPassed(cluster) : cluster, nowMillis, stop);
    review(plan, cluster, waiting, now);
    return passesOver ? withPassed(plan) : plan;
  }

  private boolean isPassedOver(String jobId) {
    Watched job = watched.get(jobId);
    return job != null && job.passed != null;
  }

  private static JobView view(ImmutableMap<String, JobView> waiting, String id) {
    JobView job = waiting.get(id);
    if (job == null) {
      throw new IllegalArgumentException("The job (" + id + ") must wait for something.");
    }
    return job;
  }

  /** The cluster as if the jobs that are passed over waited for nothing. */
  private ClusterSnapshot withoutPassed(ClusterSnapshot cluster) {
    return ClusterSnapshot.of(
        cluster.nodes(),
        cluster.jobs().stream()
            .map(
                job ->
                    isPassedOver(job.id())
                        ? JobView.of(
                            job.id(),
                            job.goal(),
                            job.submitMillis(),
                            ImmutableList.of(),
                            job.running(),
                            job.limits(),
                            job.mayBeStopped())
                        : job)
            .collect(toImmutableList()),
        cluster.limits(),
        cluster.keptRooms(),
        cluster.hasTurns());
  }

  /** The plan with these jobs in their places, for the room that nobody else has been given. */
  private Plan withPassed(Plan plan) {
    List<PlannedJob> jobs =
        plan.jobs().stream()
            .filter(planned -> !isPassedOver(planned.jobId()))
            .collect(toCollection(ArrayList::new));
    watched.values().stream()
        .filter(job -> job.passed != null)
        .sorted(BY_PLACE)
        .forEach(
            job ->
                jobs.add(Math.min(job.place, jobs.size()), unplanned(requireNonNull(job.passed))));
    return new Plan(plan.madeAtMillis(), ImmutableList.copyOf(jobs), plan.rooms(), plan.summary());
  }

  private static PlannedJob unplanned(PlannedJob planned) {
    Reason reason =
        new Reason(
            Reason.Code.NO_ROOM_NOW,
            "It did not start where there was room for it, which others have for a while. "
                + planned.reason().detail());
    return new PlannedJob(
        planned.jobId(),
        planned.startMillis(),
        planned.parallelism(),
        planned.share(),
        planned.gang(),
        planned.mostByClass(),
        planned.heldTasks(),
        planned.suspendable(),
        reason);
  }

  /** Passes over, from the next plan on, jobs that have had room for long enough. */
  private void review(
      Plan plan, ClusterSnapshot cluster, ImmutableMap<String, JobView> waiting, long now) {
    Map<String, PlannedJob> due = new HashMap<>();
    int place = 0;
    for (PlannedJob planned : plan.jobs()) {
      int before = place++;
      JobView job = waiting.get(planned.jobId());
      if (job != null
          && planned.isGivenRoom(plan.madeAtMillis())
          && !isPassedOver(job.id())
          && mayStartMore(planned, job)) {
        due.put(job.id(), planned);
        Watched mine = watched.computeIfAbsent(job.id(), unseen -> new Watched(job));
        mine.place = before;
        if (mine.dueSinceNanos.isEmpty()) {
          mine.dueSinceNanos = OptionalLong.of(now);
        }
      }
    }
    watched.forEach(
        (id, job) -> {
          PlannedJob planned = due.get(id);
          if (planned == null) {
            job.dueSinceNanos = OptionalLong.empty();
          } else if (hasRoomInVain(planned, view(waiting, id), job, cluster)) {
            passOver(planned, view(waiting, id).goal().isSlo(), job, now);
          }
        });
  }

  private static boolean mayStartMore(PlannedJob planned, JobView job) {
    return job.waitsForMaster()
        || (job.runningTasks() < planned.parallelism() && job.pendingTasks() > planned.heldTasks());
  }

  /** Whether the room that it could have had on a node was left over after all its patience. */
  private boolean hasRoomInVain(
      PlannedJob planned, JobView job, Watched watch, ClusterSnapshot cluster) {
    long patientUntilNanos =
        watch.dueSinceNanos.orElseThrow() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    return nanoTime.getAsLong() - patientUntilNanos >= 0
        && cluster.nodes().stream()
            .filter(node -> job.waitsForMaster() || isForIt(planned, job, node))
            .anyMatch(
                node ->
                    offers
                        .leftInVain(node.id(), patientUntilNanos)
                        .filter(left -> hasRoom(job, node, left, cluster))
                        .isPresent());
  }

  private static boolean isForIt(PlannedJob planned, JobView job, NodeView node) {
    return planned.mostByClass().isEmpty()
        || job.running().stream()
                .filter(task -> task.kind() == TaskAsk.Kind.TASK)
                .filter(task -> task.nodeClass().equals(node.nodeClass()))
                .count()
            < planned.mostByClass().getOrDefault(node.nodeClass(), 0);
  }

  /** Whether one of the job's containers fits what was left over, and still is. */
  private static boolean hasRoom(
      JobView job, NodeView node, ResourceVector left, ClusterSnapshot cluster) {
    ResourceVector room = SharedCores.freeAtOnce(node).min(left);
    for (KeptRoom kept : cluster.keptRooms()) {
      if (kept.nodeId().equals(node.id()) && !kept.jobId().equals(job.id())) {
        room = room.minus(kept.demand());
      }
    }
    for (TaskAsk ask : job.asks()) {
      if (ask.partition().equals(node.partition()) && ask.demand().fitsIn(room)) {
        return true;
      }
    }
    return false;
  }

  private void passOver(PlannedJob planned, boolean isSlo, Watched job, long now) {
    long since = job.dueSinceNanos.orElseThrow();
    if (job.toldNanos.isEmpty()
        || now - job.toldNanos.getAsLong() >= TimeUnit.MILLISECONDS.toNanos(TELL_MILLIS)) {
      job.toldNanos = OptionalLong.of(now);
      String why =
          offers
              .refusal(planned.jobId(), since)
              .orElse(
                  "By the plan itself none of its containers may start on a node that has room"
                      + " now, such as a gang that does not fit at once.");
      listener.accept(
          String.format(
              Locale.ROOT,
              "The plan has given application %s room for %d s in which it could start nothing;"
                  + " others have that for the next %d s. %s",
              planned.jobId(),
              TimeUnit.NANOSECONDS.toSeconds(now - since),
              TimeUnit.MILLISECONDS.toSeconds(job.passMillis),
              why));
    }
    job.passed = planned;
    job.dueSinceNanos = OptionalLong.empty();
    job.passedUntilNanos = now + TimeUnit.MILLISECONDS.toNanos(job.passMillis);
    if (!isSlo) { // Who has a deadline is tried again soon.
      job.passMillis = Math.min(LONGEST_PASS_MILLIS, 2 * job.passMillis);
    }
  }
}
