package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * What a ResourceManager would make of Foresight's configuration; for whoever wants to know before
 * it is restarted or refreshed.
 *
 * @param problems what it would not accept, one sentence each; where there are any, the rest is
 *     empty
 * @param modes the modes of queues, for people
 * @param queuesOn the leaf queues that would be on
 * @param queuesInShadow the leaf queues that would be in shadow mode
 * @param keysWithoutQueue the keys of queues that count for nothing, since there is no leaf queue
 *     at or below the path in their names
 * @param history the folder in which finished jobs are remembered; relative if the files say a path
 *     that each process finds from its own working directory; empty: in memory only
 * @param restartValues what counts after a restart alone, by the names of the keys that say it
 */
public record SiteCheck(
    ImmutableList<String> problems,
    String modes,
    ImmutableSet<String> queuesOn,
    ImmutableSet<String> queuesInShadow,
    ImmutableSet<String> keysWithoutQueue,
    Optional<URI> history,
    ImmutableMap<String, String> restartValues) {

  /** The key that says whether a ResourceManager answers questions on Foresight. */
  public static final String WEB = ForesightKeys.WEB.name();

  /** The modes, as they are told to people, where none counts. */
  public static final String SWITCHED_OFF = Modes.SWITCHED_OFF;

  /** Whether modes, as they are told to people, are those of an installation that is all off. */
  public static boolean isOff(String modes) {
    return modes.equals(Mode.OFF.text()) || isSwitchedOff(modes);
  }

  /** Whether that is so whatever the modes of the queues. */
  public static boolean isSwitchedOff(String modes) {
    return modes.equals(Modes.SWITCHED_OFF);
  }

  /** What is said to people of a key that counts for nothing, since there is no such queue. */
  public static String noQueue(String key) {
    String path = QueueTree.parent(key.substring(ForesightKeys.QUEUE_PREFIX.length()));
    return "The key "
        + key
        + " counts for nothing yet: there is no leaf queue at or below "
        + path
        + ".";
  }

  /** Whether no queue would be in any mode but off. */
  public boolean isAllOff() {
    return queuesOn.isEmpty() && queuesInShadow.isEmpty();
  }

  /**
   * What CapacityScheduler's own preemption would do beside queues that are on; empty if none is,
   * or it does not run.
   *
   * @param yarn yarn-site.xml
   */
  public Optional<String> monitorProblem(Configuration yarn) {
    return queuesOn.isEmpty() || !StockPreemption.isMonitorOn(yarn)
        ? Optional.empty()
        : Optional.of(
            YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS
                + " is true, and queues are on: what held jobs ask for would count as demand"
                + " that is not met, and containers of other queues would be stopped for it.");
  }

  /** Whether it would answer questions. */
  public boolean isWebOn() {
    return Boolean.parseBoolean(restartValues.getOrDefault(WEB, "true"));
  }

  /**
   * Reads a configuration.
   *
   * @param conf foresight-site.xml and yarn-site.xml, the latter with precedence
   * @param leafQueues the full paths of the leaf queues
   */
  public static SiteCheck of(Configuration conf, Collection<String> leafQueues) {
    try {
      ForesightConfiguration read = ForesightConfiguration.read(conf);
      return new SiteCheck(
          ImmutableList.of(),
          read.modes().toString(),
          in(Mode.ON, read.modes(), leafQueues),
          in(Mode.SHADOW, read.modes(), leafQueues),
          read.keysWithoutQueue(leafQueues),
          read.history().map(HistoryLocation::folder),
          read.fixedValues());
    } catch (InvalidConfigurationException e) {
      return new SiteCheck(
          e.problems(),
          "",
          ImmutableSet.of(),
          ImmutableSet.of(),
          ImmutableSet.of(),
          Optional.empty(),
          ImmutableMap.of());
    }
  }

  /**
   * What is set, as it is set, of the keys of which a refresh reads new values, but for modes; by
   * their names.
   *
   * @param conf as of {@link #of}
   */
  public static ImmutableMap<String, String> refreshedKeys(Configuration conf) {
    return new KeyReader(conf).given();
  }

  /** What a key is where nothing is set; empty if it has no default, or there is no such key. */
  public static Optional<String> defaultOf(String key) {
    return ForesightKeys.ALL.stream()
        .filter(known -> known.name().equals(key))
        .findFirst()
        .flatMap(Key::defaultText);
  }

  private static ImmutableSet<String> in(Mode mode, Modes modes, Collection<String> leafQueues) {
    return leafQueues.stream()
        .filter(queue -> modes.of(queue) == mode)
        .sorted()
        .collect(ImmutableSet.toImmutableSet());
  }
}
