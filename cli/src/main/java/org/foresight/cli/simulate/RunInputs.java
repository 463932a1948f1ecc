package org.foresight.cli.simulate;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Sets;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.util.Map;
import java.util.Optional;

/**
 * All that a run's result depends on, as text. Two runs with the same inputs give the same jobs the
 * same fates.
 *
 * @param values by name
 */
record RunInputs(ImmutableSortedMap<String, String> values) {

  static final String POLICY = "policy";
  static final String SEED = "seed";
  static final String WORKLOAD = "workload";

  static final String CLUSTER = "cluster";
  static final String CUTOFF = "short cutoff (s)";
  static final String LOAD = "load";
  static final String MAX_JOBS = "max jobs";
  static final String SLO_SHARE = "SLO share";
  static final String NODE_MTBF = "node MTBF";
  static final String TASK_FAILURES = "task failures";

  /** Of generated workloads only. */
  static final String GENERATOR = "workload name";

  static final String AS_IT_IS = "as it is";
  static final String NEVER = "never";

  /** Of the one policy that minds them. */
  static final String QUEUES = "queues";

  /** Of the policies that reserve nodes for short jobs. */
  static final String SHORT_SHARE = "share of nodes for short jobs";

  /** Of the policies under which nodes let tasks take turns. */
  static final String TURNS = "tasks take turns";

  /** What the runs of one folder may differ in. */
  private static final ImmutableSet<String> OWN =
      ImmutableSet.of(POLICY, SEED, WORKLOAD, QUEUES, SHORT_SHARE, TURNS);

  private static final String NO_TASK_FAILURES = String.valueOf(0.0);

  /** Stands for an input that a run has not. */
  static final String NOTHING = "nothing";

  RunInputs(Map<String, String> values) {
    this(ImmutableSortedMap.copyOf(values));
  }

  /**
   * Whether nothing in the run is drawn at random: a trace whose jobs are given no deadlines, and
   * in which nothing fails.
   */
  boolean sameForAllSeeds() {
    return !values.containsKey(GENERATOR)
        && AS_IT_IS.equals(values.get(SLO_SHARE))
        && NEVER.equals(values.get(NODE_MTBF))
        && NO_TASK_FAILURES.equals(values.get(TASK_FAILURES));
  }

  /** A hash of all of them. */
  String fingerprint() {
    Hasher hasher = Hashing.sha256().newHasher();
    values.forEach(
        (name, value) ->
            hasher
                .putInt(name.length())
                .putUnencodedChars(name)
                .putInt(value.length())
                .putUnencodedChars(value));
    return hasher.hash().toString();
  }

  /** The first input in which another run of the same folder must not differ, but does. */
  Optional<String> sharedDifference(RunInputs now) {
    return differenceIn(Sets.difference(names(now), OWN), now);
  }

  /** The first input that differs. */
  Optional<String> difference(RunInputs now) {
    return differenceIn(names(now), now);
  }

  private Sets.SetView<String> names(RunInputs other) {
    return Sets.union(values.keySet(), other.values.keySet());
  }

  private Optional<String> differenceIn(Iterable<String> names, RunInputs now) {
    for (String name : names) {
      String before = values.getOrDefault(name, NOTHING);
      String after = now.values.getOrDefault(name, NOTHING);
      if (!before.equals(after)) {
        return Optional.of("the " + name + " was (" + before + ") and is now (" + after + ")");
      }
    }
    return Optional.empty();
  }
}
