package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ScaleTest {

  /** A hundred jobs took roughly two hours: the cores had work all the time. */
  @Test
  void thePapersClusterIsAboutFull() {
    assertThat(Mix.HEAVY_TAILED.load()).isCloseTo(0.951, within(0.001));
    assertThat(Mix.UNIFORM.load()).isCloseTo(1.014, within(0.001));
  }

  @ParameterizedTest
  @CsvSource({
    "SMALL, 1, 1, 1063",
    "MEDIUM_SMALL, 1, 1, 2513",
    "MEDIUM, 2, 2, 2988",
    "MEDIUM_LONG, 7, 4, 3850",
    // Two waves of maps and one of reduces.
    "LONG, 15, 4, 9792",
  })
  void tasksAreFewerAndShorter(Category category, int maps, int reduces, long taskMillis) {
    assertThat(Scale.FULL.maps(category)).isEqualTo(maps);
    assertThat(Scale.FULL.reduces(category)).isEqualTo(reduces);
    assertThat(Scale.FULL.taskMillis(category)).isEqualTo(taskMillis);
    assertThat(Scale.FULL.heldMillis(category)).isEqualTo((maps + reduces) * (taskMillis + 350));
  }

  @Test
  void theShortestTaskEndsWithinAQuantumAndTheNextOneDoesNot() {
    assertThat(Scale.FULL.quantumMillis())
        .isGreaterThan(Scale.FULL.taskMillis(Category.SMALL) + Scale.OVERHEAD_MILLIS)
        .isLessThan(Scale.FULL.taskMillis(Category.MEDIUM_SMALL));
  }

  @ParameterizedTest
  @EnumSource(Mix.class)
  void theCutoffTellsTheClassesApart(Mix mix) {
    for (Category category : mix.categories()) {
      long learnedMillis = Scale.FULL.taskMillis(category) + Scale.OVERHEAD_MILLIS;

      assertThat(learnedMillis >= Scale.FULL.cutoffMillis(mix))
          .as("%s is long", category)
          .isEqualTo(mix.isLong(category));
    }
    assertThat(mix.categories()).anyMatch(mix::isLong).anyMatch(category -> !mix.isLong(category));
  }
}
