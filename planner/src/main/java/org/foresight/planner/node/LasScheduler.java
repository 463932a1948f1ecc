package org.foresight.planner.node;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Least attained service on one node: algorithm 2 of Kairos (§4.3.2 of the thesis).
 *
 * <ul>
 *   <li>A new task runs at once. If no core is free, the running task that has attained the most
 *       service is suspended for it.
 *   <li>When a task ends, the suspended task that has attained the least service resumes.
 *   <li>When a task has run for a quantum and a suspended one has attained no more service than it,
 *       they swap; else another quantum begins. After a swap the quantum of the resumed task begins
 *       anew.
 *   <li>A task that has been suspended for some quanta is starving. It takes the place of the
 *       running task that has attained most, and is not suspended for some quanta.
 * </ul>
 *
 * <p>What the paper leaves open:
 *
 * <ul>
 *   <li>A task may need several cores. It then takes the place of as many running tasks as it needs
 *       to, the oldest first, provided that none of them is younger than itself; else it waits.
 *       Cores that it can't use go to the youngest suspended task that they are enough for. One
 *       that needs more cores than those that may not be suspended leave does with what they leave.
 *   <li>The task that has starved for longest goes first, and until it runs no other gets a guard;
 *       so a task of many cores does not wait for ever behind guards that take turns.
 *   <li>Some tasks are never suspended. They take cores from all others, guarded or not. If they
 *       need more cores than there are, they all run nevertheless, and nothing else does: it is for
 *       whoever sends the tasks not to send too many of them.
 *   <li>Of tasks that have attained the same, those that came first count as the younger ones.
 *   <li>A task that comes with service attained, such as before a restart of the node's agent, only
 *       takes the cores of tasks that have attained as much.
 * </ul>
 *
 * <p>Time comes in as an argument, in milliseconds of any clock that does not go back. Whoever
 * drives this calls {@link #tick} at {@link #nextTickMillis}, or as soon after as it can. Decisions
 * come in the order in which they are to be carried out: cores are taken before they are given. An
 * event takes time in proportion to the tasks on the node.
 *
 * <p>Not thread-safe.
 *
 * @param <T> whatever the host knows its tasks by
 */
public final class LasScheduler<T> {
  private final LasSettings settings;
  private final boolean countsTime;
  private final Map<T, LasEntry<T>> entries = new LinkedHashMap<>();
  private final List<LasEntry<T>> running = new ArrayList<>();
  private final List<LasEntry<T>> suspended = new ArrayList<>();

  /** What the event at hand has touched. */
  private final List<LasEntry<T>> touched = new ArrayList<>();

  /** What those that run want. */
  private int runningVcores;

  /** What those of them want that may not be suspended. */
  private int unsuspendableVcores;

  private long arrivals;
  private long nowMillis = Long.MIN_VALUE;

  /** A node without tasks. */
  public LasScheduler(LasSettings settings) {
    this.settings = settings;
    this.countsTime = settings.service() == LasSettings.Service.UNSUSPENDED_TIME;
  }

  // --- what happens -----------------------------------------------------------------------------

  /** A new task has arrived. There is a decision about it in any case. */
  public ImmutableList<LasDecision<T>> arrived(LasTask<T> task, long atMillis) {
    return arrived(task, 0, atMillis);
  }

  /**
   * A task has arrived that has attained service before. There is a decision about it in any case.
   *
   * @throws IllegalArgumentException if it is here already, or time goes back
   */
  public ImmutableList<LasDecision<T>> arrived(
      LasTask<T> task, long attainedMillis, long atMillis) {
    begin(atMillis);
    int vcores = Math.min(task.vcores(), settings.vcores());
    LasEntry<T> entry =
        new LasEntry<>(task, vcores, arrivals++, attainedMillis, countsTime, atMillis);
    if (entries.putIfAbsent(entry.id, entry) != null) {
      throw new IllegalArgumentException("The task (" + entry.id + ") is on the node already.");
    }
    suspended.add(entry);
    entry.touch(LasDecision.Cause.NO_CORES, null);
    touched.add(entry);
    if (entry.suspendable) {
      takeOver(
          entry,
          other -> mayYield(other) && age(other) >= attainedMillis,
          LasDecision.Cause.ARRIVAL);
    } else {
      force(entry);
    }
    return decide();
  }

  /**
   * A task has left: it ended, or was stopped.
   *
   * @throws IllegalArgumentException if it is not here, or time goes back
   */
  public ImmutableList<LasDecision<T>> left(T id, long atMillis) {
    LasEntry<T> entry = entry(id);
    begin(atMillis);
    entries.remove(id);
    if (entry.running) {
      running.remove(entry);
      countRunning(entry, -1);
    } else {
      suspended.remove(entry);
    }
    return decide();
  }

  /**
   * From now on a task may be suspended, or may not.
   *
   * @throws IllegalArgumentException if it is not here, or time goes back
   */
  public ImmutableList<LasDecision<T>> suspendable(T id, boolean suspendable, long atMillis) {
    LasEntry<T> entry = entry(id);
    begin(atMillis);
    if (entry.suspendable != suspendable) {
      if (entry.running) {
        countRunning(entry, -1);
        entry.suspendable = suspendable;
        countRunning(entry, 1);
        entry.beginQuantum(atMillis, settings.quantumMillis());
      } else {
        entry.suspendable = suspendable;
        force(entry);
      }
    }
    return decide();
  }

  /**
   * The service that a task has attained was measured; less than was measured before is not
   * believed. To be said before an event in which it should count.
   *
   * @throws IllegalArgumentException if it is not here
   * @throws IllegalStateException if attained service is not measured but counted
   */
  public void attained(T id, long attainedMillis) {
    if (countsTime) {
      throw new IllegalStateException(
          "The service ("
              + attainedMillis
              + " ms) of "
              + id
              + " can't be told where it is "
              + settings.service()
              + ".");
    }
    entry(id).measured(attainedMillis);
  }

  /**
   * Time has gone on: quanta may be over and tasks starving.
   *
   * @throws IllegalArgumentException if time goes back
   */
  public ImmutableList<LasDecision<T>> tick(long atMillis) {
    begin(atMillis);
    List<LasEntry<T>> over = new ArrayList<>();
    for (LasEntry<T> entry : running) {
      if (entry.suspendable && entry.quantumEndMillis() <= atMillis) {
        over.add(entry);
      }
    }
    over.sort(oldestFirst());
    serveStarving();
    for (LasEntry<T> entry : over) {
      if (entry.running) {
        swap(entry);
      }
      if (entry.running && entry.quantumEndMillis() <= atMillis) {
        entry.beginQuantum(atMillis, settings.quantumMillis());
      }
    }
    return decide();
  }

  // --- what there is to know --------------------------------------------------------------------

  /** When the next {@link #tick} is due; empty while nothing but an arrival can change anything. */
  public OptionalLong nextTickMillis() {
    if (suspended.isEmpty()) {
      return OptionalLong.empty();
    }
    long next = Long.MAX_VALUE;
    for (LasEntry<T> entry : running) {
      if (entry.suspendable) {
        next = Math.min(next, entry.quantumEndMillis());
      }
    }
    for (LasEntry<T> entry : suspended) {
      long starving = entry.sinceMillis() + settings.starvingMillis();
      if (starving > nowMillis) { // One that starves already waits for a guard to end.
        next = Math.min(next, starving);
      }
    }
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  /**
   * Whether a task is suspended.
   *
   * @throws IllegalArgumentException if it is not here
   */
  public boolean isSuspended(T id) {
    return !entry(id).running;
  }

  /**
   * What the node tells of itself.
   *
   * @param memoryHeadroomMb how much memory is left for more tasks
   * @param atMillis now; not before the last event
   */
  public NodeStatistics statistics(long memoryHeadroomMb, long atMillis) {
    int taskVcores = 0;
    int unsuspendable = 0;
    double sum = 0;
    double mean = 0;
    double squares = 0;
    int tasks = 0;
    for (LasEntry<T> entry : entries.values()) {
      double seconds = entry.attainedMillis(atMillis) / 1000.0;
      tasks++;
      sum += seconds;
      double distance = seconds - mean; // Welford's way, which does not cancel out.
      mean += distance / tasks;
      squares += distance * (seconds - mean);
      taskVcores += entry.vcores;
      unsuspendable += entry.suspendable ? 0 : entry.vcores;
    }
    return new NodeStatistics(
        settings.vcores(),
        tasks,
        suspended.size(),
        taskVcores,
        unsuspendable,
        sum,
        tasks < 2 ? 0 : squares / tasks,
        memoryHeadroomMb);
  }

  // --- how it is decided ------------------------------------------------------------------------

  private void begin(long atMillis) {
    if (atMillis < nowMillis) {
      throw new IllegalArgumentException(
          "Time goes back from " + nowMillis + " ms to " + atMillis + " ms.");
    }
    nowMillis = atMillis;
    if (suspended.isEmpty()) {
      for (LasEntry<T> entry : running) {
        entry.passQuanta(atMillis, settings.quantumMillis());
      }
    }
  }

  private LasEntry<T> entry(T id) {
    LasEntry<T> entry = entries.get(id);
    if (entry == null) {
      throw new IllegalArgumentException("The task (" + id + ") is not on the node.");
    }
    return entry;
  }

  private long age(LasEntry<T> entry) {
    return entry.attainedMillis(nowMillis);
  }

  private Comparator<LasEntry<T>> oldestFirst() {
    return LasEntry.<T>youngestFirst(nowMillis).reversed();
  }

  /**
   * How many cores a task needs to run, or has if it does: all that it wants, or, if it may be
   * suspended, what those leave that may not be; 0 if they leave none.
   */
  private int need(LasEntry<T> entry) {
    return entry.suspendable
        ? Math.max(0, Math.min(entry.vcores, settings.vcores() - unsuspendableVcores))
        : entry.vcores;
  }

  /** A task that does with less than it wants has all that there is, so that none is free. */
  private int free() {
    int free = settings.vcores() - runningVcores;
    return runningVcores > unsuspendableVcores ? Math.max(0, free) : free;
  }

  private boolean mayYield(LasEntry<T> entry) {
    return entry.suspendable && !entry.isGuarded(nowMillis);
  }

  /** The quantum of a running task is over: a suspended one may be due. */
  private void swap(LasEntry<T> ended) {
    List<LasEntry<T>> heirs = new ArrayList<>(suspended);
    heirs.sort(LasEntry.youngestFirst(nowMillis));
    for (LasEntry<T> heir : heirs) {
      if (age(heir) > age(ended)) {
        return;
      }
      boolean swappedJustNow = heir.isTouched() && heir.ranBefore();
      if (!swappedJustNow
          && takeOver(
              heir,
              other -> mayYield(other) && age(other) >= age(heir),
              ended,
              settings.quantumMillis(),
              false,
              LasDecision.Cause.QUANTUM_OVER)) {
        return;
      }
    }
  }

  /** Those that starve get their turn, the one that has waited longest first. */
  private void serveStarving() {
    LasEntry<T> next = longestStarving();
    while (next != null
        && takeOver(
            next,
            this::mayYield,
            null,
            settings.guardedMillis(),
            true,
            LasDecision.Cause.STARVATION)) {
      next = longestStarving();
    }
  }

  private @Nullable LasEntry<T> longestStarving() {
    LasEntry<T> longest = null;
    for (LasEntry<T> entry : suspended) {
      boolean starves = nowMillis - entry.sinceMillis() >= settings.starvingMillis();
      if (starves
          && need(entry) > 0 // Else it would wait at the head in vain.
          && (longest == null || entry.sinceMillis() < longest.sinceMillis())) {
        longest = entry;
      }
    }
    return longest;
  }

  /** Free cores go to the youngest tasks that they are enough for. */
  private void fill() {
    LasEntry<T> next = youngestFitting();
    while (next != null) {
      resume(next, settings.quantumMillis(), false, LasDecision.Cause.CORES_FREE, null);
      next = youngestFitting();
    }
  }

  private @Nullable LasEntry<T> youngestFitting() {
    int free = free();
    Comparator<LasEntry<T>> order = LasEntry.youngestFirst(nowMillis);
    LasEntry<T> youngest = null;
    for (LasEntry<T> entry : suspended) {
      int need = need(entry);
      if (need > 0 && need <= free && (youngest == null || order.compare(entry, youngest) < 0)) {
        youngest = entry;
      }
    }
    return youngest;
  }

  /** Runs a task that is never suspended, whatever has to make way. */
  private void force(LasEntry<T> heir) {
    LasDecision.Cause cause = LasDecision.Cause.NEVER_SUSPENDED;
    if (takeOver(heir, this::mayYield, cause)
        || takeOver(heir, other -> other.suspendable, cause)) {
      return;
    }
    for (LasEntry<T> other : ImmutableList.copyOf(running)) {
      if (other.suspendable) {
        suspend(other, cause, heir.id);
      }
    }
    resume(heir, settings.quantumMillis(), false, cause, null);
  }

  private boolean takeOver(
      LasEntry<T> heir, Predicate<LasEntry<T>> yields, LasDecision.Cause cause) {
    return takeOver(heir, yields, null, settings.quantumMillis(), false, cause);
  }

  /**
   * Runs a suspended task in the place of as many running ones as it needs to.
   *
   * @param yields which of the running ones may be suspended for it, the oldest first
   * @param first which of them goes before all others; null for none
   * @return whether there was enough; if not, nothing has changed
   */
  private boolean takeOver(
      LasEntry<T> heir,
      Predicate<LasEntry<T>> yields,
      @Nullable LasEntry<T> first,
      long quantumMillis,
      boolean guarded,
      LasDecision.Cause cause) {
    List<LasEntry<T>> yielding = yielding(heir, yields, first);
    if (yielding == null) {
      return false;
    }
    for (LasEntry<T> entry : yielding) {
      suspend(entry, cause, heir.id);
    }
    T rival = yielding.isEmpty() ? null : yielding.get(0).id;
    resume(heir, quantumMillis, guarded, cause, rival);
    return true;
  }

  /** Who has to be suspended for a task; null if that is not enough. */
  private @Nullable List<LasEntry<T>> yielding(
      LasEntry<T> heir, Predicate<LasEntry<T>> yields, @Nullable LasEntry<T> first) {
    List<LasEntry<T>> yielding = new ArrayList<>();
    int need = need(heir);
    int missing = need - free();
    if (need == 0) {
      return null;
    }
    if (missing <= 0) {
      return yielding;
    }
    List<LasEntry<T>> candidates = new ArrayList<>();
    for (LasEntry<T> entry : running) {
      if (entry != first && yields.test(entry)) {
        candidates.add(entry);
      }
    }
    candidates.sort(oldestFirst());
    if (first != null) {
      candidates.add(0, first);
    }
    for (LasEntry<T> entry : candidates) {
      if (missing > 0) {
        yielding.add(entry);
        missing -= need(entry);
      }
    }
    if (missing > 0) {
      return null;
    }
    for (int i = yielding.size() - 1; i >= 0; i--) { // Spares who is not needed, the young first.
      int spared = need(yielding.get(i));
      if (missing + spared <= 0) {
        missing += spared;
        yielding.remove(i);
      }
    }
    return yielding;
  }

  private void suspend(LasEntry<T> entry, LasDecision.Cause cause, T rival) {
    touch(entry, cause, rival);
    entry.suspend(nowMillis);
    running.remove(entry);
    suspended.add(entry);
    countRunning(entry, -1);
  }

  private void resume(
      LasEntry<T> entry,
      long quantumMillis,
      boolean guarded,
      LasDecision.Cause cause,
      @Nullable T rival) {
    touch(entry, cause, rival);
    entry.run(nowMillis, quantumMillis, guarded);
    suspended.remove(entry);
    running.add(entry);
    countRunning(entry, 1);
  }

  private void countRunning(LasEntry<T> entry, int sign) {
    runningVcores += sign * entry.vcores;
    unsuspendableVcores += entry.suspendable ? 0 : sign * entry.vcores;
  }

  private void touch(LasEntry<T> entry, LasDecision.Cause cause, @Nullable T rival) {
    if (!entry.isTouched()) {
      touched.add(entry);
    }
    entry.touch(cause, rival);
  }

  /** Gives away what is free, and sums up what the event at hand has changed. */
  private ImmutableList<LasDecision<T>> decide() {
    serveStarving();
    fill();
    if (touched.isEmpty()) {
      return ImmutableList.of();
    }
    ImmutableList.Builder<LasDecision<T>> decisions = ImmutableList.builder();
    for (LasEntry<T> entry : touched) {
      if (!entry.running && entry.hasChanged()) {
        decisions.add(decision(LasDecision.Action.SUSPEND, entry));
      }
    }
    for (LasEntry<T> entry : touched) {
      if (entry.running && entry.hasChanged()) {
        decisions.add(decision(LasDecision.Action.RESUME, entry));
      }
    }
    touched.forEach(LasEntry::settle);
    touched.clear();
    return decisions.build();
  }

  private LasDecision<T> decision(LasDecision.Action action, LasEntry<T> entry) {
    return new LasDecision<>(
        action, entry.id, entry.cause(), age(entry), Optional.ofNullable(entry.rival()));
  }
}
