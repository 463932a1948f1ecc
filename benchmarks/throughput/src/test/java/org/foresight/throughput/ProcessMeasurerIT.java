package org.foresight.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real ResourceManagers with ten simulated nodes. */
class ProcessMeasurerIT {

  @ParameterizedTest
  @EnumSource(names = {"CAPACITY_ASYNC", "FAIR", "FORESIGHT"})
  void aSchedulerIsMeasured(Subject subject) throws Exception {
    // Nodes that cannot be full before the measuring ends.
    Load load = new Load(10, 10_000, 200, 10, 20_000, 20_000, 1, 1, 3, 2_000, 6_000);

    Figures figures = new ProcessMeasurer(512, ImmutableList.of()).measure(subject, load, 1);

    assertThat(figures.hadoopVersion()).startsWith("3.");
    assertThat(figures.containersPerSecond()).isPositive();
    assertThat(figures.peakPerSecond()).isGreaterThanOrEqualTo(figures.containersPerSecond());
    assertThat(figures.pendingAtEnd()).isPositive();
    assertThat(figures.allocate().calls()).isPositive();
    assertThat(figures.nodeUpdate().calls()).isPositive();
    assertThat(figures.plans() > 0).isEqualTo(subject == Subject.FORESIGHT);
    assertThat(figures.deadlineJobs() > 0).isEqualTo(subject == Subject.FORESIGHT);
  }
}
