package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RunInputsTest {

  private static final RunInputs INPUTS =
      new RunInputs(Map.of("policy", "fifo", "seed", "1", "workload", "w1", "load", "1.4"));

  @Test
  void theFingerprintFollowsFromEveryNameAndValue() {
    assertThat(INPUTS.fingerprint())
        .isEqualTo(new RunInputs(Map.copyOf(INPUTS.values())).fingerprint())
        .isNotEqualTo(new RunInputs(Map.of("policy", "fifo")).fingerprint());
    assertThat(new RunInputs(Map.of("ab", "c")).fingerprint())
        .isNotEqualTo(new RunInputs(Map.of("a", "bc")).fingerprint());
  }

  @Test
  void theSameInputsDoNotDiffer() {
    assertThat(INPUTS.difference(INPUTS)).isEmpty();
    assertThat(INPUTS.sharedDifference(INPUTS)).isEmpty();
  }

  @Test
  void otherRunsOfTheFolderDifferInTheirOwnInputsOnly() {
    RunInputs otherSeed =
        new RunInputs(Map.of("policy", "las", "seed", "2", "workload", "w2", "load", "1.4"));
    RunInputs otherLoad =
        new RunInputs(Map.of("policy", "las", "seed", "2", "workload", "w2", "load", "1.5"));

    assertThat(INPUTS.difference(otherSeed)).hasValue("the policy was (fifo) and is now (las)");
    assertThat(INPUTS.sharedDifference(otherSeed)).isEmpty();
    assertThat(INPUTS.sharedDifference(otherLoad)).hasValue("the load was (1.4) and is now (1.5)");
  }

  @Test
  void whatIsMissingDiffersToo() {
    assertThat(INPUTS.sharedDifference(new RunInputs(Map.of("load", "1.4", "cycle", "1s"))))
        .hasValue("the cycle was (nothing) and is now (1s)");
  }
}
