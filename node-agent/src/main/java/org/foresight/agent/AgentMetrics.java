package org.foresight.agent;

import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.foresight.planner.node.NodeCondition;
import org.foresight.planner.node.NodeReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a NodeManager publishes of its agent, for JMX, {@code /prom} and whatever else its metrics
 * go to. What is not known is left out. Thread-safe.
 */
final class AgentMetrics implements MetricsSource {
  private static final Logger LOG = LoggerFactory.getLogger(AgentMetrics.class);

  static final String RECORD = "ForesightAgent";

  private final Supplier<NodeReport> report;
  private final Supplier<OptionalLong> cpuMillis;
  private volatile boolean isRegistered;

  /**
   * @param report how it stands
   * @param cpuMillis processor time that the agent's thread has had
   */
  AgentMetrics(Supplier<NodeReport> report, Supplier<OptionalLong> cpuMillis) {
    this.report = report;
    this.cpuMillis = cpuMillis;
  }

  /** From now on it is asked, unless another agent of this JVM is; a node works without. */
  void register() {
    try {
      DefaultMetricsSystem.instance()
          .register(RECORD, "The agent that lets tasks take turns", this);
      isRegistered = true;
    } catch (MetricsException e) {
      LOG.warn("The agent publishes no metrics.", e);
    }
  }

  /** Nobody asks it any more. */
  void unregister() {
    if (isRegistered) {
      DefaultMetricsSystem.instance().unregisterSource(RECORD);
      isRegistered = false;
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(RECORD).setContext("yarn");
    NodeReport now = report.get();
    record.addGauge(
        Interns.info("Working", "1 if it lets tasks take turns, 0 if it does nothing"),
        now.condition() == NodeCondition.WORKING ? 1 : 0);
    now.las()
        .ifPresent(
            las ->
                record
                    .addGauge(Interns.info("TasksRunning", "Tasks on the node"), las.tasks())
                    .addGauge(Interns.info("TasksSuspended", "Those suspended"), las.suspended()));
    OptionalLong used = cpuMillis.get();
    if (used.isPresent()) {
      record.addCounter(
          Interns.info("CpuMillis", "Processor time of the agent's thread, ms"), used.getAsLong());
    }
  }
}
