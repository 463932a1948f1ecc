package org.foresight.agent.cpu;

import static com.google.common.base.Preconditions.checkNotNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * By signals, where no control group can be written: the processes of a suspended container are
 * stopped, and go on for a moment in every period, for without its heartbeats a container would be
 * taken for dead.
 *
 * <p>The process groups are those that the container has when it is suspended; what it begins
 * outside of them in the moments in which it runs is not stopped. One that is found gone is left
 * alone from then on. Another thread beats time; it holds this object's lock while it does.
 */
final class DutyCycleMeans implements Means {
  private static final Logger LOG = LoggerFactory.getLogger(DutyCycleMeans.class);

  /** Short beside the 3 s between heartbeats, long beside the cost of a signal. */
  static final long PERIOD_MILLIS = 1_000;

  /** The kernel's ticks are 100 a second for all who ask from outside. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private final double minimumCores;
  private final ProcessTable processes;
  private final Signals signals;
  private final ScheduledExecutorService beats;

  private final Map<String, Long> attached = new HashMap<>();

  /** Of those that are suspended. */
  private final Map<String, Cycle> cycles = new HashMap<>();

  /**
   * What goes on while a container is suspended.
   *
   * @param groups those that are stopped and go on in turn, without those that are gone
   */
  private record Cycle(ProcessGroups groups, Future<?> beats) {}

  /**
   * @param minimumCores the part of every period in which a suspended container runs
   * @param beats beats time; it is shut down with this
   */
  DutyCycleMeans(
      double minimumCores,
      ProcessTable processes,
      Signals signals,
      ScheduledExecutorService beats) {
    this.minimumCores = minimumCores;
    this.processes = processes;
    this.signals = signals;
    this.beats = beats;
  }

  @Override
  public String name() {
    return "signals (SIGSTOP and SIGCONT)";
  }

  @Override
  public void attach(String container, long process) throws IOException {
    if (process <= 1) {
      throw new IOException("No process of the container is known.");
    }
    if (processes.process(process).isEmpty()) {
      throw new IOException("The process " + process + " has ended.");
    }
    attached.put(container, process);
  }

  @Override
  public Optional<Change> change(String container) throws IOException {
    long session = session(container);
    ImmutableList<ProcessTable.Entry> family = processes.family(session);
    if (family.isEmpty()) {
      return Optional.empty();
    }
    ImmutableSet<Long> groups = ProcessTable.groups(family);
    long ours =
        processes.process(ProcessHandle.current().pid()).map(ProcessTable.Entry::group).orElse(0L);
    if (groups.contains(ours)) {
      throw new IOException(
          "The container is in the process group (" + ours + ") of the NodeManager.");
    }
    long startTicks =
        family.stream()
            .filter(entry -> entry.id() == session)
            .mapToLong(ProcessTable.Entry::startTicks)
            .findAny()
            .orElse(0);
    return Optional.of(
        new Change.Stop(container, processes.boot(), session, startTicks, groups.asList()));
  }

  @Override
  public void apply(Change change) throws IOException {
    Change.Stop stop = (Change.Stop) change;
    ProcessGroups groups = new ProcessGroups(signals, processes, stop.groups());
    synchronized (this) {
      groups.send(Signals.Kind.STOP);
      cycles.put(
          stop.container(),
          new Cycle(
              groups,
              beats.scheduleAtFixedRate(
                  () -> open(stop.container(), groups),
                  PERIOD_MILLIS,
                  PERIOD_MILLIS,
                  TimeUnit.MILLISECONDS)));
    }
  }

  /** The moment in which the container runs begins. */
  private synchronized void open(String container, ProcessGroups groups) {
    if (goesOn(container, groups)) {
      beat(container, groups, Signals.Kind.CONTINUE);
      Future<?> unused =
          beats.schedule(
              () -> shut(container, groups),
              Math.round(minimumCores * PERIOD_MILLIS),
              TimeUnit.MILLISECONDS);
    }
  }

  /** The moment is over. */
  private synchronized void shut(String container, ProcessGroups groups) {
    if (goesOn(container, groups)) {
      beat(container, groups, Signals.Kind.STOP);
    }
  }

  /** Not if the container was resumed, and may be in another cycle by now. */
  private boolean goesOn(String container, ProcessGroups groups) {
    Cycle cycle = cycles.get(container);
    return cycle != null && cycle.groups() == groups;
  }

  private static void beat(String container, ProcessGroups groups, Signals.Kind kind) {
    try {
      groups.send(kind);
    } catch (IOException e) {
      LOG.debug("Not all of {} could be sent SIG{}.", container, kind.text(), e);
    }
  }

  @Override
  public synchronized void release(String container) {
    Cycle cycle = cycles.remove(container);
    if (cycle != null) {
      cycle.beats().cancel(false);
    }
  }

  @Override
  public void detach(String container) {
    attached.remove(container);
  }

  @Override
  public OptionalLong cpuNanos(String container) {
    try {
      return OptionalLong.of(
          NANOS_PER_TICK
              * processes.family(session(container)).stream()
                  .mapToLong(ProcessTable.Entry::cpuTicks)
                  .sum());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void tidy() {}

  @Override
  public void close() {
    beats.shutdownNow();
  }

  private long session(String container) {
    return checkNotNull(attached.get(container), "The container (%s) is not attached.", container);
  }
}
