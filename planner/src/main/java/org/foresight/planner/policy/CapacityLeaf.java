package org.foresight.planner.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.foresight.planner.cluster.ResourceVector;
import org.foresight.planner.policy.CapacityJob.Held;
import org.foresight.planner.policy.CapacityQueues.Ordering;
import org.foresight.planner.policy.CapacityQueues.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A leaf queue: its jobs in the order in which they are served, its users and their limits. Not
 * thread-safe.
 *
 * <p>The limits are those of Hadoop's UsersManager and AbstractLeafQueue, all users having the same
 * weight.
 */
final class CapacityLeaf extends CapacityQueue {

  private static final Comparator<CapacityJob> FIFO =
      Comparator.comparingLong(CapacityJob::submitMillis).thenComparing(CapacityJob::id);

  private final Map<String, CapacityUser> users = new HashMap<>();

  /** Jobs that may not run yet. */
  private final TreeSet<CapacityJob> pending = new TreeSet<>(FIFO);

  /** Active jobs that wait for something. */
  private final TreeSet<CapacityJob> waiting;

  private final PartitionAmounts mastersUsed = new PartitionAmounts();
  private int activeJobs;

  /** User limits as they are until somebody's use or wants change. */
  private final Map<String, ResourceVector> userLimits = new HashMap<>();

  /** What other queues left it when it was last asked. */
  private final Map<String, ResourceVector> lastLimits = new HashMap<>();

  CapacityLeaf(Queue settings, CapacityQueue parent) {
    super(settings, parent);
    this.waiting =
        new TreeSet<>(
            settings.ordering() == Ordering.FIFO
                ? FIFO
                : Comparator.comparingLong(CapacityJob::usedMemory).thenComparing(FIFO));
  }

  CapacityJob submit(String jobId, long submitMillis, String userName) {
    CapacityUser user = users.computeIfAbsent(userName, name -> new CapacityUser());
    user.addJobs(1);
    CapacityJob job = new CapacityJob(jobId, submitMillis, this, user);
    pending.add(job);
    return job;
  }

  void finish(CapacityJob job) {
    setWaits(job, false);
    job.releaseAll();
    pending.remove(job);
    if (job.isActive()) {
      activeJobs--;
      job.user().addActiveJobs(-1);
      Held master = job.master();
      if (master != null) {
        mastersUsed.subtract(master.partition(), master.amount());
        job.user().mastersUsed().subtract(master.partition(), master.amount());
      }
    }
    job.user().addJobs(-1);
    users.values().removeIf(user -> user.jobs() == 0);
    userLimits.clear();
  }

  /** The jobs that wait, the one to be served first first. */
  Iterable<CapacityJob> waiting() {
    return waiting;
  }

  void setWaits(CapacityJob job, boolean waits) {
    if (waits ? waiting.add(job) : waiting.remove(job)) {
      int change = waits ? 1 : -1;
      addWaiting(change);
      job.user().addWaitingJobs(change);
      userLimits.clear();
    }
  }

  void use(CapacityJob job, Held held) {
    use(held.partition(), held.amount());
    job.user().used().add(held.partition(), held.amount());
    changeUse(job, held.amount().amount(0));
  }

  void release(CapacityJob job, Held held) {
    release(held.partition(), held.amount());
    job.user().used().subtract(held.partition(), held.amount());
    changeUse(job, -held.amount().amount(0));
  }

  private void changeUse(CapacityJob job, long memory) {
    boolean reorder = settings().ordering() == Ordering.FAIR && waiting.remove(job);
    job.addUsedMemory(memory);
    if (reorder) {
      waiting.add(job);
    }
    userLimits.clear();
  }

  void setLastLimit(String partition, ResourceVector limit) {
    lastLimits.put(partition, limit);
  }

  /** Whether the user may be given more: one that is over the limit may not. */
  boolean isUnderUserLimit(CapacityUser user, String partition, ResourceMeasure measure) {
    ResourceVector limit = userLimits.get(partition);
    if (limit == null) {
      limit = userLimit(partition, measure);
      userLimits.put(partition, limit);
    }
    return measure.part(user.used().of(partition, measure.nothing())) <= measure.part(limit);
  }

