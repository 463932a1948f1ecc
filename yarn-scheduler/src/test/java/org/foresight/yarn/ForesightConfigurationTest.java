package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.foresight.planner.admission.AdmissionRules;
import org.foresight.planner.policy.BigcSettings;
import org.foresight.planner.policy.GsSettings;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.KairosSettings.TieRule;
import org.foresight.planner.policy.PriorityQueues;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.preemption.PreemptionSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForesightConfigurationTest {

  @Test
  void defaultsLeaveEveryQueueAlone() throws InvalidConfigurationException {
    ForesightConfiguration defaults = read(Map.of());

    assertThat(defaults.modes().areOff()).isTrue();
    assertThat(defaults.modes().enabled()).isTrue();
    assertThat(defaults.planning())
        .isEqualTo(
            new ForesightConfiguration.Planning(
                "foresight",
                "default",
                ThreeSigmaSettings.DEFAULT,
                GsSettings.DEFAULT,
                true,
                KairosSettings.DEFAULT.withQueueBound(0),
                BigcSettings.DEFAULT,
                1_000));
    assertThat(defaults.preemption().mayBeOn()).isFalse();
    assertThat(defaults.history()).isEmpty();
    assertThat(defaults.queueGoal("root.default")).isEmpty();
    assertThat(defaults.shadowSummaryJobs()).isEqualTo(100);
  }

  @Test
  void readsEveryKey() throws InvalidConfigurationException {
    ForesightConfiguration configuration =
        read(
            Map.ofEntries(
                Map.entry("foresight.enabled", "true"),
                Map.entry("foresight.mode", " shadow "),
                Map.entry("foresight.policy", "fifo"),
                Map.entry("foresight.solver", "greedy"),
                Map.entry("foresight.predictor", "history-3sigma"),
                Map.entry("foresight.cycle-millis", "250"),
                Map.entry("foresight.slot-millis", " 5000 "),
                Map.entry("foresight.look-ahead-slots", "60"),
                Map.entry("foresight.deadline-margin-millis", "0"),
                Map.entry("foresight.am-lead-millis", "0"),
                Map.entry("foresight.thin-limit", "5"),
                Map.entry("foresight.pilot-percent", "10"),
                Map.entry("foresight.pilot-patience-millis", "90000"),
                Map.entry("foresight.las", "true"),
                Map.entry("foresight.las.queue-bound", "7"),
                Map.entry("foresight.las.ties", "sum"),
                Map.entry("foresight.bigc.cutoff-millis", "30000"),
                Map.entry("foresight.bigc.short-percent", "70"),
                Map.entry("foresight.planner-timeout-millis", "7000"),
                Map.entry("foresight.preemption", "true"),
                Map.entry("foresight.preemption.grace-millis", "3000"),
                Map.entry("foresight.preemption.most-per-job", "2"),
                Map.entry("foresight.preemption.window-millis", "60000"),
                Map.entry("foresight.queue.root.etl.preemption", "false"),
                Map.entry("foresight.history.dir", "/var/lib/foresight/history"),
                Map.entry("foresight.shadow.summary-jobs", "5"),
                Map.entry("foresight.queue.root.etl.mode", "on")));

    assertThat(configuration.modes().of("root.etl.nightly")).isEqualTo(Mode.ON);
    assertThat(configuration.modes().of("root.default")).isEqualTo(Mode.SHADOW);
    assertThat(configuration.planning())
        .isEqualTo(
            new ForesightConfiguration.Planning(
                "fifo",
                "greedy",
                ThreeSigmaSettings.DEFAULT.withGrid(250, 5_000, 60).withMargins(0, 0).toBuilder()
                    .preempts(true)
                    .stopMillis(5_000)
                    .build(),
                new GsSettings(PriorityQueues.DEFAULT, 5, 100, 10, 90_000),
                true,
                KairosSettings.DEFAULT.withQueueBound(7).withTieRule(TieRule.SUM),
                new BigcSettings(30_000, 0.7),
                7_000));
    assertThat(configuration.preemption().settings())
        .isEqualTo(new PreemptionSettings(3_000, 30_000, 2, 60_000));
    assertThat(configuration.preemption().isOn("root.default")).isTrue();
    assertThat(configuration.preemption().isOn("root.etl.nightly")).isFalse();
    assertThat(configuration.predictor()).isEqualTo("history-3sigma");
    assertThat(configuration.history())
        .contains(HistoryLocation.parse("/var/lib/foresight/history"));
    assertThat(configuration.shadowSummaryJobs()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "foresight, policy, true, 0",
    "foresight, false, false, 0",
    "threesigma, policy, false, 0",
    "threesigma, true, true, 0",
    "fifo, true, true, 4",
    "kairos, policy, false, 4",
  })
  void suspensionIsAMatterOfThePolicyUnlessItIsSaid(
      String policy, String las, boolean suspends, int queueBound)
      throws InvalidConfigurationException {
    ForesightConfiguration.Planning planning =
        read(Map.of("foresight.policy", policy, "foresight.las", las)).planning();

    assertThat(planning.suspends()).isEqualTo(suspends);
    assertThat(planning.kairos().queueBound()).isEqualTo(queueBound);
  }

  @ParameterizedTest
  @CsvSource({
    "foresight.mode, ON, 'off, shadow or on'",
    "foresight.queue.root.etl.mode, enforce, 'off, shadow or on'",
    "foresight.enabled, yes, true or false",
    "foresight.cycle-millis, 0, a whole number from 1 to 86400000 (ms)",
    "foresight.cycle-millis, 1s, a whole number from 1 to 86400000 (ms)",
    "foresight.cycle-millis, 86400001, a whole number from 1 to 86400000 (ms)",
    "foresight.preemption, on, true or false",
    "foresight.preemption.grace-millis, -1, a whole number from 0 to 86400000 (ms)",
    "foresight.preemption.most-per-job, 0, a whole number from 1 to 1000 (times)",
    "foresight.preemption.window-millis, 0, a whole number from 1 to 86400000 (ms)",
    "foresight.queue.root.etl.preemption, never, true or false",
    "foresight.slot-millis, -20000, a whole number from 1 to 86400000 (ms)",
    "foresight.look-ahead-slots, 0, a whole number from 1 to 200 (slots)",
    "foresight.look-ahead-slots, 201, a whole number from 1 to 200 (slots)",
    "foresight.look-ahead-slots, 3000000000, a whole number from 1 to 200 (slots)",
    "foresight.deadline-margin-millis, -1, a whole number from 0 to 86400000 (ms)",
    "foresight.am-lead-millis, 1.5, a whole number from 0 to 86400000 (ms)",
    "foresight.planner-timeout-millis, never, a whole number from 1 to 86400000 (ms)",
    "foresight.shadow.summary-jobs, 0, a whole number from 1 to 1000000 (jobs)",
    "foresight.policy, lifo, 'one of foresight, threesigma, pointrealest, threesigma-nodist, threesigma-nooe, threesigma-noadapt, fifo, fair, las, slearn, slearn-dag, gs-posterior, gs-3sigma, gs-3sigma-tl, gs-point, gs-las, gs-fifo, kairos, bigc'",
    "foresight.queue.root.etl.deadline, soon, an ISO-8601 instant such as 2026-03-14T10:30:00Z or a positive duration after submission such as PT20M",
    "foresight.queue.root.etl.class, gold, 'slo, be or service'",
    "foresight.queue.root.etl.value, 0, a number from 0.001 to 1000",
    "foresight.queue.root.etl.max-wait, soon, a positive ISO-8601 duration such as PT10M",
    "foresight.queue.root.etl.hopeless-deadlines, ignore, warn or refuse",
    "foresight.queue.root.etl.denied-deadlines, be, refuse or best-effort",
    "foresight.queue.root.etl.most-value, NaN, a number from 0.001 to 1000",
    "foresight.queue.root.etl.deadline-share, 50, a number from 0.001 to 1",
    "foresight.queue.root.etl.gang, maybe, true or false",
  })
  void malformedValueIsNamedWithItsKeyAndWhatIsAccepted(String key, String value, String accepted) {
    assertRefused(
        Map.of(key, value),
        "The value (%s) of %s is not accepted; it must be %s.".formatted(value, key, accepted));
  }

  @Test
  void whatQueuesSayOfDeadlines() throws InvalidConfigurationException {
    SubmissionRules rules =
        read(Map.of(
                "foresight.queue.root.etl.hopeless-deadlines", "refuse",
                "foresight.queue.root.etl.denied-deadlines", "best-effort",
                "foresight.queue.root.etl.deadline-acl", "ada,bob etl",
                "foresight.queue.root.etl.most-value", "5",
                "foresight.queue.root.etl.deadline-share", "0.25"))
            .submission();

    assertThat(rules.at("root.etl.fast"))
        .isEqualTo(
            new AdmissionRules(
                AdmissionRules.Hopeless.REFUSE,
                AdmissionRules.Denied.BEST_EFFORT,
                OptionalDouble.of(5),
                OptionalDouble.of(0.25)));
    assertThat(rules.usersAt("root.etl").getUsers()).containsExactlyInAnyOrder("ada", "bob");
    assertThat(rules.usersAt("root.etl").getGroups()).containsExactly("etl");
    assertThat(rules.at("root.adhoc")).isEqualTo(AdmissionRules.DEFAULT);
    assertThat(rules.usersAt("root.adhoc").isAllAllowed()).isTrue();
  }

  /** Cut off, the blank would make users of groups. */
  @Test
  void blankBeforeGroupsIsPartOfTheValue() throws InvalidConfigurationException {
    AccessControlList users =
        read(Map.of("foresight.queue.root.deadline-acl", " etl"))
            .submission()
            .usersAt("root.adhoc");

    assertThat(users.getUsers()).isEmpty();
    assertThat(users.getGroups()).containsExactly("etl");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foresight.history.dir", "foresight.history.file"})
  void pathThatIsNoneIsNamed(String key) {
    assertRefused(
        Map.of(key, "a\0b"),
        "The value (a\0b) of "
            + key
            + " is not accepted; it must be a path of the local file system, or the URI of a"
            + " folder, such as hdfs://host:port/path.");
  }

  @Test
  void folderOfTheHistoryIsNoOtherOneOnceItIsThere(@TempDir Path folder)
      throws IOException, InvalidConfigurationException {
    Map<String, String> keys = Map.of("foresight.history.dir", folder.resolve("new").toString());
    ForesightConfiguration before = read(keys);

    Files.createDirectory(folder.resolve("new"));

    assertThat(read(keys).fixedOtherThan(before)).isEmpty();
    assertThat(HistoryLocation.parse("/").folder()).hasToString("file:///");
  }

  /** The doctor compares what it reads here with what a ResourceManager reads there. */
  @Test
  void relativeFolderOfTheHistoryIsTheSameToProcessesThatRunElsewhere()
      throws InvalidConfigurationException {
    assertThat(read(Map.of("foresight.history.dir", "my/history/")).fixedValues())
        .containsEntry("foresight.history.dir", "my/history");
  }

  @Test
  void oldKeyOfTheHistoryIsReadInTheAbsenceOfTheNewOne() throws InvalidConfigurationException {
    assertThat(read(Map.of("foresight.history.file", "/old")).history())
        .contains(HistoryLocation.parse("/old"));
    assertThat(
            read(Map.of("foresight.history.file", "/old", "foresight.history.dir", "/new"))
                .history())
        .contains(HistoryLocation.parse("/new"));
  }

  @ParameterizedTest
  @CsvSource({
    "root.etl, write foresight.queue.root.etl.mode=on instead",
    "'root.etl, root.b', write foresight.queue.root.etl.mode=on and foresight.queue.root.b.mode=on instead",
    "*, write foresight.mode=on instead",
    "'', leave it out",
  })
  void keyOfTheTimeBeforeModesIsRefusedWithWhatToWriteInstead(String queues, String instead) {
    assertRefused(
        Map.of("foresight.queues", queues),
        "There is no key foresight.queues any more (its value is %s); %s."
            .formatted(queues, instead));
  }

  @Test
  void keysOfNodeManagersAreLeftToThem() throws InvalidConfigurationException {
    assertThat(read(Map.of("foresight.agent.quantum-millis", "soon"))).isEqualTo(read(Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "foresight.cylce-millis, foresight.cycle-millis",
    "foresight.history, foresight.history.dir",
    "foresight.window-millis, foresight.preemption.window-millis",
    "foresight.polcy, foresight.policy",
  })
  void unknownKeyIsNamedWithTheNearest(String key, String meant) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> read(Map.of(key, "500")))
        .withMessageMatching(
            Pattern.quote(
                    "There is no key "
                        + key
                        + " (its value is 500); the nearest are "
                        + meant
                        + ", foresight.")
                + "[a-z.-]+, foresight[a-z.-]+; docs/configuration.md has all of them\\.");
  }

  @ParameterizedTest
  @CsvSource({
    "foresight.queue.root.etl.dead-line, deadline",
    "foresight.queue.deadline, deadline",
    "foresight.queue.etl.mode, mode", // No full path.
    "foresight.queue.mode, mode",
    "foresight.queues.root.etl.mdoe, mode",
  })
  void keyOfAQueueThatIsNoneIsNamedWithTheNearest(String key, String meant) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> read(Map.of(key, "on")))
        .withMessageStartingWith(
            "There is no key "
                + key
                + " (its value is on); the nearest are foresight.queue.<queue path>."
                + meant
                + ", foresight.queue.<queue path>.")
        .withMessageEndingWith(
            ", where the path is a full one, such as root.etl; docs/configuration.md has all of"
                + " them.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foresight.queue", "foresight.queue.root.etl"})
  void keyOfAQueueWithoutItsEndIsNamed(String key) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> read(Map.of(key, "on")))
        .withMessageMatching(
            "There is no key .*; the nearest are (foresight\\.queue\\.<queue path>\\.[a-z-]+, ){3}where"
                + " the path .*");
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(
            () ->
                read(
                    Map.of(
                        "foresight.cylce-millis", "1",
                        "foresight.mode", "half",
                        "foresight.queue.root.etl.mode", "most",
                        "foresight.slot-millis", "long")))
        .withMessageMatching(
            "4 problems: \\(1\\) There is no key foresight.cylce-millis .*"
                + " \\(2\\) The value \\(half\\) of foresight.mode .*"
                + " \\(3\\) The value \\(most\\) of foresight.queue.root.etl.mode .*"
                + " \\(4\\) The value \\(long\\) of foresight.slot-millis [^\n]*");
  }

  @Test
  void keysOfOthersAreNoneOfItsBusiness() throws InvalidConfigurationException {
    assertThat(read(Map.of("yarn.foresight.cylce-millis", "0"))).isEqualTo(read(Map.of()));
  }

  @Test
  void goalsOfAQueueHoldForThoseBelowItKeyByKey() throws InvalidConfigurationException {
    ForesightConfiguration configuration =
        read(
            Map.of(
                "foresight.queue.root.etl.deadline", " PT1H ",
                "foresight.queue.root.etl.gang", "true",
                "foresight.queue.root.etl.fast.deadline", "PT1M",
                "foresight.queue.root.adhoc.class", "be"));

    assertThat(configuration.queueGoal("root.etl"))
        .containsOnly(Map.entry("deadline", "PT1H"), Map.entry("gang", "true"));
    assertThat(configuration.queueGoal("root.etl.fast"))
        .containsOnly(Map.entry("deadline", "PT1M"), Map.entry("gang", "true"));
    assertThat(configuration.queueGoal("root.adhoc")).containsOnly(Map.entry("class", "be"));
    assertThat(configuration.queueGoal("root.other")).isEmpty();
  }

  @Test
  void whatNeedsARestartIsNamedAndCanBeKept() throws InvalidConfigurationException {
    ForesightConfiguration first = read(Map.of());
    ForesightConfiguration next =
        read(
            Map.of(
                "foresight.mode", "on",
                "foresight.predictor", "history-3sigma",
                "foresight.history.dir", "/new",
                "foresight.web", "false"));

    assertThat(next.fixedOtherThan(first))
        .containsExactly("foresight.predictor", "foresight.history.dir", "foresight.web");
    assertThat(next.withFixedOf(first)).isEqualTo(read(Map.of("foresight.mode", "on")));
    assertThat(next.withWeb(true).fixedOtherThan(next)).containsExactly("foresight.web");
    assertThat(first.fixedOtherThan(read(Map.of("foresight.mode", "on")))).isEmpty();
  }

  /** Of every key that there is of queues: one that is misspelt leaves a queue unprotected. */
  @Test
  void keysOfQueuesThatThereAreNotAreNamed() throws InvalidConfigurationException {
    Map<String, String> said =
        Map.ofEntries(
            Map.entry("mode", "on"),
            Map.entry("preemption", "true"),
            Map.entry("deadline", "PT5M"),
            Map.entry("class", "slo"),
            Map.entry("gang", "true"),
            Map.entry("value", "2"),
            Map.entry("prefer", "label:gpu*2"),
            Map.entry("max-wait", "PT10M"),
            Map.entry("hopeless-deadlines", "refuse"),
            Map.entry("denied-deadlines", "refuse"),
            Map.entry("deadline-acl", "ada"),
            Map.entry("most-value", "5"),
            Map.entry("deadline-share", "0.5"));
    assertThat(said.keySet())
        .containsExactlyInAnyOrderElementsOf(
            ForesightKeys.OF_QUEUES.stream().map(Key::suffix).toList());
    Map<String, String> keys = new HashMap<>();
    List<String> misspelt = new ArrayList<>();
    said.forEach(
        (suffix, value) -> {
          keys.put("foresight.queue.root." + suffix, value);
          keys.put("foresight.queue.root.etl." + suffix, value);
          keys.put("foresight.queue.root.elt." + suffix, value);
          misspelt.add("foresight.queue.root.elt." + suffix);
        });

    assertThat(read(keys).keysWithoutQueue(List.of("root.etl.nightly", "root.eltern")))
        .containsExactlyInAnyOrderElementsOf(misspelt);
    assertThat(SiteCheck.noQueue("foresight.queue.root.elt.max-wait"))
        .isEqualTo(
            "The key foresight.queue.root.elt.max-wait counts for nothing yet: there is no leaf"
                + " queue at or below root.elt.");
  }

  private static void assertRefused(Map<String, String> keys, String message) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> read(keys))
        .withMessage(message);
  }

  private static ForesightConfiguration read(Map<String, String> keys)
      throws InvalidConfigurationException {
    Configuration conf = new Configuration(false);
    keys.forEach(conf::set);
    return ForesightConfiguration.read(conf);
  }
}
