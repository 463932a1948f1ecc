package org.foresight.predictor.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableLongArray;
import org.junit.jupiter.api.Test;

class TaskSpreadTest {

  private static final TaskSpread WARMING_UP = new TaskSpread(0.4, 3.0, 0.5);

  @Test
  void thePilotsAreAsFarOffAsWasLearned() {
    assertThat(WARMING_UP.after(0, 200)).isEqualTo(WARMING_UP);
    assertThat(WARMING_UP.after(6, 200)).isEqualTo(WARMING_UP);
  }

  @Test
  void whenAllHaveFinishedTheirMeanIsTheMean() {
    assertThat(WARMING_UP.after(200, 200)).isEqualTo(new TaskSpread(0.4, 1.0, 0.5));
    assertThat(WARMING_UP.after(1, 1)).isEqualTo(new TaskSpread(0.4, 1.0, 0.5));
    // More than were asked for, such as tasks that ran again.
    assertThat(WARMING_UP.after(210, 200).firstWave()).isEqualTo(1.0);
  }

  @Test
  void inBetweenTheOtherTasksMakeUpForThePilots() {
    // 6 pilots at 3, 194 others at 182/194: the mean of all is 1.
    double others = 182.0 / 194;

    assertThat(WARMING_UP.after(60, 200).firstWave())
        .isCloseTo((18 + 54 * others) / 60, within(1e-12));
  }

  @Test
  void pilotsCannotHaveTakenMoreThanAll() {
    TaskSpread spread = new TaskSpread(0.4, 50.0, 1.0);

    assertThat(spread.after(2, 4).firstWave()).isEqualTo(2.0);
    assertThat(spread.after(4, 4).firstWave()).isEqualTo(1.0);
  }

  @Test
  void whatIsNoSpreadIsRefused() {
    for (TaskSpreadArguments arguments :
        new TaskSpreadArguments[] {
          new TaskSpreadArguments(-0.1, 1, 1),
          new TaskSpreadArguments(Double.NaN, 1, 1),
          new TaskSpreadArguments(1, 0, 1),
          new TaskSpreadArguments(1, Double.POSITIVE_INFINITY, 1),
          new TaskSpreadArguments(1, 1, 0),
          new TaskSpreadArguments(1, 1, 1.1)
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new TaskSpread(arguments.cov, arguments.firstWave, arguments.priorTrust))
          .withMessageContaining("(" + arguments.cov + ")")
          .withMessageContaining("(" + arguments.firstWave + ")")
          .withMessageContaining("(" + arguments.priorTrust + ")");
    }
  }

  private record TaskSpreadArguments(double cov, double firstWave, double priorTrust) {}

  @Test
  void evidenceOfSingleTasks() {
    TaskEvidence evidence =
        TaskEvidence.of(ImmutableLongArray.of(10, 20, 30), ImmutableLongArray.of(7));

    assertThat(evidence.finished()).isEqualTo(3);
    assertThat(evidence.meanFinishedMillis()).isEqualTo(20);
    assertThat(evidence.finishedCov()).isCloseTo(0.5, within(1e-12));
    assertThat(TaskEvidence.of(ImmutableLongArray.of(), ImmutableLongArray.of()))
        .isEqualTo(TaskEvidence.NONE);
  }

  @Test
  void whatIsNoEvidenceIsRefused() {
    ImmutableLongArray none = ImmutableLongArray.of();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TaskEvidence(-1, 0, 0, none))
        .withMessageStartingWith("The finished (-1), meanFinishedMillis (0.0) and");
    assertThatIllegalArgumentException().isThrownBy(() -> new TaskEvidence(1, -1, 0, none));
    assertThatIllegalArgumentException().isThrownBy(() -> new TaskEvidence(1, 1, Double.NaN, none));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TaskEvidence.of(none, ImmutableLongArray.of(5, -2)))
        .withMessage("The runningMillis (-2) of a running task must be at least 0.");
  }
}
