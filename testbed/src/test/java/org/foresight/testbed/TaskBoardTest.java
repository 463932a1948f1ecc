package org.foresight.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.junit.jupiter.api.Test;

class TaskBoardTest {

  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);

  @Test
  void theLongestWaitingTaskIsNext() {
    TaskBoard board = new TaskBoard(ImmutableList.of(10L, 20L));

    assertThat(board.assign(container(1))).contains(10L);
    assertThat(board.lost(container(1))).isTrue();

    assertThat(board.assign(container(2))).contains(20L);
    assertThat(board.assign(container(3))).contains(10L);
    assertThat(board.assign(container(4))).isEmpty();
    assertThat(board.rerun()).isEqualTo(1);
  }

  @Test
  void containersWithoutATaskDoNotCount() {
    TaskBoard board = new TaskBoard(ImmutableList.of(10L));
    board.assign(container(1));
    board.assign(container(2));

    assertThat(board.lost(container(2))).isFalse();
    board.succeeded(container(3));

    assertThat(board.isDone()).isFalse();
    assertThat(board.rerun()).isZero();
    assertThat(board.progress()).isZero();
  }

  @Property
  void everyTaskSucceedsOnceHoweverOftenContainersAreLost(
      @ForAll @IntRange(min = 1, max = 30) int tasks,
      @ForAll @Size(max = 60) List<Boolean> losses) {
    TaskBoard board = new TaskBoard(ImmutableList.copyOf(Collections.nCopies(tasks, 5L)));
    ArrayDeque<Boolean> fate = new ArrayDeque<>(losses);
    int lost = 0;
    int succeeded = 0;
    for (int id = 0; board.assign(container(id)).isPresent(); id++) {
      if (Boolean.TRUE.equals(fate.poll())) {
        assertThat(board.lost(container(id))).isTrue();
        lost++;
      } else {
        board.succeeded(container(id));
        succeeded++;
      }
    }

    assertThat(succeeded).isEqualTo(tasks);
    assertThat(board.rerun()).isEqualTo(lost);
    assertThat(board.isDone()).isTrue();
    assertThat(board.progress()).isEqualTo(1.0f);
  }

  private static ContainerId container(long id) {
    return ContainerId.newContainerId(ATTEMPT, id);
  }
}
