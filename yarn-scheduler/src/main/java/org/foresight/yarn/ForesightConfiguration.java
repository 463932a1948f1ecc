package org.foresight.yarn;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Maps;
import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.policy.BigcSettings;
import org.foresight.planner.policy.ForesightPolicy;
import org.foresight.planner.policy.GsSettings;
import org.foresight.planner.policy.KairosSettings;
import org.foresight.planner.policy.Policies;
import org.foresight.planner.policy.PriorityQueues;
import org.foresight.planner.policy.ThreeSigmaSettings;
import org.foresight.planner.preemption.PreemptionSettings;

/**
 * What {@link ForesightKeys} say. Immutable, so that all of it can change in one moment.
 *
 * @param modes what Foresight does with which queue
 * @param planning how it plans
 * @param preemption which containers may be stopped, and how
 * @param predictor name of where runtimes come from
 * @param history where finished jobs are remembered; empty: in memory only
 * @param web whether questions are answered in the ResourceManager's web server
 * @param queueGoals what a queue's jobs want if they don't say so themselves, by the keys of {@link
 *     GoalParser}
 * @param submission what queues say of the deadlines of the jobs submitted to them
 * @param shadowSummaryJobs after how many finished jobs the shadow says how well it predicts
 * @param given what is set, and as it is set, of the keys of which a refresh reads new values, but
 *     for modes; by their names
 */
