package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import org.foresight.testbed.LocalYarnCluster;
import org.foresight.traces.JobRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailingPlannerIT {

  @ParameterizedTest
  @ValueSource(
      classes = {
        MisbehavingSchedulers.PlanThrows.class,
        MisbehavingSchedulers.PlanHangs.class,
        MisbehavingSchedulers.DispatchThrows.class,
        MisbehavingSchedulers.EventsThrow.class
      })
  void applicationsFinishWhateverThePlannerDoes(Class<? extends ForesightScheduler> scheduler)
      throws Exception {
    try (LocalYarnCluster cluster = Workloads.cluster(scheduler)) {

      ImmutableList<JobRun> runs =
          Workloads.run(
              cluster,
              Workloads.slo("first", 60_000, 4, 500),
              Workloads.bestEffort("wider-than-the-cluster", 12, 500));

      assertThat(runs).allSatisfy(run -> assertThat(run.succeeded()).isTrue());
      assertThat(cluster.resourceManager().getServiceState().name()).isEqualTo("STARTED");
    }
  }
}
