package org.foresight.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class UsageRecorderPropertyTest {

  @Test
  void stepsDoubleSoThatThereAreNeverTooMany() {
    UsageRecorder recorder = new UsageRecorder(5_000);
    recorder.advance(5_000 + 512_000, 4, 4, 1);
    assertThat(recorder.usage(8).stepMillis()).isEqualTo(1_000);
    assertThat(recorder.usage(8).usedVcores().length()).isEqualTo(512);

    recorder.advance(5_000 + 513_000, 0, 0, 0);

    SimulationResult.Usage usage = recorder.usage(8);
    assertThat(usage.startMillis()).isEqualTo(5_000);
    assertThat(usage.stepMillis()).isEqualTo(2_000);
    assertThat(usage.usedVcores().length()).isEqualTo(257);
    assertThat(usage.usedVcores().get(255)).isEqualTo(4.0);
    assertThat(usage.usedVcores().get(256)).isEqualTo(0.0);
    assertThat(usage.waitingTasks().get(0)).isEqualTo(1.0);
    assertThat(usage.totalVcores()).isEqualTo(8);
  }

  @Property(tries = 200)
  void nothingIsLostHoweverLongItTakes(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 1, max = 3_000_000) Integer> gaps) {
    UsageRecorder recorder = new UsageRecorder(0);
    long nowMillis = 0;
    long usedMillis = 0;
    for (int i = 0; i < gaps.size(); i++) {
      long used = i % 5;
      usedMillis += used * gaps.get(i);
      nowMillis += gaps.get(i);
      recorder.advance(nowMillis, used, used, 0);
    }

    SimulationResult.Usage usage = recorder.usage(4);
    double sumMillis = 0;
    for (int step = 0; step < usage.usedVcores().length(); step++) {
      long beginMillis = step * usage.stepMillis();
      double lengthMillis = Math.min(usage.stepMillis(), nowMillis - beginMillis);
      sumMillis += usage.usedVcores().get(step) * lengthMillis;
    }
    assertThat(recorder.heldVcoreMillis()).isEqualTo(usedMillis);
    assertThat(sumMillis).isCloseTo(usedMillis, within(1e-6 * Math.max(1, usedMillis)));
  }
}
