package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.testbed.WorkloadHistory;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.foresight.yarn.OracleScheduler;
import org.junit.jupiter.api.Test;

class YarnDemoRunnerTest {

  @Test
  void theHistoryIsInTheClustersOwnTime() {
    WorkloadJob past =
        WorkloadJob.ofOneStage(
            "h1",
            -1_000,
            "ana",
            "daily",
            "production",
            OptionalLong.empty(),
            false,
            ImmutableList.of(60_000L, 120_000L));
    Workload workload = new Workload("w", "", ImmutableList.of(past), ImmutableList.of());

    assertThat(WorkloadHistory.records(workload, 1.0 / 60.0))
        .containsExactly(
            new HistoryRecord(
                new JobFeatures("ana", "daily", "root.production"),
                new JobOutcome(2_000, 2, 3_000)));
  }

  @Test
  void onlyForesightIsGivenTheHistory() {
    Path history = Path.of("history");

    assertThat(DemoScheduler.CAPACITY.configuration(history, true)).isEmpty();
    assertThat(DemoScheduler.FORESIGHT.configuration(history, false))
        .containsEntry("foresight.history.dir", "history")
        .containsEntry("foresight.mode", "on");
  }

  @Test
  void theQueuesAreThoseOfTheClustersConfiguration() {
    Configuration conf = new Configuration(false);
    conf.set("yarn.scheduler.capacity.root.queues", "production,adhoc");
    conf.set("yarn.scheduler.capacity.root.production.capacity", "70");
    conf.set("yarn.scheduler.capacity.root.adhoc.capacity", "30");
    // As the local cluster has it, whose application masters hold nothing.
    conf.set("yarn.scheduler.capacity.maximum-am-resource-percent", "100.0");
    conf.set("yarn.nodemanager.resource.cpu-vcores", "8");

    assertThat(WorkloadRun.queues(conf).leaf("production").capacityPercent()).isEqualTo(70);
  }

  @Test
  void foresightPlansOnYarnAsInTheSimulator() {
    assertThat(DemoScheduler.FORESIGHT.configuration(Path.of("history"), false))
        .containsEntry("foresight.policy", DemoScheduler.FORESIGHT.policy())
        .containsEntry("foresight.cycle-millis", "250")
        .containsEntry("foresight.slot-millis", "500")
        .containsEntry("foresight.look-ahead-slots", "40")
        .containsEntry("foresight.deadline-margin-millis", "500")
        .containsEntry("foresight.am-lead-millis", "1000")
        .doesNotContainKey("foresight.preemption");
    assertThat(DemoScheduler.FORESIGHT.settings(false).preempts()).isFalse();
  }

  @Test
  void tasksAreStoppedOnYarnAsInTheSimulator() {
    assertThat(DemoScheduler.FORESIGHT.configuration(Path.of("history"), true))
        .containsEntry("foresight.preemption", "true")
        .containsEntry("foresight.preemption.grace-millis", "500")
        .containsEntry("foresight.deadline-margin-millis", "1000");
    ThreeSigmaSettings settings = DemoScheduler.FORESIGHT.settings(true);
    assertThat(settings.preempts()).isTrue();
    assertThat(settings.stopMillis()).isEqualTo(2_500);
    assertThat(settings.deadlineMarginMillis()).isEqualTo(1_000);
  }

  @Test
  void prioStopsTasksWhateverIsAllowed() {
    DemoScheduler prio = new DemoScheduler("prio");

    assertThat(prio.stopsTasks(false)).isTrue();
    assertThat(prio.configuration(Path.of("history"), false))
        .containsEntry("foresight.preemption", "true");
    assertThat(new DemoScheduler("fifo").stopsTasks(false)).isFalse();
    assertThat(DemoScheduler.CAPACITY.stopsTasks(true)).isFalse();
  }

  @Test
  void everyPolicyOfASimulatorRunsOnYarn() {
    for (String policy : Policies.simulatedNames()) {
      DemoScheduler scheduler = new DemoScheduler(policy);
      Map<String, String> configuration = scheduler.configuration(Path.of("history"), false);
      if (policy.equals("capacity")) {
        assertThat(scheduler.schedulerClass()).endsWith(".CapacityScheduler");
      } else if (Policies.names().contains(policy)) {
        assertThat(scheduler.schedulerClass()).isEqualTo("org.foresight.yarn.ForesightScheduler");
        assertThat(configuration).containsEntry("foresight.policy", policy);
      } else {
        // The ResourceManager would refuse it as a value of its key.
        assertThat(scheduler.schedulerClass()).isEqualTo(OracleScheduler.class.getName());
        assertThat(configuration)
            .containsEntry(OracleScheduler.POLICY_KEY, policy)
            .doesNotContainKey("foresight.policy");
      }
    }
    assertThat(Policies.simulatedNames().stream().map(DemoScheduler::new).map(DemoScheduler::id))
        .doesNotHaveDuplicates()
        .contains("capacity", "foresight", "foresight-sjf-oracle");
  }
}