record ForesightConfiguration(
    Modes modes,
    Planning planning,
    PreemptionRules preemption,
    String predictor,
    Optional<HistoryLocation> history,
    boolean web,
    ImmutableMap<String, QueueTree<String>> queueGoals,
    SubmissionRules submission,
    int shadowSummaryJobs,
    ImmutableSortedMap<String, String> given) {

  /**
   * How to plan. A planner is made for one of these; another one needs another planner.
   *
   * @param policy name of the scheduling policy
   * @param solver name of the solver of plans
   * @param settings settings of plans
   * @param gs settings of priority queues and pilots
   * @param suspends whether best-effort tasks may be suspended under policies that do not do so by
   *     themselves
   * @param kairos how, and settings of the policy by this name
   * @param bigc settings of the policy by this name
   * @param timeoutMillis how long a planner may be silent until CapacityScheduler's own order takes
   *     over
   */
  record Planning(
      String policy,
      String solver,
      ThreeSigmaSettings settings,
      GsSettings gs,
      boolean suspends,
      KairosSettings kairos,
      BigcSettings bigc,
      long timeoutMillis) {

    /** Whether tasks are ever suspended. */
    boolean suspendsTasks() {
      return suspends || Policies.suspends(policy);
    }
  }

  /**
   * Reads the configuration.
   *
   * @throws InvalidConfigurationException with every key that is not accepted, the value found and
   *     what is accepted
   */
  static ForesightConfiguration read(Configuration conf) throws InvalidConfigurationException {
    KeyReader keys = new KeyReader(conf);
    keys.rejectUnknownKeys();
    PreemptionRules preemption = preemption(keys);
    ForesightConfiguration read =
        new ForesightConfiguration(
            new Modes(
                keys.value(ForesightKeys.ENABLED),
                keys.value(ForesightKeys.MODE),
                keys.ofQueues(ForesightKeys.QUEUE_MODE)),
            planning(keys, preemption),
            preemption,
            keys.value(ForesightKeys.PREDICTOR),
            keys.value(
                ForesightKeys.HISTORY,
                keys.isGiven(ForesightKeys.HISTORY.name())
                    ? ForesightKeys.HISTORY.name()
                    : ForesightKeys.FORMER_HISTORY),
            keys.value(ForesightKeys.WEB),
            ForesightKeys.QUEUE_GOALS.stream().collect(toImmutableMap(Key::suffix, keys::ofQueues)),
            new SubmissionRules(
                keys.ofQueues(ForesightKeys.QUEUE_HOPELESS),
                keys.ofQueues(ForesightKeys.QUEUE_DENIED),
                keys.ofQueues(ForesightKeys.QUEUE_DEADLINE_ACL),
                keys.ofQueues(ForesightKeys.QUEUE_MOST_VALUE),
                keys.ofQueues(ForesightKeys.QUEUE_DEADLINE_SHARE)),
            keys.value(ForesightKeys.SHADOW_SUMMARY),
            keys.given());
    keys.verify();
    return read;
  }

  private static Planning planning(KeyReader keys, PreemptionRules preemption) {
    String policy = keys.value(ForesightKeys.POLICY);
    return new Planning(
        policy,
        keys.value(ForesightKeys.SOLVER),
        ThreeSigmaSettings.DEFAULT
            .withGrid(
                keys.value(ForesightKeys.CYCLE),
                keys.value(ForesightKeys.SLOT),
                keys.value(ForesightKeys.LOOK_AHEAD))
            .withMargins(
                keys.value(ForesightKeys.DEADLINE_MARGIN), keys.value(ForesightKeys.MASTER_LEAD))
            .toBuilder()
            .preempts(preemption.mayBeOn())
            .stopMillis(preemption.mayBeOn() ? preemption.settings().stopMillis() : 0)
            .build(),
        new GsSettings(
            PriorityQueues.DEFAULT,
            keys.value(ForesightKeys.THIN_LIMIT),
            GsSettings.DEFAULT.ratioJobs(),
            keys.value(ForesightKeys.PILOT_PERCENT),
            keys.value(ForesightKeys.PILOT_PATIENCE)),
        keys.value(ForesightKeys.LAS).orElseGet(() -> policy.equals(ForesightPolicy.NAME)),
        KairosSettings.DEFAULT
            .withQueueBound(
                keys.value(ForesightKeys.LAS_QUEUE_BOUND)
                    .orElseGet(() -> Policies.usualQueueBound(policy)))
            .withTieRule(keys.value(ForesightKeys.LAS_TIES)),
        new BigcSettings(
            keys.value(ForesightKeys.BIGC_CUTOFF), keys.value(ForesightKeys.BIGC_SHORT) / 100.0),
        keys.value(ForesightKeys.PLANNER_TIMEOUT));
  }

  private static PreemptionRules preemption(KeyReader keys) {
    return new PreemptionRules(
        keys.value(ForesightKeys.PREEMPTION),
        keys.ofQueues(ForesightKeys.QUEUE_PREEMPTION),
        new PreemptionSettings(
            keys.value(ForesightKeys.PREEMPTION_GRACE),
            PreemptionRules.KEEP_MILLIS,
            keys.value(ForesightKeys.PREEMPTION_MOST),
            keys.value(ForesightKeys.PREEMPTION_WINDOW)));
  }

  /** What a queue's jobs want if they don't say so themselves, by the keys of GoalParser. */
  ImmutableMap<String, String> queueGoal(String queuePath) {
    ImmutableMap.Builder<String, String> goal = ImmutableMap.builder();
    queueGoals.forEach((key, said) -> said.at(queuePath).ifPresent(value -> goal.put(key, value)));
    return goal.buildOrThrow();
  }

  /** This configuration with what needs a restart as it is in another one. */
  ForesightConfiguration withFixedOf(ForesightConfiguration other) {
    return new ForesightConfiguration(
        modes,
        planning,
        preemption,
        other.predictor,
        other.history,
        other.web,
        queueGoals,
        submission,
        shadowSummaryJobs,
        given);
  }

  /** This configuration with every queue off. */
  ForesightConfiguration off() {
    return new ForesightConfiguration(
        new Modes(false, modes.general(), modes.ofQueues()),
        planning,
        preemption,
        predictor,
        history,
        web,
        queueGoals,
        submission,
        shadowSummaryJobs,
        given);
  }

  /** This configuration with questions answered or not. */
  ForesightConfiguration withWeb(boolean answered) {
    return new ForesightConfiguration(
        modes,
        planning,
        preemption,
        predictor,
        history,
        answered,
        queueGoals,
        submission,
        shadowSummaryJobs,
        given);
  }

  /**
   * The keys of queues that count for nothing as long as these are all the leaf queues, since there
   * is none at or below the path in their names; sorted.
   */
  ImmutableSet<String> keysWithoutQueue(Collection<String> leafQueuePaths) {
    ImmutableSortedSet.Builder<String> keys = ImmutableSortedSet.naturalOrder();
    ofQueues()
        .forEach(
            (suffix, tree) ->
                tree.pathsWithout(leafQueuePaths).stream()
                    .map(path -> ForesightKeys.QUEUE_PREFIX + path + "." + suffix)
                    .forEach(keys::add));
    return keys.build();
  }

  /** All that is said of queues, by the last part of the keys that say it. */
  private ImmutableMap<String, QueueTree<?>> ofQueues() {
    return ImmutableMap.<String, QueueTree<?>>builder()
        .put(ForesightKeys.QUEUE_MODE.suffix(), modes.ofQueues())
        .put(ForesightKeys.QUEUE_PREEMPTION.suffix(), preemption.ofQueues())
        .putAll(queueGoals)
        .put(ForesightKeys.QUEUE_HOPELESS.suffix(), submission.hopeless())
        .put(ForesightKeys.QUEUE_DENIED.suffix(), submission.denied())
        .put(ForesightKeys.QUEUE_DEADLINE_ACL.suffix(), submission.users())
        .put(ForesightKeys.QUEUE_MOST_VALUE.suffix(), submission.mostValue())
        .put(ForesightKeys.QUEUE_DEADLINE_SHARE.suffix(), submission.share())
        .buildOrThrow();
  }

  /** What needs a restart, by the names of the keys that say it. */
  ImmutableMap<String, String> fixedValues() {
    return ImmutableMap.of(
        ForesightKeys.PREDICTOR.name(),
        predictor,
        ForesightKeys.HISTORY.name(),
        history.map(location -> location.folder().toString()).orElse(""),
        ForesightKeys.WEB.name(),
        Boolean.toString(web));
  }

  /** The keys that need a restart and say something else in another configuration. */
  ImmutableSet<String> fixedOtherThan(ForesightConfiguration other) {
    return ImmutableSet.copyOf(
        Maps.difference(fixedValues(), other.fixedValues()).entriesDiffering().keySet());
  }
}
