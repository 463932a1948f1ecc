package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StockPreemptionTest {
  private final Configuration queues = new Configuration(false);

  @Test
  void nothingIsForbiddenUnlessSaid() {
    assertThat(StockPreemption.isForbidden(queues, "root.etl.nightly")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"disable_preemption", "intra-queue-preemption.disable_preemption"})
  void whatTheClosestQueueSaysCounts(String key) {
    queues.set("yarn.scheduler.capacity.root.etl." + key, "true");
    queues.set("yarn.scheduler.capacity.root.etl.nightly." + key, "false");

    assertThat(StockPreemption.isForbidden(queues, "root.etl")).isTrue();
    assertThat(StockPreemption.isForbidden(queues, "root.etl.hourly")).isTrue();
    assertThat(StockPreemption.isForbidden(queues, "root.etl.nightly")).isFalse();
    assertThat(StockPreemption.isForbidden(queues, "root.adhoc")).isFalse();
  }

  @Test
  void theMonitorIsOffByDefault() {
    assertThat(StockPreemption.isMonitorOn(queues)).isFalse();
    queues.set("yarn.resourcemanager.scheduler.monitor.enable", "true");
    assertThat(StockPreemption.isMonitorOn(queues)).isTrue();
  }
}
