package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import org.foresight.kairosyarn.Results.Quantity;
import org.foresight.kairosyarn.Results.Question;
import org.foresight.kairosyarn.Results.Statistic;
import org.junit.jupiter.api.Test;

class ResultsTest {
  private static final ImmutableList<RunSpec> PLANNED = RunSpec.all(Scale.FULL, 2, false);
  private static final List<RunRecord> RECORDS =
      PLANNED.stream().map(run -> MadeUpRuns.of(run, Map.of(YarnSystem.KAIROS, 3.0))).toList();

  private final Results results = Results.of(PLANNED, 2, RECORDS);

  private double kairos(Question question) {
    return results
        .pairs(Mix.HEAVY_TAILED, YarnSystem.KAIROS, YarnSystem.KAIROS, question)
        .first()
        .get(0);
  }

  @Test
  void slowdownIsOverTheTimeAlone() {
    assertThat(kairos(Question.of(Quantity.SLOWDOWN, Statistic.percentile(99)))).isEqualTo(3);
    assertThat(kairos(Question.of(Quantity.SLOWDOWN, Statistic.mean()))).isCloseTo(3, within(1e-9));
  }

  @Test
  void statisticsAreOfTheJobsOfOneRun() {
    // 16, 16, 15, 2 and 1 jobs that take 3, 6, 9, 12 and 15 s.
    assertThat(kairos(Question.of(Quantity.COMPLETION_SECONDS, Statistic.percentile(50))))
        .isEqualTo(6);
    assertThat(kairos(Question.of(Quantity.COMPLETION_SECONDS, Statistic.mean())))
        .isCloseTo((16 * 3 + 16 * 6 + 15 * 9 + 2 * 12 + 15) / 50.0, within(1e-9));
    assertThat(
            kairos(
                new Question(
                    Quantity.COMPLETION_SECONDS, Statistic.mean(), Mix.HEAVY_TAILED::isLong)))
        .isCloseTo(13, within(1e-9));
  }

  @Test
  void withoutATimeAloneThereIsNoSlowdown() {
    Results without =
        Results.of(
            PLANNED,
            2,
            RECORDS.stream()
                .filter(run -> run.experiment() != Experiment.ALONE || run.repeat() == 2)
                .toList());
    Question slowdown = Question.of(Quantity.SLOWDOWN, Statistic.mean());

    assertThat(without.pairs(Mix.UNIFORM, YarnSystem.BIGC, YarnSystem.FIFO, slowdown).size())
        .isEqualTo(1);
  }

  @Test
  void runsOfOtherSettingsAreNotAmongThem() {
    ImmutableList<RunSpec> quick = RunSpec.all(Scale.QUICK, 2, true);

    assertThat(Results.of(quick, 2, RECORDS).runs()).isEmpty();
    assertThat(results.runs()).hasSize(PLANNED.size());
  }

  @Test
  void coresAreProcessorTimeOverElapsedTime() {
    assertThat(results.cores(Mix.UNIFORM, YarnSystem.FIFO, Figure.TASK_CPU_SECONDS).asList())
        .containsExactly(1.5, 1.5);
  }
}
