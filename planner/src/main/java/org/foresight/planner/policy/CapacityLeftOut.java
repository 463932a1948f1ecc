package org.foresight.planner.policy;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tells settings of CapacityScheduler that are left out, but would change what a cluster does, from
 * those of no consequence.
 */
final class CapacityLeftOut {

  /** What a cluster does on account of settings that a simulation leaves out. */
  private enum Effect {
    STOPPED("a queue that is stopped takes no jobs", ".*\\.state", "RUNNING"),
    LABELS(
        "nodes with a label are shared out by capacities of their own, among the queues that may"
            + " use it; here by the plain capacities, among all queues",
        ".*\\.accessible-node-labels(\\.[^.]+\\.(maximum-)?capacity)?",
        ""),
    DEFAULT_LABEL(
        "jobs that ask for no label run under that of their queue",
        ".*\\.default-node-label-expression",
        ""),
    MAPPINGS(
        "jobs are put in queues by rules; here they stay in those that they name",
        "queue-mappings|mapping-rule-json(-file)?",
        ""),
    APPLICATIONS(
        "a job is refused or held back where there are too many",
        "(.*\\.)?(maximum-applications|max-parallel-apps)",
        // Hadoop's default for a whole cluster.
        "10000"),
    LIFETIME(
        "a job that takes too long is killed",
        ".*\\.(maximum|default)-application-lifetime",
        "-1|0"),
    WEIGHTS(
        "some jobs, users or queues weigh more than others",
        ".*\\.(enable-size-based-weight|priority|default-application-priority|user-settings\\..*"
            + "\\.weight)",
        "false|0|1(\\.0)?");

    private final String text;
    private final Pattern key;
    private final Pattern without;

    /**
     * An effect.
     *
     * @param text what a cluster does, for people
     * @param key matches the settings that have it, without the prefix of all
     * @param without matches values of them by which there is no such effect
     */
    Effect(String text, String key, String without) {
      this.text = text;
      this.key = Pattern.compile(key);
      this.without = Pattern.compile(without, Pattern.CASE_INSENSITIVE);
    }

    private boolean isOf(String setting, String value) {
      return key.matcher(setting).matches() && !without.matcher(value).matches();
    }
  }

  private final String prefix;
  private final ImmutableSortedMap<String, String> settings;

  /**
   * Looks at settings.
   *
   * @param prefix what the keys of all begin with
   * @param settings those that are left out: keys and values
   */
  CapacityLeftOut(String prefix, ImmutableSortedMap<String, String> settings) {
    this.prefix = prefix;
    this.settings = settings;
  }

  /** The keys of no consequence, in the order of their names. */
  ImmutableList<String> harmless() {
    return settings.entrySet().stream()
        .filter(setting -> effect(setting).isEmpty())
        .map(Map.Entry::getKey)
        .collect(toImmutableList());
  }

  /** What a cluster does, and by which settings. */
  ImmutableList<String> consequential() {
    return Arrays.stream(Effect.values())
        .flatMap(effect -> text(effect).stream())
        .collect(toImmutableList());
  }

  private Optional<String> text(Effect effect) {
    String keys =
        settings.entrySet().stream()
            .filter(setting -> effect(setting).filter(effect::equals).isPresent())
            .map(setting -> setting.getKey() + " (" + setting.getValue().trim() + ")")
            .collect(Collectors.joining(", "));
    return keys.isEmpty() ? Optional.empty() : Optional.of(effect.text + ": " + keys);
  }

  private Optional<Effect> effect(Map.Entry<String, String> setting) {
    String name = setting.getKey().substring(prefix.length());
    return Arrays.stream(Effect.values())
        .filter(effect -> effect.isOf(name, setting.getValue().trim()))
        .findFirst();
  }
}