  /** What one of the users that wait may use (UsersManager.computeUserLimit). */
  private ResourceVector userLimit(String partition, ResourceMeasure measure) {
    ResourceVector unit = measure.unit();
    ResourceVector queueCapacity = measure.larger(guaranteed(measure), unit);
    double consumedPart = 0;
    ResourceVector usedByActive = unit;
    int activeUsers = 0;
    for (CapacityUser user : users.values()) {
      ResourceVector used = user.used().of(partition, measure.nothing());
      consumedPart += measure.part(used);
      if (user.waits()) {
        usedByActive = usedByActive.plus(used);
        activeUsers++;
      }
    }
    ResourceVector consumed = measure.timesUp(measure.total(), consumedPart);
    ResourceVector current =
        measure.part(consumed) < measure.part(queueCapacity) ? queueCapacity : consumed.plus(unit);
    ResourceVector limit =
        measure.larger(
            measure.dividedUp(usedByActive, Math.max(1, activeUsers)),
            measure.dividedUp(measure.times(current, settings().minimumUserLimitPercent()), 100));
    boolean unlimited = settings().userLimitFactor() == -1 || capacity() == 0;
    ResourceVector most =
        unlimited
            ? measure.down(most(measure))
            : measure.times(queueCapacity, settings().userLimitFactor());
    return measure.timesUp(measure.smaller(limit, most), 1.0);
  }

  /**
   * Lets pending jobs run as far as their application masters keep to the limits.
   *
   * @return these jobs
   */
  List<CapacityJob> activate(Map<String, ResourceMeasure> measures) {
    List<CapacityJob> activated = new ArrayList<>();
    for (CapacityJob job : List.copyOf(pending)) {
      Held master = job.master();
      ResourceMeasure measure = master == null ? null : measures.get(master.partition());
      if (job.isKnown() && (master == null || mayActivate(job.user(), master, measure))) {
        pending.remove(job);
        activeJobs++;
        job.user().addActiveJobs(1);
        job.activate();
        activated.add(job);
        if (master != null) {
          mastersUsed.add(master.partition(), master.amount());
          job.user().mastersUsed().add(master.partition(), master.amount());
          setWaits(job, true); // For its application master: its user counts from now on.
        }
      }
    }
    return activated;
  }

  /** AbstractLeafQueue.activateApplications; at least one job may run, whatever the limits. */
  private boolean mayActivate(CapacityUser user, Held master, @Nullable ResourceMeasure measure) {
    if (measure == null) {
      return false;
    }
    String partition = master.partition();
    ResourceVector used = mastersUsed.of(partition, measure.nothing());
    if (activeJobs < 1 || measure.part(used) <= 0) {
      return true;
    }
    ResourceVector limit = mastersLimit(partition, measure);
    ResourceVector ofUser = user.mastersUsed().of(partition, measure.nothing());
    return measure.fits(used.plus(master.amount()), limit)
        && measure.fits(ofUser.plus(master.amount()), userMastersLimit(limit, measure));
  }

  private ResourceVector mastersLimit(String partition, ResourceMeasure measure) {
    ResourceVector guaranteed = guaranteed(measure);
    ResourceVector current = lastLimits.getOrDefault(partition, most(measure));
    boolean more = partition.isEmpty() && measure.fits(guaranteed, current);
    return measure.timesUp(more ? current : guaranteed, settings().masterShare());
  }

  private ResourceVector userMastersLimit(ResourceVector queueLimit, ResourceMeasure measure) {
    long counted =
        users.values().stream().filter(user -> user.waits() || user.hasOnlyPendingJobs()).count();
    double part =
        Math.min(
            1.0, Math.max(settings().minimumUserLimitPercent() / 100, 1.0 / Math.max(1, counted)));
    double factor = settings().userLimitFactor() == -1 ? 1.0 : part * settings().userLimitFactor();
    ResourceVector limit = measure.timesUp(guaranteed(measure), settings().masterShare() * factor);
    return measure.smaller(limit, queueLimit);
  }
}
