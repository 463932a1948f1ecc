package org.foresight.planner.policy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foresight.planner.cluster.ResourceVector;
import org.jspecify.annotations.Nullable;

/** A job in a leaf queue, with what it holds. Not thread-safe. */
final class CapacityJob {

  /** Resources that a container holds. */
  record Held(String partition, ResourceVector amount) {}

  private final String id;
  private final long submitMillis;
  private final CapacityLeaf leaf;
  private final CapacityUser user;
  private final Map<String, Held> tasks = new HashMap<>();

  /** What was given to it and is not yet known to run, in the order of giving. */
  private final Deque<Held> launching = new ArrayDeque<>();

  private final List<Held> masters = new ArrayList<>();

  /** What its application master takes; null where it has none. */
  private @Nullable Held master;

  private boolean known;
  private boolean active;
  private long usedMemory;

  CapacityJob(String id, long submitMillis, CapacityLeaf leaf, CapacityUser user) {
    this.id = id;
    this.submitMillis = submitMillis;
    this.leaf = leaf;
    this.user = user;
  }

  String id() {
    return id;
  }

  long submitMillis() {
    return submitMillis;
  }

  CapacityLeaf leaf() {
    return leaf;
  }

  CapacityUser user() {
    return user;
  }

  long usedMemory() {
    return usedMemory;
  }

  @Nullable Held master() {
    return master;
  }

  void setMaster(Held ask) {
    master = ask;
  }

  /** Whether its queue lets it run: limits of application masters may keep it from it. */
  boolean isActive() {
    return active;
  }

  void activate() {
    active = true;
  }

  /** Whether a plan has had it. */
  boolean isKnown() {
    return known;
  }

  void setKnown() {
    known = true;
  }

  /** A task was given to it. */
  void launches(Held task) {
    launching.add(task);
    leaf.use(this, task);
  }

  /** Its application master was started. */
  void holdsMaster(Held container) {
    masters.add(container);
    leaf.use(this, container);
  }

  /** A snapshot shows this task of it. */
  void holds(String taskId, Held task) {
    tasks.put(taskId, task);
    leaf.use(this, task);
  }

  /** A task that was given to it runs. */
  void started(String taskId) {
    Held task = tasks.containsKey(taskId) ? null : launching.poll();
    if (task != null) {
      tasks.put(taskId, task);
    }
  }

  /** A task of it has ended, perhaps before it ran. */
  void ended(String taskId) {
    Held task = tasks.remove(taskId);
    task = task == null ? launching.poll() : task;
    if (task != null) {
      leaf.release(this, task);
    }
  }

  /** It holds nothing any more. */
  void releaseAll() {
    tasks.values().forEach(task -> leaf.release(this, task));
    launching.forEach(task -> leaf.release(this, task));
    masters.forEach(container -> leaf.release(this, container));
    tasks.clear();
    launching.clear();
    masters.clear();
  }

  void addUsedMemory(long memory) {
    usedMemory += memory;
  }
}
