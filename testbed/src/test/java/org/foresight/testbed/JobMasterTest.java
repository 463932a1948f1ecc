package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobMasterTest {

  @Test
  void tasksSleepForTheirRuntimeToTheMillisecond() {
    assertThat(JobMaster.sleepCommand(Duration.ofMillis(3_217))).isEqualTo("exec sleep 3.217");
    assertThat(JobMaster.sleepCommand(Duration.ofHours(1))).isEqualTo("exec sleep 3600.000");
  }

  @Test
  void aTaskSleepsForAMillisecondAtLeast() {
    assertThat(JobMaster.sleepCommand(Duration.ZERO)).isEqualTo("exec sleep 0.001");
  }
}
