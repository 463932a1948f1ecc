package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ForesightKeysTest {

  @Test
  void defaultsAreAccepted() {
    assertThat(ForesightKeys.ALL)
        .allSatisfy(key -> assertThat((Object) key.defaultValue()).isNotNull());
  }

  @Test
  void everyKeyIsThereOnceAndDescribedInSentences() {
    assertThat(all()).extracting(Key::name).doesNotHaveDuplicates();
    assertThat(all())
        .allSatisfy(
            key -> {
              assertThat(key.name()).startsWith("foresight.");
              assertThat(key.description()).endsWith(".").doesNotContain("  ").doesNotContain("|");
              assertThat(key.kind().accepted()).isNotEmpty().doesNotContain("|");
            });
  }

  @Test
  void noKeyOfAllQueuesLooksLikeOneOfAQueue() {
    assertThat(ForesightKeys.ALL)
        .extracting(Key::name)
        .noneMatch(name -> name.startsWith(ForesightKeys.QUEUE_PREFIX));
    assertThat(ForesightKeys.OF_QUEUES).extracting(Key::defaultText).allMatch(it -> it.isEmpty());
  }

  private static Stream<Key<?>> all() {
    return Stream.concat(ForesightKeys.ALL.stream(), ForesightKeys.OF_QUEUES.stream());
  }
}
