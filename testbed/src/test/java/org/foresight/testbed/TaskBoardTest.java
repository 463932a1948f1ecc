package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;

class TaskBoardTest {

  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);

  @Test
  void theLongestWaitingTaskIsNext() {
    TaskBoard board = board(stage(List.of(10L, 20L)));

    assertThat(board.assign(container(1), 0)).contains(10L);
    assertThat(board.lost(container(1))).hasValue(0);

    assertThat(board.assign(container(2), 0)).contains(20L);
    assertThat(board.assign(container(3), 0)).contains(10L);
    assertThat(board.assign(container(4), 0)).isEmpty();
    assertThat(board.rerun()).isEqualTo(1);
  }

  @Test
  void containersWithoutATaskDoNotCount() {
    TaskBoard board = board(stage(List.of(10L)));
    board.assign(container(1), 0);
    board.assign(container(2), 0);

    assertThat(board.lost(container(2))).isEmpty();
    board.succeeded(container(3));

    assertThat(board.isDone()).isFalse();
    assertThat(board.rerun()).isZero();
    assertThat(board.progress()).isZero();
  }

  @Test
  void aStageIsOpenedOnceWhenAllTasksBeforeItHaveSucceeded() {
    TaskBoard board = board(stage(List.of(10L, 10L)), stage(List.of(5L)), stage(List.of(7L), 0, 1));

    assertThat(board.open()).containsExactly(0, 1);
    assertThat(board.open()).isEmpty();
    board.assign(container(1), 0);
    board.assign(container(2), 0);
    board.assign(container(3), 1);
    board.succeeded(container(1));
    board.succeeded(container(3));
    assertThat(board.lost(container(2))).hasValue(0);
    assertThat(board.open()).as("a task of the first one waits again").isEmpty();
    board.assign(container(4), 0);
    board.succeeded(container(4));

    assertThat(board.open()).containsExactly(2);
    assertThat(board.assign(container(5), 2)).contains(7L);
    assertThat(board.isDone()).isFalse();
    assertThat(board.progress()).isEqualTo(0.75f);
    board.succeeded(container(5));
    assertThat(board.isDone()).isTrue();
    assertThat(board.open()).isEmpty();
  }

  @Property
  void everyTaskSucceedsOnceAndAfterThoseBeforeItHoweverOftenContainersAreLost(
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 9) Integer> widths,
      @ForAll @Size(max = 60) List<Boolean> losses) {
    ImmutableList.Builder<WorkloadStage> stages = ImmutableList.builder();
    for (int i = 0; i < widths.size(); i++) {
      List<Long> tasks = Collections.nCopies(widths.get(i), 5L);
      stages.add(i == 0 ? stage(tasks) : stage(tasks, i - 1));
    }
    TaskBoard board = new TaskBoard(stages.build());
    ArrayDeque<Boolean> fate = new ArrayDeque<>(losses);
    Set<Integer> open = new HashSet<>(board.open());
    int lost = 0;
    int succeeded = 0;
    for (int id = 0; !board.isDone(); id++) {
      int running = id;
      Optional<Integer> stage =
          open.stream().filter(s -> board.assign(container(running), s).isPresent()).findFirst();
      assertThat(stage).as("an open stage has a task that waits").isPresent();
      if (Boolean.TRUE.equals(fate.poll())) {
        assertThat(board.lost(container(id))).hasValue(stage.get());
        lost++;
      } else {
        board.succeeded(container(id));
        succeeded++;
      }
      open.addAll(board.open());
      int before = widths.stream().limit(open.size() - 1).mapToInt(Integer::intValue).sum();
      assertThat(succeeded).isGreaterThanOrEqualTo(before);
    }

    assertThat(succeeded).isEqualTo(widths.stream().mapToInt(Integer::intValue).sum());
    assertThat(board.rerun()).isEqualTo(lost);
    assertThat(board.progress()).isEqualTo(1.0f);
  }

  private static TaskBoard board(WorkloadStage... stages) {
    return new TaskBoard(ImmutableList.copyOf(stages));
  }

  private static WorkloadStage stage(List<Long> taskMillis, int... parents) {
    return new WorkloadStage(
        ImmutableLongArray.copyOf(taskMillis),
        ImmutableIntArray.copyOf(parents),
        WorkloadStage.ONE_SLOT,
        "");
  }

  private static ContainerId container(long id) {
    return ContainerId.newContainerId(ATTEMPT, id);
  }
}
