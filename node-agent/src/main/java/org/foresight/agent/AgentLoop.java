package org.foresight.agent;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.foresight.planner.node.HostUse;
import org.foresight.planner.node.NodeCondition;
import org.foresight.planner.node.NodeReport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's thread: whatever is to be done with containers is done here, one thing after the
 * other, so that nobody who tells of one waits for a file. If anything unforeseen happens,
 * everything is given back and nothing is done any more.
 *
 * <p>{@link #tell} and {@link #report} are for other threads.
 */
final class AgentLoop {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);

  /** The longest time between two beats. */
  private static final long BEAT_MILLIS = 1_000;

  /** A report that is older is not believed: the loop hangs. */
  static final long STALE_MILLIS = 30_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final NodeAgent agent;
  private final Supplier<Optional<HostUse>> host;
  private final LongSupplier millis;
  private final BlockingQueue<Consumer<NodeAgent>> told = new LinkedBlockingQueue<>();
  private final Thread thread;
  private final int vcores;

  private volatile boolean stopping;
  private volatile Snapshot snapshot;

  /** What is reported, and since when. */
  private record Snapshot(NodeReport report, long atMillis) {}

  /**
   * @param host tells how the machine is used
   * @param millis a clock that does not go back
   */
  AgentLoop(NodeAgent agent, Supplier<Optional<HostUse>> host, LongSupplier millis) {
    this.agent = agent;
    this.host = host;
    this.millis = millis;
    this.vcores = agent.statistics().vcores();
    this.snapshot =
        new Snapshot(NodeReport.of(NodeCondition.SWITCHED_OFF, vcores), millis.getAsLong());
    this.thread = new Thread(this::run, "foresight-agent");
    thread.setDaemon(true);
  }

  void start() {
    look(); // So that the first heartbeat tells of a node that works.
    thread.start();
  }

  /** Has something done with the agent; does not wait for it. */
  void tell(Consumer<NodeAgent> event) {
    if (!stopping) {
      told.add(event);
    }
  }

  /** What the node tells of itself. */
  NodeReport report() {
    Snapshot last = snapshot;
    return last.report().condition() == NodeCondition.WORKING
            && millis.getAsLong() - last.atMillis() > STALE_MILLIS
        ? NodeReport.of(NodeCondition.FAILED, vcores)
        : last.report();
  }

  /** Processor time that its thread has had; empty if it has ended, or Java does not tell. */
  OptionalLong cpuMillis() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(thread.getId()) : -1;
    return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos / NANOS_PER_MILLI);
  }

  /**
   * Gives everything back and ends.
   *
   * @param patienceMillis how long to wait for that
   */
  void stop(long patienceMillis) {
    stopping = true;
    told.add(agent -> {});
    try {
      thread.join(patienceMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      LOG.warn(
          "The agent is still at work after {} ms; what it has not given back by now, the next one"
              + " gives back.",
          patienceMillis);
    }
  }

  /** Nothing that is thrown here may reach YARN's handler, which would end the NodeManager. */
  private void run() {
    NodeCondition end = NodeCondition.SWITCHED_OFF;
    try {
      while (!stopping) {
        work();
        look();
      }
    } catch (InterruptedException e) {
      LOG.info("The agent is interrupted.", e);
    } catch (Throwable e) {
      end = NodeCondition.FAILED;
      LOG.error(
          "The agent has failed. It gives everything back, and does nothing until the next start of"
              + " the NodeManager.",
          e);
    }
    stopping = true;
    snapshot = new Snapshot(NodeReport.of(end, vcores), millis.getAsLong());
    told.clear();
    try {
      agent.close();
    } catch (Throwable e) {
      LOG.error("Not everything could be given back; the next start of the agent will.", e);
    }
  }

  private void look() {
    snapshot =
        new Snapshot(
            NodeReport.working(agent.statistics(), host.get(), agent.groups()), millis.getAsLong());
  }

  private void work() throws InterruptedException {
    long patience = Math.min(BEAT_MILLIS, agent.untilDueMillis().orElse(BEAT_MILLIS));
    @Nullable Consumer<NodeAgent> event = told.poll(patience, TimeUnit.MILLISECONDS);
    while (event != null) {
      event.accept(agent);
      event = told.poll();
    }
    agent.beat();
  }
}
