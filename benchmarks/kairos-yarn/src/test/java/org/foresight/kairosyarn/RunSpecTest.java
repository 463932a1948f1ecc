package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSpecTest {

  @Test
  void schedulersTakeTurnsAnotherOneFirstEachTime() {
    ImmutableList<RunSpec> runs = RunSpec.all(Scale.FULL, 2, false);

    assertThat(runs).hasSize(2 * (1 + 4 + 4) + 1).doesNotHaveDuplicates();
    assertThat(systems(runs, 1))
        .containsExactly(YarnSystem.FIFO, YarnSystem.BIGC, YarnSystem.KAIROS, YarnSystem.FORESIGHT);
    assertThat(systems(runs, 2))
        .containsExactly(YarnSystem.BIGC, YarnSystem.KAIROS, YarnSystem.FORESIGHT, YarnSystem.FIFO);
    assertThat(runs).filteredOn(run -> run.key().experiment() == Experiment.AGENT).hasSize(1);
    assertThat(runs)
        .extracting(RunSpec::seed)
        .as("repeat by repeat")
        .isSortedAccordingTo(Long::compare);
  }

  private static List<YarnSystem> systems(List<RunSpec> runs, long repeat) {
    return runs.stream()
        .map(RunSpec::key)
        .filter(key -> key.experiment() == Experiment.UNIFORM && key.repeat() == repeat)
        .map(RunKey::system)
        .toList();
  }

  @Test
  void aQuickOneHasNoUniformMix() {
    assertThat(RunSpec.all(Scale.QUICK, 1, true))
        .hasSize(1 + 4 + 1)
        .noneMatch(run -> run.key().experiment() == Experiment.UNIFORM);
  }

  @Test
  void aRunOfOtherSettingsIsAnotherOne() {
    RunKey key = new RunKey(Experiment.HEAVY_TAILED, YarnSystem.KAIROS, 1);
    String full = new RunSpec(key, Scale.FULL).fingerprint();

    assertThat(new RunSpec(key, Scale.FULL).fingerprint()).isEqualTo(full);
    assertThat(new RunSpec(key, Scale.QUICK).fingerprint()).isNotEqualTo(full);
    assertThat(new RunSpec(new RunKey(Experiment.UNIFORM, key.system(), 1), Scale.FULL))
        .extracting(RunSpec::fingerprint)
        .isNotEqualTo(full);
    assertThat(new RunSpec(new RunKey(key.experiment(), YarnSystem.BIGC, 1), Scale.FULL))
        .extracting(RunSpec::fingerprint)
        .isNotEqualTo(full);
  }
}
