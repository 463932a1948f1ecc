package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueMapTest {

  @Test
  void sendsJobsToTheQueueThatIsNamedForTheirsOrForAllOthers() {
    QueueMap map = QueueMap.parse("adhoc=root.users, *=root.default");

    assertThat(map.target("adhoc")).isEqualTo("root.users");
    assertThat(map.target("production")).isEqualTo("root.default");
    assertThat(QueueMap.parse("a=b").target("c")).isEqualTo("c");
    assertThat(QueueMap.NONE.target("c")).isEqualTo("c");
    assertThat(QueueMap.NONE.text()).isEqualTo("as they are");
    assertThat(map.text()).isEqualTo("{*=root.default, adhoc=root.users}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a=", "=b", "a=b=c", "a=b,a=c", "a=b,"})
  void refusesWhatIsNoList(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueueMap.parse(text))
        .withMessageContaining("is not FROM=TO with a FROM of its own");
  }
}
