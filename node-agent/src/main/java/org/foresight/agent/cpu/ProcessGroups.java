package org.foresight.agent.cpu;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Process groups that are sent signals for as long as they are there. One that was found gone is
 * sent none any more: later its id may be that of somebody else's. Not thread-safe.
 */
final class ProcessGroups {
  private final Signals signals;
  private final ProcessTable processes;
  private final Set<Long> left;

  /**
   * @param groups their ids
   */
  ProcessGroups(Signals signals, ProcessTable processes, List<Long> groups) {
    this.signals = signals;
    this.processes = processes;
    this.left = new LinkedHashSet<>(groups);
  }

  /**
   * Sends a signal to each of them, also after one that could not be sent it.
   *
   * @throws IOException if one that is there could not be sent it
   */
  void send(Signals.Kind kind) throws IOException {
    @Nullable IOException failure = null;
    for (long group : ImmutableList.copyOf(left)) {
      try {
        if (!signals.send(kind, group)) {
          requireGone(kind, group);
          left.remove(group);
        }
      } catch (IOException | RuntimeException e) {
        if (failure == null) {
          failure = new IOException("Not all groups can be sent SIG" + kind.text() + ".", e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void requireGone(Signals.Kind kind, long group) throws IOException {
    if (processes.all().stream().anyMatch(process -> process.group() == group)) {
      throw new IOException(
          "The process group " + group + " can't be sent SIG" + kind.text() + ".");
    }
  }
}
