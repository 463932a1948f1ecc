package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForesightConfigurationTest {

  @Test
  void defaultsScheduleNoQueue() {
    ForesightConfiguration defaults = read(Map.of());

    assertThat(defaults.queues()).isEmpty();
    assertThat(defaults.covers("root.default")).isFalse();
    assertThat(defaults.policy()).isEqualTo("threesigma");
    assertThat(defaults.solver()).isEqualTo("default");
    assertThat(defaults.settings()).isEqualTo(ThreeSigmaSettings.DEFAULT);
    assertThat(defaults.plannerTimeoutMillis()).isEqualTo(5_000);
    assertThat(defaults.history()).isEmpty();
    assertThat(defaults.queueGoals()).isEmpty();
  }

  @Test
  void readsEveryKey() {
    ForesightConfiguration configuration =
        read(
            Map.of(
                "foresight.queues", " root.etl , root.adhoc ",
                "foresight.policy", "fifo",
                "foresight.cycle-millis", "250",
                "foresight.slot-millis", " 5000 ",
                "foresight.look-ahead-slots", "60",
                "foresight.deadline-margin-millis", "0",
                "foresight.am-lead-millis", "0",
                "foresight.planner-timeout-millis", "7000",
                "foresight.history.dir", "/var/lib/foresight/history"));

    assertThat(configuration.queues()).containsExactly("root.etl", "root.adhoc");
    assertThat(configuration.policy()).isEqualTo("fifo");
    assertThat(configuration.settings())
        .isEqualTo(ThreeSigmaSettings.DEFAULT.withGrid(250, 5_000, 60).withMargins(0, 0));
    assertThat(configuration.plannerTimeoutMillis()).isEqualTo(7_000);
    assertThat(configuration.history())
        .contains(HistoryLocation.parse("/var/lib/foresight/history"));
  }

  @Test
  void coversTheNamedQueuesOnly() {
    ForesightConfiguration configuration = read(Map.of("foresight.queues", "root.etl"));

    assertThat(configuration.covers("root.etl")).isTrue();
    assertThat(configuration.covers("root.etl.nightly")).isFalse();
    assertThat(configuration.covers("etl")).isFalse();
  }

  @Test
  void anAsteriskCoversAllQueues() {
    ForesightConfiguration configuration = read(Map.of("foresight.queues", "*"));

    assertThat(configuration.covers("root.any.queue")).isTrue();
    assertThat(configuration.queuesNotIn(Set.of("root.default"))).isEmpty();
  }

  @Test
  void namesTheQueuesThatAreMissing() {
    ForesightConfiguration configuration = read(Map.of("foresight.queues", "root.etl,default"));

    assertThat(configuration.queuesNotIn(Set.of("root.etl", "root.default")))
        .containsExactly("default");
  }

  @ParameterizedTest
  @CsvSource({
    "foresight.cycle-millis, 0, a whole number from 1 to 86400000",
    "foresight.cycle-millis, 1s, a whole number from 1 to 86400000",
    "foresight.cycle-millis, 86400001, a whole number from 1 to 86400000",
    "foresight.slot-millis, -20000, a whole number from 1 to 86400000",
    "foresight.look-ahead-slots, 0, a whole number from 1 to 200",
    "foresight.look-ahead-slots, 201, a whole number from 1 to 200",
    "foresight.look-ahead-slots, 3000000000, a whole number from 1 to 200",
    "foresight.deadline-margin-millis, -1, a whole number from 0 to 86400000",
    "foresight.am-lead-millis, 1.5, a whole number from 0 to 86400000",
    "foresight.planner-timeout-millis, never, a whole number from 1 to 86400000",
    "foresight.policy, lifo, 'one of threesigma, pointrealest, threesigma-nodist, threesigma-nooe, threesigma-noadapt, fifo, fair, las'",
  })
  void malformedValueIsNamedWithItsKeyAndWhatIsAccepted(String key, String value, String accepted) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Map.of(key, value)))
        .withMessage("The value (%s) of %s is not accepted; it must be %s.", value, key, accepted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"foresight.history.dir", "foresight.history.file"})
  void pathThatIsNoneIsNamed(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Map.of(key, "a\0b")))
        .withMessage(
            "The value (a\0b) of %s is not accepted; it must be a path of the local file system, or"
                + " the URI of a folder, such as hdfs://host:port/path.",
            key);
  }

  @Test
  void oldKeyOfTheHistoryIsReadInTheAbsenceOfTheNewOne() {
    assertThat(read(Map.of("foresight.history.file", "/old")).history())
        .contains(HistoryLocation.parse("/old"));
    assertThat(
            read(Map.of("foresight.history.file", "/old", "foresight.history.dir", "/new"))
                .history())
        .contains(HistoryLocation.parse("/new"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"foresight.cylce-millis", "foresight.queue", "foresight.history"})
  void unknownKeyIsNamed(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Map.of(key, "500")))
        .withMessageStartingWith("There is no key " + key + " (its value is 500); accepted are ")
        .withMessageContaining("foresight.cycle-millis")
        .withMessageContaining("foresight.queue.<queue path>.{deadline|class|gang}");
  }

  @Test
  void keysOfOthersAreNoneOfItsBusiness() {
    assertThat(read(Map.of("yarn.foresight.cylce-millis", "0"))).isEqualTo(read(Map.of()));
  }

  @Test
  void readsTheGoalsOfQueues() {
    ForesightConfiguration configuration =
        read(
            Map.of(
                "foresight.queue.root.etl.deadline", " PT1H ",
                "foresight.queue.root.etl.gang", "true",
                "foresight.queue.root.adhoc.class", "be"));

    assertThat(configuration.queueGoal("root.etl"))
        .containsOnly(Map.entry("deadline", "PT1H"), Map.entry("gang", "true"));
    assertThat(configuration.queueGoal("root.adhoc")).containsOnly(Map.entry("class", "be"));
    assertThat(configuration.queueGoal("root.other")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"foresight.queue.root.etl.dead-line", "foresight.queue.deadline"})
  void misspeltKeyOfAQueueGoalIsNamed(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Map.of(key, "PT1H")))
        .withMessage(
            "The value (PT1H) of %s is not accepted; it must be a key"
                + " foresight.queue.<queue path>.{deadline|class|gang}.",
            key);
  }

  private static ForesightConfiguration read(Map<String, String> keys) {
    Configuration conf = new Configuration(false);
    keys.forEach(conf::set);
    return ForesightConfiguration.read(conf);
  }
}
