package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.foresight.planner.node.NodeCondition;
import org.foresight.planner.node.NodeReport;
import org.foresight.planner.node.NodeStatistics;
import org.junit.jupiter.api.Test;

class AgentMetricsTest {
  private static final NodeReport WORKS =
      NodeReport.working(new NodeStatistics(2, 5, 3, 5, 0, 10, 4, 1_024), Optional.empty());

  @Test
  void anAgentThatWorksTellsOfItsTasksAndItself() {
    assertThat(published(new AgentMetrics(() -> WORKS, () -> OptionalLong.of(321))))
        .isEqualTo(
            Map.of("Working", 1L, "TasksRunning", 5L, "TasksSuspended", 3L, "CpuMillis", 321L));
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    assertThat(
            published(
                new AgentMetrics(
                    () -> NodeReport.of(NodeCondition.NO_CGROUPS, 2), OptionalLong::empty)))
        .isEqualTo(Map.of("Working", 0L));
  }

  @Test
  void ofTwoInOneProcessTheFirstIsHeard() {
    AgentMetrics first = new AgentMetrics(() -> WORKS, OptionalLong::empty);
    AgentMetrics second = new AgentMetrics(() -> WORKS, OptionalLong::empty);
    DefaultMetricsSystem.initialize("NodeManager");
    try {
      first.register();
      second.register();
      second.unregister();
      assertThat(DefaultMetricsSystem.instance().getSource(AgentMetrics.RECORD)).isSameAs(first);
      first.unregister();
      assertThat(DefaultMetricsSystem.instance().getSource(AgentMetrics.RECORD)).isNull();
    } finally {
      DefaultMetricsSystem.shutdown();
    }
  }

  private static Map<String, Long> published(AgentMetrics metrics) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    assertThat(collector.getRecords())
        .extracting(MetricsRecord::name)
        .containsExactly(AgentMetrics.RECORD);
    Map<String, Long> values = new HashMap<>();
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      values.put(metric.name(), metric.value().longValue());
    }
    return values;
  }
}
