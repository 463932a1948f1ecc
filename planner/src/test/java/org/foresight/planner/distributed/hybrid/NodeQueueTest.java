package org.foresight.planner.distributed.hybrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeQueueTest {

  /** The cases of the thesis' figure 2.3, and where there is nothing to steal. */
  @ParameterizedTest
  @CsvSource({
    "SSLSSLS, false, S3 S4, S0 S1 L2 L5 S6",
    "LSSLS, false, S1 S2, L0 L3 S4",
    "LLSS, false, S2 S3, L0 L1",
    "SSLS, true, S0 S1, L2 S3",
    "LSSL, true, S1 S2, L0 L3",
    "SSS, false, '', S0 S1 S2",
    "SSL, false, '', S0 S1 L2",
    "LL, true, '', L0 L1",
    "'', true, '', ''",
  })
  void givesAwayTheFirstGroupOfShortTasksBehindALongOne(
      String letters, boolean longRuns, String group, String rest) {
    NodeQueue queue = Queues.like(letters);

    ImmutableList<QueuedTask> stolen = queue.removeBehindLong(longRuns);

    assertThat(String.join(" ", stolen.stream().map(task -> task.job.id).toList()))
        .isEqualTo(group);
    assertThat(Queues.text(queue)).isEqualTo(rest);
  }

  @Test
  void sumsUpTheEstimates() {
    NodeQueue queue = Queues.like("SLS");

    queue.remove(0);

    assertThat(queue.workMillis()).isEqualTo(110);
    assertThat(queue.clear()).hasSize(2);
    assertThat(queue.workMillis()).isZero();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void refusesARankThatItHasNot() {
    NodeQueue queue = Queues.like("S");

    assertThatThrownBy(() -> queue.get(1)).hasMessage("There is no item (1) of 1.");
  }

  @Property(tries = 200)
  void keepsTheOrderWhateverIsTakenOut(@ForAll List<Boolean> additions) {
    NodeQueue queue = new NodeQueue();
    List<QueuedTask> model = new ArrayList<>();
    for (int i = 0; i < additions.size(); i++) {
      if (additions.get(i) || model.isEmpty()) {
        QueuedTask task = new QueuedTask(Queues.shortJob("j" + i, i, 1), false);
        queue.add(task);
        model.add(task);
      } else {
        int rank = i % model.size();
        queue.remove(rank);
        model.remove(rank);
      }
      assertThat(queue.size()).isEqualTo(model.size());
      for (int rank = 0; rank < model.size(); rank++) {
        assertThat(queue.get(rank)).isSameAs(model.get(rank));
      }
    }
  }
}
