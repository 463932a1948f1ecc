package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BoundedValuesTest {

  @Test
  void ofKeysLearnedOnceTheLongestUnusedGoes() {
    BoundedValues<String, Integer> values = new BoundedValues<>(3);
    learn(values, "a", "b", "c");
    assertThat(values.get("a")).isNotNull();

    learn(values, "d");

    assertThat(values.get("b")).isNull();
    assertThat(keys(values)).containsExactly("c", "a", "d");
    assertThat(values.evicted()).isEqualTo(1);
  }

  @Test
  void whatIsLearnedOftenOutlivesWhatIsLearnedOnce() {
    BoundedValues<String, Integer> values = new BoundedValues<>(4);
    learn(values, "a", "a", "b", "b");

    for (int i = 0; i < 100; i++) {
      learn(values, "once" + i);
    }

    assertThat(keys(values)).containsExactly("a", "b", "once98", "once99");
  }

  @Test
  void newKeysHaveRoomWhenAllAreLearnedOften() {
    BoundedValues<String, Integer> values = new BoundedValues<>(4);
    learn(values, "a", "a", "b", "b", "c", "c", "d", "d");

    learn(values, "e", "e");

    assertThat(keys(values)).containsExactly("b", "c", "d", "e");
  }

  @Test
  void itNeedsRoomForOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedValues<>(0))
        .withMessage("The capacity (0) of the values must be at least 1.");
  }

  @Property(tries = 200)
  void theLastKeyIsThereAndThereAreNeverTooMany(
      @ForAll @IntRange(min = 1, max = 20) int capacity,
      @ForAll @Size(max = 200) List<@IntRange(min = 0, max = 40) Integer> keys) {
    BoundedValues<Integer, Integer> values = new BoundedValues<>(capacity);
    for (Integer key : keys) {
      values.toLearn(key, () -> 0);

      assertThat(values.get(key)).isNotNull();
      assertThat(values.size()).isBetween(1, capacity);
    }
  }

  private static void learn(BoundedValues<String, Integer> values, String... keys) {
    for (String key : keys) {
      assertThat(values.toLearn(key, () -> 0)).isZero();
    }
  }

  private static List<String> keys(BoundedValues<String, Integer> values) {
    List<String> keys = new ArrayList<>();
    values.forEach((key, value) -> keys.add(key));
    return keys;
  }
}
