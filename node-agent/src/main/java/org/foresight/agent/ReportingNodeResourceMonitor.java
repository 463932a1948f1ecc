package org.foresight.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeResourceMonitor;
import org.apache.hadoop.yarn.server.nodemanager.NodeResourceMonitorImpl;
import org.foresight.planner.node.NodeReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds what the agent tells to what the NodeManager's own monitor has measured; the heartbeat
 * carries both. The own monitor goes on as before, this one measures nothing and is never started.
 * Thread-safe.
 */
final class ReportingNodeResourceMonitor extends NodeResourceMonitorImpl {
  private static final Logger LOG = LoggerFactory.getLogger(ReportingNodeResourceMonitor.class);

  private final NodeResourceMonitor own;
  private final Supplier<NodeReport> report;

  ReportingNodeResourceMonitor(
      Context context, NodeResourceMonitor own, Supplier<NodeReport> report) {
    super(context);
    this.own = own;
    this.report = report;
  }

  /** The NodeManager's own monitor. */
  NodeResourceMonitor own() {
    return own;
  }

  @Override
  public ResourceUtilization getUtilization() {
    ResourceUtilization measured = own.getUtilization();
    try {
      Map<String, Float> numbers = new HashMap<>();
      if (measured.getCustomResources() != null) {
        numbers.putAll(measured.getCustomResources());
      }
      numbers.putAll(report.get().toNumbers());
      return ResourceUtilization.newInstance(
          measured.getPhysicalMemory(), measured.getVirtualMemory(), measured.getCPU(), numbers);
    } catch (RuntimeException e) {
      LOG.debug("The agent's report is left out of this heartbeat.", e);
      return measured;
    }
  }
}
