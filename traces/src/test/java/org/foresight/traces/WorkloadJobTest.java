package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WorkloadJobTest {

  /** 0 → 1 → 3, 0 → 2 → 3, and 4 on its own. */
  private static final WorkloadJob DIAMOND =
      job(
          stage(10),
          stage(20, 0),
          stage(5, 0),
          stage(7, 1, 2),
          new WorkloadStage(
              ImmutableLongArray.of(1, 2), ImmutableIntArray.of(), WorkloadStage.ONE_SLOT, ""));

  @Test
  void theSpanIsTheLongestChainOfStages() {
    assertThat(DIAMOND.spanMillis()).isEqualTo(10 + 20 + 7);
    assertThat(DIAMOND.workMillis()).isEqualTo(45);
    assertThat(DIAMOND.width()).isEqualTo(6);
    assertThat(DIAMOND.taskMillis()).containsExactly(10L, 20L, 5L, 7L, 1L, 2L);
  }

  @Test
  void besidesAStageRunsWhatNeitherComesBeforeNorAfterIt() {
    assertThat(DIAMOND.besides(0).asList()).containsExactly(0, 4);
    assertThat(DIAMOND.besides(1).asList()).containsExactly(1, 2, 4);
    assertThat(DIAMOND.besides(2).asList()).containsExactly(1, 2, 4);
    assertThat(DIAMOND.besides(3).asList()).containsExactly(3, 4);
    assertThat(DIAMOND.besides(4).asList()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void aStageComesAfterItsParents() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> job(stage(1, 0)))
        .withMessage("The parent (0) of stage (0) of the job (job) must be an earlier stage.");
  }

  @Test
  void aJobHasAStageAndAStageATask() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> job())
        .withMessage("The job (job) must have at least one stage.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkloadStage.of(ImmutableList.of()))
        .withMessage("A stage must have at least one task.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkloadStage.of(ImmutableList.of(0L)))
        .withMessage("The task runtime (0 ms) must be positive.");
  }

  private static WorkloadStage stage(long taskMillis, int... parents) {
    return new WorkloadStage(
        ImmutableLongArray.of(taskMillis),
        ImmutableIntArray.copyOf(parents),
        WorkloadStage.ONE_SLOT,
        "");
  }

  private static WorkloadJob job(WorkloadStage... stages) {
    return new WorkloadJob(
        "job",
        0,
        "user",
        "name",
        "queue",
        OptionalLong.empty(),
        false,
        ImmutableList.copyOf(stages),
        NodePreference.NONE,
        JobRequest.NONE);
  }
}
