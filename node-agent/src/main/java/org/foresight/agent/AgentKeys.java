package org.foresight.agent;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import java.util.function.Function;
import org.foresight.planner.node.LasSettings;

/**
 * All keys of the agent's, in the order in which people read of them. The example in conf/ and the
 * table in docs/node-agent.md are made from them by a test. They count from the next start of the
 * NodeManager on.
 */
final class AgentKeys {

  /** The ResourceManager leaves keys that begin so to the NodeManagers. */
  static final String PREFIX = "foresight.agent.";

  private static final long LONGEST_MILLIS = 86_400_000;
  private static final int MOST_QUANTA = 1_000;
  private static final int MOST_VCORES = 10_000;

  /** By which means containers are suspended. */
  enum CpuControl {
    AUTO,
    CGROUPS,
    SIGNALS,
    OFF
  }

  /** Which containers may be suspended. */
  enum Suspends {
    MARKED,
    ALL
  }

  static final AgentKey<CpuControl> CPU_CONTROL =
      new AgentKey<>(
          PREFIX + "cpu-control",
          "auto",
          "auto, cgroups, signals or off",
          """
          By which means containers are suspended. cgroups: by the quota of their cgroup; signals: \
          by SIGSTOP and SIGCONT, for the DefaultContainerExecutor only; auto: by cgroups, or by \
          signals where no cgroup can be written; off: none is.""",
          constants(
              ImmutableMap.of(
                  "auto",
                  CpuControl.AUTO,
                  "cgroups",
                  CpuControl.CGROUPS,
                  "signals",
                  CpuControl.SIGNALS,
                  "off",
                  CpuControl.OFF)));

  static final AgentKey<Suspends> SUSPENDS =
      new AgentKey<>(
          PREFIX + "suspends",
          "marked",
          "marked or all",
          """
          Which containers may be suspended. marked: those that the ResourceManager has marked by \
          the allocation tag foresight.suspendable, so that nothing is suspended where it does not \
          ask for it; all: all but application masters and those with the allocation tag \
          foresight.never-suspended, whoever has allocated them.""",
          constants(ImmutableMap.of("marked", Suspends.MARKED, "all", Suspends.ALL)));

  static final AgentKey<Long> QUANTUM =
      new AgentKey<>(
          PREFIX + "quantum-millis",
          Long.toString(LasSettings.DEFAULT_QUANTUM_MILLIS),
          range(1, LONGEST_MILLIS) + " (ms)",
          """
          How long a container runs until it may have to make way for a suspended one that has \
          attained no more service.""",
          numbers(1, LONGEST_MILLIS));

  static final AgentKey<Integer> STARVING =
      new AgentKey<>(
          PREFIX + "starving-quanta",
          Integer.toString(LasSettings.DEFAULT_STARVING_QUANTA),
          range(1, MOST_QUANTA) + " (quanta)",
          "A container that has been suspended for so many quanta runs next.",
          counts(1, MOST_QUANTA));

  static final AgentKey<Integer> GUARDED =
      new AgentKey<>(
          PREFIX + "guarded-quanta",
          Integer.toString(LasSettings.DEFAULT_GUARDED_QUANTA),
          range(1, MOST_QUANTA) + " (quanta)",
          "For how many quanta a container that was starving runs without being suspended.",
          counts(1, MOST_QUANTA));

  static final AgentKey<LasSettings.Service> SERVICE =
      new AgentKey<>(
          PREFIX + "service",
          "time",
          "time or cpu",
          """
          What counts as attained service. time: the time for which a container was not suspended; \
          cpu: its processor time, divided by its virtual cores. Of a container that mostly waits, \
          processor time hardly grows, so that it would keep its turn for as long as it runs.""",
          constants(
              ImmutableMap.of(
                  "time",
                  LasSettings.Service.UNSUSPENDED_TIME,
                  "cpu",
                  LasSettings.Service.MEASURED)));

  static final AgentKey<Integer> VCORES =
      new AgentKey<>(
          PREFIX + "vcores",
          "0",
          range(0, MOST_VCORES) + " (virtual cores)",
          """
          How many virtual cores containers share, N in the paper. 0: those that the NodeManager \
          offers, yarn.nodemanager.resource.cpu-vcores.""",
          counts(0, MOST_VCORES));

  static final AgentKey<Integer> MINIMUM =
      new AgentKey<>(
          PREFIX + "minimum-percent",
          "5",
          range(1, 100) + " (percent)",
          """
          What is left to a suspended container, as a part of one core. With less, a JVM does not \
          send its heartbeats in time.""",
          counts(1, 100));

  static final AgentKey<Optional<String>> CGROUP =
      new AgentKey<>(
          PREFIX + "cgroup",
          "",
          "a path with a slash at its start, such as /foresight",
          """
          The cgroup below which the agent makes one for every container of a \
          DefaultContainerExecutor, as a path below the mount. Empty: foresight, below that of the \
          NodeManager.""",
          AgentKeys::path);

  static final AgentKey<Optional<String>> FOLDER =
      new AgentKey<>(
          PREFIX + "dir",
          "",
          "an absolute path",
          """
          Folder of the agent of this NodeManager, where it writes down what it takes before it \
          takes it. Empty: foresight-agent in the first of yarn.nodemanager.local-dirs.""",
          AgentKeys::path);

  static final ImmutableList<AgentKey<?>> ALL =
      ImmutableList.of(
          CPU_CONTROL,
          SUSPENDS,
          QUANTUM,
          STARVING,
          GUARDED,
          SERVICE,
          VCORES,
          MINIMUM,
          CGROUP,
          FOLDER);

  private AgentKeys() {}

  private static <T> Function<String, T> constants(ImmutableMap<String, T> byName) {
    return text -> {
      T constant = byName.get(text);
      if (constant == null) {
        throw new IllegalArgumentException("There is no (" + text + ").");
      }
      return constant;
    };
  }

  private static Function<String, Long> numbers(long least, long most) {
    return text -> {
      long number = Long.parseLong(text);
      if (number < least || number > most) {
        throw new IllegalArgumentException("Out of range (" + number + ").");
      }
      return number;
    };
  }

  private static Function<String, Integer> counts(int least, int most) {
    return numbers(least, most).andThen(Math::toIntExact);
  }

  private static Optional<String> path(String text) {
    if (!text.isEmpty() && !text.startsWith("/")) {
      throw new IllegalArgumentException("Not absolute (" + text + ").");
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private static String range(long least, long most) {
    return "a whole number from " + least + " to " + most;
  }
}
