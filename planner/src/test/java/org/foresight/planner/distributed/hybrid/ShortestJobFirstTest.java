package org.foresight.planner.distributed.hybrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foresight.planner.distributed.hybrid.Queues.longJob;
import static org.foresight.planner.distributed.hybrid.Queues.shortJob;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShortestJobFirstTest {
  private static final double FACTOR = 5;

  private final ShortestJobFirst order = new ShortestJobFirst(FACTOR, true);

  @Test
  void servesTheJobWithTheLeastWorkLeft() {
    NodeQueue queue = Queues.of(shortJob("a", 10, 5), shortJob("b", 20, 1), shortJob("c", 4, 6));

    assertThat(order.next(queue)).isEqualTo(1);
  }

  @Test
  void servesTheFirstOfEquals() {
    assertThat(order.next(Queues.of(shortJob("a", 10, 2), shortJob("b", 20, 1)))).isZero();
  }

  @Test
  void looksNoFurtherThanALongTask() {
    NodeQueue queue = Queues.of(shortJob("a", 10, 5), longJob("L", 500), shortJob("b", 1, 1));

    assertThat(order.next(queue)).isZero();
    assertThat(new ShortestJobFirst(FACTOR, false).next(queue)).isEqualTo(2);
  }

  @Test
  void startsALongTaskThatIsFirst() {
    assertThat(order.next(Queues.of(longJob("L", 500), shortJob("b", 1, 1)))).isZero();
  }

  @Test
  void bypassesNobodyForLongerThanFiveTimesItsEstimate() {
    HybridJob patient = shortJob("patient", 10, 100);
    HybridJob quick = shortJob("quick", 20, 1);
    NodeQueue queue = Queues.of(patient, quick);

    assertThat(order.next(queue)).isEqualTo(1);
    order.starts(queue, 1); // 20 of 50
    assertThat(order.next(queue)).isEqualTo(1);
    order.starts(queue, 1); // 40 of 50
    assertThat(order.next(queue)).isZero(); // 60 would be too much.
  }

  /** Whatever comes and goes: the bound holds for all that wait. */
  @Property(tries = 200)
  void theBypassBoundHolds(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 1, max = 100) Integer> estimates) {
    NodeQueue queue = new NodeQueue();
    Map<QueuedTask, Double> bypassed = new HashMap<>();
    for (int i = 0; i < estimates.size(); i++) {
      queue.add(new QueuedTask(shortJob("j" + i, estimates.get(i), 1 + i % 7), false));
      if (i % 3 == 0) {
        continue;
      }
      int rank = order.next(queue);
      QueuedTask chosen = queue.get(rank);
      for (int before = 0; before < rank; before++) {
        bypassed.merge(queue.get(before), chosen.job.taskMillis, Double::sum);
      }
      order.starts(queue, rank);
      queue.remove(rank);
    }
    bypassed.forEach(
        (task, millis) -> {
          assertThat(millis).isLessThanOrEqualTo(FACTOR * task.job.taskMillis);
          assertThat(task.slackMillis(FACTOR)).isEqualTo(FACTOR * task.job.taskMillis - millis);
        });
  }
}
