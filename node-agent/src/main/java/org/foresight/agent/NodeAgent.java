package org.foresight.agent;

import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.foresight.agent.cpu.CpuController;
import org.foresight.planner.node.GroupUse;
import org.foresight.planner.node.LasDecision;
import org.foresight.planner.node.LasScheduler;
import org.foresight.planner.node.LasSettings;
import org.foresight.planner.node.LasTask;
import org.foresight.planner.node.NodeStatistics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the containers of a node take turns: tells the scheduler of the node what happens, and has
 * the controller do what it decides.
 *
 * <p>A container that may never be suspended is counted but not touched. Of the others the first
 * process may not have begun when the container counts as running, so that {@link #beat} goes on
 * looking for it; what has been decided meanwhile is done then. What can't be done is tried again
 * by every beat.
 *
 * <p>Not thread-safe.
 */
final class NodeAgent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeAgent.class);

  private final CpuController controller;
  private final LasScheduler<String> las;
  private final boolean measures;
  private final ToLongFunction<String> process;
  private final boolean needsProcess;
  private final long memoryMb;
  private final LongSupplier millis;
  private final GroupMeter groups;

  private final Map<String, TaskFacts> tasks = new HashMap<>();

  /** Those that the controller can't look after yet. */
  private final Set<String> waiting = new LinkedHashSet<>();

  /** Those for which the controller has not done yet what was decided. */
  private final Set<String> unsettled = new LinkedHashSet<>();

  /** Those of which it was said that something does not work. */
  private final Set<String> complained = new LinkedHashSet<>();

  /**
   * @param settings how tasks take turns
   * @param process finds the process that leads a container's session; 0 while there is none
   * @param needsProcess whether the controller can't do without it
   * @param memoryMb the memory that the node offers
   * @param millis a clock that does not go back
   */
  NodeAgent(
      CpuController controller,
      LasSettings settings,
      ToLongFunction<String> process,
      boolean needsProcess,
      long memoryMb,
      LongSupplier millis) {
    this.controller = controller;
    this.las = new LasScheduler<>(settings);
    this.measures = settings.service() == LasSettings.Service.MEASURED;
    this.process = process;
    this.needsProcess = needsProcess;
    this.memoryMb = memoryMb;
    this.millis = millis;
    this.groups = new GroupMeter(millis);
  }

  /** A container runs from now on; nothing new for one of which this was said already. */
  void started(TaskFacts task) {
    if (tasks.putIfAbsent(task.id(), task) != null) {
      return;
    }
    if (task.suspendable()) {
      waiting.add(task.id());
    }
    measure();
    carryOut(
        las.arrived(
            new LasTask<>(task.id(), Math.max(1, task.vcores()), task.suspendable()),
            task.attainedMillis(),
            millis.getAsLong()));
    attachWaiting();
  }

  /** A container has ended, or is about to be stopped: it has all that it had from now on. */
  void ended(String id) {
    if (tasks.remove(id) == null) {
      return;
    }
    waiting.remove(id);
    unsettled.remove(id);
    complained.remove(id);
    try {
      controller.detach(id);
    } catch (IOException e) {
      LOG.warn("{} could not be given back what was taken from it; tries go on.", id, e);
    }
    measure();
    carryOut(las.left(id, millis.getAsLong()));
  }

  /** Time has gone on. */
  void beat() {
    attachWaiting();
    long now = millis.getAsLong();
    OptionalLong due = las.nextTickMillis();
    if (due.isPresent() && due.getAsLong() <= now) {
      measure();
      carryOut(las.tick(now));
    }
    for (String id : List.copyOf(unsettled)) {
      settle(id);
    }
    controller.tidy();
  }

  /** In how many milliseconds the next quantum is over; empty if none is running. */
  OptionalLong untilDueMillis() {
    OptionalLong due = las.nextTickMillis();
    return due.isPresent()
        ? OptionalLong.of(Math.max(0, due.getAsLong() - millis.getAsLong()))
        : OptionalLong.empty();
  }

  /** What the node tells of itself. */
  NodeStatistics statistics() {
    measure();
    long used = tasks.values().stream().mapToLong(TaskFacts::memoryMb).sum();
    return las.statistics(Math.max(0, memoryMb - used), millis.getAsLong());
  }

  /** How the containers that it looks after use the machine, by their groups. */
  ImmutableMap<String, GroupUse> groups() {
    return groups.get(
        () -> {
          ImmutableMap.Builder<String, GroupMeter.Member> members = ImmutableMap.builder();
          for (TaskFacts task : tasks.values()) {
            if (task.suspendable() && !waiting.contains(task.id())) {
              controller
                  .use(task.id())
                  .ifPresent(
                      use -> members.put(task.id(), new GroupMeter.Member(task.group(), use)));
            }
          }
          return members.buildOrThrow();
        });
  }

  /** Gives all containers back what they had; nothing is to be done any more. */
  @Override
  public void close() {
    controller.close();
  }

  private void carryOut(List<LasDecision<String>> decisions) {
    for (LasDecision<String> decision : decisions) {
      LOG.debug("{}", decision.sentence());
      TaskFacts task = tasks.get(decision.task());
      if (task != null && task.suspendable()) {
        unsettled.add(decision.task());
        settle(decision.task());
      }
    }
  }

  /** Has done what is decided of a container, if it can be done now. */
  private void settle(String id) {
    if (waiting.contains(id)) {
      return;
    }
    try {
      if (las.isSuspended(id)) {
        controller.suspend(id);
      } else {
        controller.resume(id);
      }
      unsettled.remove(id);
    } catch (IOException e) {
      complain(id, e);
    }
  }

  private void attachWaiting() {
    for (String id : new ArrayList<>(waiting)) {
      long leader = needsProcess ? process.applyAsLong(id) : 0;
      if (needsProcess && leader == 0) {
        continue; // It has not begun yet.
      }
      try {
        controller.attach(id, leader);
        waiting.remove(id);
        settle(id);
      } catch (IOException e) {
        complain(id, e);
      }
    }
  }

  /** Once for each container: what does not work may go on not working. */
  private void complain(String id, IOException problem) {
    if (complained.add(id)) {
      // Mostly a process that has just ended, which is nothing strange.
      LOG.warn("{} can't be suspended or resumed now ({}); tries go on.", id, problem.toString());
    }
    LOG.debug("{} can't be suspended or resumed.", id, problem);
  }

  private void measure() {
    if (!measures) {
      return;
    }
    for (TaskFacts task : tasks.values()) {
      if (task.suspendable() && !waiting.contains(task.id())) {
        controller
            .cpuNanos(task.id())
            .ifPresent(
                nanos -> las.attained(task.id(), nanos / 1_000_000 / Math.max(1, task.vcores())));
      }
    }
  }
}
