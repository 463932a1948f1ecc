package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StageHistoryTest {

  @Test
  void everyStageHasItsWidthItsTasksAndItsMemory() {
    ShapeHistory shape = new ShapeHistory();
    for (int i = 0; i < 10; i++) {
      shape.learn(
          job(
              stage("map", 100, 2_000, 100_000, 4_096, 1_000 + i),
              stage("reduce", 4, 30_000, 60_000, 8_192, 500)));
    }

    ImmutableList<StageEstimate> stages = shape.stages();

    assertThat(stages).extracting(StageEstimate::name).containsExactly("map", "reduce");
    StageEstimate map = stages.get(0);
    assertThat(map.meanWidth()).isCloseTo(100, within(1e-9));
    assertThat(map.taskRuntime().meanMillis()).isEqualTo(1_000);
    assertThat(map.longestToMean()).isCloseTo(2, within(1e-9));
    assertThat(map.memoryAskedMb()).hasValue(4_096);
    assertThat(map.memoryUsedMb().orElseThrow()).isBetween(1_008L, 1_009L);
    assertThat(stages.get(1).longestToMean()).isCloseTo(2, within(1e-9));
  }

  @Test
  void stagesThatAreGoneFromTheJobAreForgotten() {
    ShapeHistory shape = new ShapeHistory();
    shape.learn(job(stage("a", 1, 1, 1, 1, 1), stage("b", 1, 1, 1, 1, 1)));
    shape.learn(job(stage("b", 3, 1, 3, 1, 1), stage("c", 1, 1, 1, 1, 1)));

    assertThat(shape.stages()).extracting(StageEstimate::name).containsExactly("b", "c");
    assertThat(shape.stages().get(0).meanWidth()).isEqualTo(2);
  }

  @Test
  void soManyStagesAtMostAreKept() {
    ShapeHistory shape = new ShapeHistory();
    StageOutcome[] many = new StageOutcome[ShapeHistory.MAX_STAGES + 3];
    for (int i = 0; i < many.length; i++) {
      many[i] = stage("stage " + i, 1, 1, 1, 1, 1);
    }
    shape.learn(job(many));

    assertThat(shape.stages()).hasSize(ShapeHistory.MAX_STAGES);
  }

  @Test
  void memoryThatNobodyMeasuredIsUnknown() {
    ShapeHistory shape = new ShapeHistory();
    shape.learn(job(new StageOutcome("map", 1, 1, 1, OptionalLong.empty(), OptionalLong.empty())));

    assertThat(shape.stages().get(0).memoryAskedMb()).isEmpty();
    assertThat(shape.stages().get(0).memoryUsedMb()).isEmpty();
  }

  @Test
  void theMeanForgets() {
    RecentMean mean = new RecentMean();
    mean.add(4);
    mean.add(6);
    assertThat(mean.mean()).isEqualTo(5);
    assertThat(mean.count()).isCloseTo(2, within(1e-12));

    for (int i = 0; i < 100; i++) {
      mean.add(1);
    }
    assertThat(mean.mean()).isCloseTo(1, within(0.001));
    assertThat(mean.count()).isCloseTo(9, within(1e-12));
    assertThat(new RecentMean().count()).isZero();
  }

  private static JobOutcome job(StageOutcome... stages) {
    return new JobOutcome(
        10_000, 10, 50_000, ImmutableList.copyOf(List.of(stages)), OptionalLong.empty());
  }

  private static StageOutcome stage(
      String name, int width, long longestMillis, long workMillis, long askedMb, long usedMb) {
    return new StageOutcome(
        name, width, longestMillis, workMillis, OptionalLong.of(askedMb), OptionalLong.of(usedMb));
  }
}
