package org.foresight.agent;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.foresight.planner.node.LasSettings;

/**
 * What {@link AgentKeys} say. Immutable.
 *
 * @param vcores how many virtual cores containers share; 0 for as many as the NodeManager offers
 * @param minimumCores what is left to a suspended container, as a part of one core
 * @param cgroup the path of the cgroup below which others are made; empty for the usual one
 * @param folder the agent's folder; empty for the usual one
 */
record AgentSettings(
    AgentKeys.CpuControl cpuControl,
    AgentKeys.Suspends suspends,
    long quantumMillis,
    int starvingQuanta,
    int guardedQuanta,
    LasSettings.Service service,
    int vcores,
    double minimumCores,
    Optional<String> cgroup,
    Optional<String> folder) {

  /**
   * Reads them.
   *
   * @throws IllegalArgumentException with all that is not accepted, if anything is not
   */
  static AgentSettings read(Configuration conf) {
    Reader reader = new Reader(conf);
    AgentSettings settings =
        new AgentSettings(
            reader.value(AgentKeys.CPU_CONTROL),
            reader.value(AgentKeys.SUSPENDS),
            reader.value(AgentKeys.QUANTUM),
            reader.value(AgentKeys.STARVING),
            reader.value(AgentKeys.GUARDED),
            reader.value(AgentKeys.SERVICE),
            reader.value(AgentKeys.VCORES),
            reader.value(AgentKeys.MINIMUM) / 100.0,
            reader.value(AgentKeys.CGROUP),
            reader.value(AgentKeys.FOLDER));
    reader.verify();
    return settings;
  }

  /**
   * How many virtual cores containers share, also where not everything is accepted.
   *
   * @param nodeVcores how many the NodeManager offers
   */
  static int vcores(Configuration conf, int nodeVcores) {
    return vcores(new Reader(conf).value(AgentKeys.VCORES), nodeVcores);
  }

  private static int vcores(int named, int nodeVcores) {
    return named > 0 ? named : Math.max(1, nodeVcores);
  }

  /** How containers take turns on a node of so many virtual cores. */
  LasSettings las(int nodeVcores) {
    return new LasSettings(
        vcores(vcores, nodeVcores), quantumMillis, starvingQuanta, guardedQuanta, service);
  }

  /** Reads keys and collects what is wrong with them. */
  private static final class Reader {
    private final Configuration conf;
    private final List<String> problems = new ArrayList<>();

    Reader(Configuration conf) {
      this.conf = conf;
    }

    <T> T value(AgentKey<T> key) {
      String text = conf.getTrimmed(key.name(), "");
      if (!text.isEmpty()) {
        try {
          return key.parser().apply(text);
        } catch (IllegalArgumentException e) {
          problems.add(
              "The value ("
                  + text
                  + ") of "
                  + key.name()
                  + " is not accepted; it must be "
                  + key.accepted()
                  + ".");
        }
      }
      return key.parser().apply(key.defaultText());
    }

    void verify() {
      ImmutableSet<String> known =
          AgentKeys.ALL.stream().map(AgentKey::name).collect(toImmutableSet());
      for (String suffix : new TreeSet<>(conf.getPropsWithPrefix(AgentKeys.PREFIX).keySet())) {
        String name = AgentKeys.PREFIX + suffix;
        if (!known.contains(name)) {
          problems.add(
              "There is no key " + name + "; accepted are " + String.join(", ", known) + ".");
        }
      }
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(String.join(" ", problems));
      }
    }
  }
}
