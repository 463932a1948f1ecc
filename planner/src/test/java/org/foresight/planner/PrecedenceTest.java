package org.foresight.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.foresight.planner.Precedence.QueuePart;
import org.foresight.planner.cluster.ResourceVector;
import org.junit.jupiter.api.Test;

class PrecedenceTest {
  private static final QueuePart QUEUE = new QueuePart("root.off", "");
  private static final QueuePart ELSEWHERE = new QueuePart("root.off", "gpu");

  private final List<String> log = new ArrayList<>();
  private long nanos;
  private final Precedence precedence = new Precedence(() -> nanos, log::add);

  @Test
  void goesToQueuesThatAreShort() {
    assertThat(precedence.review(Map.of())).isEmpty();
    assertThat(goesFirst(0)).isTrue();
  }

  @Test
  void isLostForAWhileWhereItGetsAQueueNothing() {
    assertThat(goesFirst(2)).isTrue();

    pass(Duration.ofSeconds(30));
    assertThat(goesFirst(2)).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(goesFirst(2)).isFalse();
    assertThat(log)
        .singleElement()
        .asString()
        .startsWith("Queue root.off has less than it is guaranteed and waits, but has got nothing");

    pass(Duration.ofMinutes(5));
    assertThat(goesFirst(2)).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(goesFirst(2)).as("another try").isTrue();
    assertThat(log).hasSize(1);
  }

  /** Its tasks end, and others take their place. */
  @Test
  void isKeptAsLongAsAQueueGetsSomething() {
    goesFirst(3);
    pass(Duration.ofSeconds(29));
    goesFirst(2);
    goesFirst(3);
    pass(Duration.ofSeconds(29));

    assertThat(goesFirst(3)).isTrue();
    assertThat(log).isEmpty();
  }

  @Test
  void comesBackOnceAQueueHasGotSomething() {
    goesFirst(0);
    pass(Duration.ofSeconds(31));
    assertThat(goesFirst(0)).isFalse();

    assertThat(goesFirst(1)).isTrue();
  }

  /** Else who asks anew from time to time would never give way. */
  @Test
  void isNotGivenBackToAQueueThatWantsNothingForAMoment() {
    goesFirst(0);
    pass(Duration.ofSeconds(31));
    assertThat(goesFirst(0)).isFalse();

    precedence.review(Map.of());

    assertThat(goesFirst(0)).isFalse();
  }

  @Test
  void isLostInOnePartitionAlone() {
    goesFirst(0);
    pass(Duration.ofSeconds(31));

    assertThat(precedence.review(Map.of(QUEUE, slots(0), ELSEWHERE, slots(0))))
        .containsExactly(ELSEWHERE);
  }

  private boolean goesFirst(int used) {
    return precedence.review(Map.of(QUEUE, slots(used))).contains(QUEUE);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private static ResourceVector slots(int count) {
    return ResourceVector.of(1_024L * count, count);
  }
}
