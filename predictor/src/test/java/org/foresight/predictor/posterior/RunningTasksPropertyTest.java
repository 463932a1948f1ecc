package org.foresight.predictor.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class RunningTasksPropertyTest {

  private final TaskShape shape = new TaskShape(0.5);

  @Example
  void tasksThatHaveJustStartedSayNothing() {
    RunningTasks running = RunningTasks.of(ImmutableLongArray.of(0, 0, 0));

    assertThat(running.areEvidence()).isFalse();
    assertThat(running.count()).isEqualTo(3);
    assertThat(running.logLikelihood(shape, Math.log(1_000))).isZero();
    assertThat(running.restMillis(shape, 1_000)).isCloseTo(3_000, within(0.1));
    assertThat(RunningTasks.of(ImmutableLongArray.of()).areEvidence()).isFalse();
  }

  @Example
  void fewTasksCountEachForItself() {
    RunningTasks running = RunningTasks.of(ImmutableLongArray.of(3_000, 500, 1_000));

    assertThat(running.areEvidence()).isTrue();
    assertThat(running.logOldest()).isEqualTo(Math.log(3_000));
    assertThat(running.logLikelihood(shape, Math.log(1_000)))
        .isCloseTo(
            shape.logSurvival(Math.log(3)) + shape.logSurvival(0) + shape.logSurvival(Math.log(.5)),
            within(1e-9));
  }

  @Example
  void manyTasksCountAlmostAsIfEachWereForItself() {
    long[] ages = LongStream.range(0, 20_000).map(i -> i * 100_000 / 20_000).toArray();
    RunningTasks running = RunningTasks.of(ImmutableLongArray.copyOf(ages));
    double exactLikelihood = 0;
    double exactRest = 0;
    for (long age : ages) {
      exactLikelihood += shape.logSurvival(Math.log(age / 90_000.0));
      exactRest += 90_000 * shape.meanRest(Math.log(age / 90_000.0));
    }

    assertThat(running.count()).isEqualTo(20_000);
    assertThat(running.logLikelihood(shape, Math.log(90_000)))
        .isCloseTo(exactLikelihood, within(-0.005 * exactLikelihood));
    assertThat(running.restMillis(shape, 90_000)).isCloseTo(exactRest, within(0.005 * exactRest));
  }

  @Property(tries = 200)
  void aTaskThatGrowsOlderNeverSpeaksForAShorterMean(
      @ForAll @Size(min = 1, max = 150) List<@LongRange(min = 0, max = 100_000) Long> ages,
      @ForAll @IntRange(min = 0, max = 149) int which,
      @ForAll @LongRange(min = 0, max = 100_000) long more) {
    List<Long> older = new ArrayList<>(ages);
    older.set(which % ages.size(), ages.get(which % ages.size()) + more);

    // How much better a mean of 20 s explains the ages than one of 10 s.
    assertThat(gain(older)).isGreaterThanOrEqualTo(gain(ages) - 1e-9);
  }

  private double gain(List<Long> ages) {
    RunningTasks running = RunningTasks.of(ImmutableLongArray.copyOf(ages));
    return running.logLikelihood(shape, Math.log(20_000))
        - running.logLikelihood(shape, Math.log(10_000));
  }
}
