package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.testbed.LatencyProbe.ContainerRecord;
import org.junit.jupiter.api.Test;

class LatencyProbeTest {

  private static final ContainerId FIRST = container(1);
  private static final ContainerId SECOND = container(2);

  private final Map<ContainerId, ContainerRecord> records = new HashMap<>();
  private final LatencyProbe probe = new LatencyProbe(id -> Optional.ofNullable(records.get(id)));

  @Test
  void measuresWhatYarnAddsToATask() {
    records.put(FIRST, new Times(1_000, 3_400));
    records.put(SECOND, new Times(1_000, 3_600));

    probe.asks(at(500), at(800));
    run(FIRST, 1_150, 3_500);
    run(SECOND, 1_250, 3_800);

    YarnLatencies latencies = probe.latencies().orElseThrow();
    assertThat(latencies.ask()).isEqualTo(new Latency(1, 300, 300));
    assertThat(latencies.withAskOff(20).ask()).isEqualTo(new Latency(1, 320, 320));
    assertThat(latencies.withAskOff(-400).ask()).isEqualTo(new Latency(1, 0, 0));
    assertThat(latencies.launch()).isEqualTo(new Latency(2, 200, 240));
    assertThat(latencies.overhead()).isEqualTo(new Latency(2, 500, 580));
    assertThat(latencies.report()).isEqualTo(new Latency(2, 150, 190));
  }

  @Test
  void aLostContainerAndOneThatYarnDoesNotKnowCountNothing() {
    records.put(FIRST, new Times(1_000, 3_400));

    probe.asks(at(500), at(800));
    probe.allocated(FIRST, Duration.ofSeconds(2));
    probe.launched(FIRST, at(1_150));
    probe.lost(FIRST, ContainerExitStatus.ABORTED, "", at(1_200));
    probe.succeeded(FIRST, at(3_500));
    run(SECOND, 1_250, 3_800);

    assertThat(probe.latencies()).isEmpty();
  }

  private void run(ContainerId container, long launchedMillis, long knownMillis) {
    probe.allocated(container, Duration.ofSeconds(2));
    probe.launched(container, at(launchedMillis));
    probe.succeeded(container, at(knownMillis));
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }

  private static ContainerId container(long number) {
    return ContainerId.newContainerId(
        ApplicationAttemptId.newInstance(ApplicationId.newInstance(0, 1), 1), number);
  }

  private record Times(long allocatedMillis, long endedMillis) implements ContainerRecord {}
}
