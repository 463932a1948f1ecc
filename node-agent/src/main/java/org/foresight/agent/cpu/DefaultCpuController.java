package org.foresight.agent.cpu;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Suspends containers by some means and keeps a journal of it, so that everything is undone sooner
 * or later: at once, by a later {@link #tidy}, or by the next life of this process.
 */
final class DefaultCpuController implements CpuController {
  private static final Logger LOG = LoggerFactory.getLogger(DefaultCpuController.class);

  private final Means means;
  private final Journal journal;
  private final LeftBehind leftBehind;

  /** The processor time of those that are attached as it was seen last: a group may go first. */
  private final Map<String, Long> attached = new HashMap<>();

  private final Map<String, Change> suspended = new LinkedHashMap<>();

  /** What was to be undone and could not be, also of containers that are not attached any more. */
  private final Map<String, Change> owed = new LinkedHashMap<>();

  /**
   * @param leftOver what could not be undone yet of a life before this one
   */
  DefaultCpuController(
      Means means, Journal journal, LeftBehind leftBehind, ImmutableList<Change> leftOver) {
    this.means = means;
    this.journal = journal;
    this.leftBehind = leftBehind;
    leftOver.forEach(change -> owed.put(change.container(), change));
  }

  @Override
  public String name() {
    return means.name();
  }

  @Override
  public void attach(String container, long process) throws IOException {
    if (!attached.containsKey(container)) {
      settle(container);
      means.attach(container, process);
      attached.put(container, 0L);
    }
  }

  @Override
  public void suspend(String container) throws IOException {
    requireAttached(container);
    if (suspended.containsKey(container)) {
      return;
    }
    settle(container);
    Optional<Change> planned = means.change(container);
    if (planned.isEmpty()) {
      journal.forget(container); // It has as little by somebody else, which is not ours to undo.
      return;
    }
    Change change = planned.get();
    suspended.put(container, change);
    try {
      journal.write(change);
      means.apply(change);
    } catch (IOException | RuntimeException e) {
      try {
        undo(container);
      } catch (IOException | RuntimeException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  @Override
  public void resume(String container) throws IOException {
    requireAttached(container);
    undo(container);
  }

  @Override
  public void detach(String container) throws IOException {
    if (attached.remove(container) == null) {
      return;
    }
    try {
      undo(container);
      journal.forget(container);
    } finally {
      means.detach(container);
    }
  }

  @Override
  public OptionalLong cpuNanos(String container) {
    requireAttached(container);
    OptionalLong nanos = means.cpuNanos(container);
    if (nanos.isPresent()) {
      return OptionalLong.of(attached.merge(container, nanos.getAsLong(), Math::max));
    }
    long before = attached.getOrDefault(container, 0L);
    return before == 0 ? OptionalLong.empty() : OptionalLong.of(before);
  }

  @Override
  public Optional<ContainerUse> use(String container) {
    requireAttached(container);
    return means.use(container);
  }

  @Override
  public void tidy() {
    undoOwed((container, e) -> LOG.debug("{} still lacks what was taken from it.", container, e));
    forgetGone();
    means.tidy();
  }

  @Override
  public void close() {
    try (leftBehind;
        means) { // Closed first.
      for (String container : ImmutableList.copyOf(suspended.keySet())) {
        release(container);
      }
      undoOwed(
          (container, e) ->
              LOG.warn("Could not give {} back what was taken from it.", container, e));
      attached.clear();
      forgetGone();
      means.tidy();
    }
  }

  /** What the journal still has of containers that lack nothing and are not attached any more. */
  private void forgetGone() {
    for (String container : journal.written()) {
      if (!attached.containsKey(container) && !owed.containsKey(container)) {
        try {
          journal.forget(container);
        } catch (IOException | RuntimeException e) {
          LOG.debug("The journal still has {}, which lacks nothing.", container, e);
        }
      }
    }
  }

  /** Whatever hinders one, the others are to have what is theirs. */
  private void undoOwed(BiConsumer<String, Exception> failed) {
    for (String container : ImmutableList.copyOf(owed.keySet())) {
      try {
        settle(container);
      } catch (IOException | RuntimeException e) {
        failed.accept(container, e);
      }
    }
  }

  /** Undoes what was done to suspend a container, if it is suspended. */
  private void undo(String container) throws IOException {
    release(container);
    settle(container);
  }

  /** What was done to suspend a container is to be undone from now on, if it is suspended. */
  private void release(String container) {
    Change change = suspended.remove(container);
    if (change != null) {
      owed.put(container, change);
      means.release(container);
    }
  }

  /** Undoes what was to be undone already. */
  private void settle(String container) throws IOException {
    Change change = owed.get(container);
    if (change != null) {
      if (attached.containsKey(container)) {
        leftBehind.undoForNow(change);
      } else {
        leftBehind.undo(change);
      }
      owed.remove(container);
    }
  }

  private void requireAttached(String container) {
    checkArgument(
        attached.containsKey(container), "The container (%s) is not attached.", container);
  }
}
