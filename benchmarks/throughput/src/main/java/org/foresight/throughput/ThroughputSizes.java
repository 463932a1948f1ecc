package org.foresight.throughput;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;

/**
 * What is measured.
 *
 * @param clusters loads without deadlines and without an application that asks for very much
 * @param bigTasks how many containers such an application asks for, one case each, on every cluster
 * @param deadlineMinutes after how long the jobs of some queues shall have ended in one case more
 *     of every cluster
 * @param repeats how often each case is measured, at least two
 * @param heapMib of each run
 */
record ThroughputSizes(
    ImmutableList<Load> clusters,
    ImmutableList<Integer> bigTasks,
    int deadlineMinutes,
    int repeats,
    int heapMib) {

  /**
   * Room and tasks for more than 20,000 containers a second, which no scheduler has come near on
   * two processors. Until a minute after the start the Java compiler takes a quarter of them.
   */
  static final ThroughputSizes FULL =
      new ThroughputSizes(
          ImmutableList.of(
              new Load(1_000, 128, 1_000, 100, 30_000, 0, 0, 60, 20, 2_000, 6_000),
              new Load(10_000, 32, 3_000, 300, 10_000, 0, 0, 60, 20, 2_000, 6_000)),
          ImmutableList.of(1_000_000),
          6,
          3,
          5_000);

  /** A few nodes, which are never full for all that, some minutes. */
  static final ThroughputSizes QUICK =
      new ThroughputSizes(
          ImmutableList.of(new Load(50, 2_000, 200, 10, 20_000, 0, 0, 3, 4, 2_000, 6_000)),
          ImmutableList.of(100_000),
          1,
          2,
          700);

  ThroughputSizes withRepeats(int newRepeats) {
    return new ThroughputSizes(clusters, bigTasks, deadlineMinutes, newRepeats, heapMib);
  }

  /** With the clusters of so many nodes alone, of which there may be none. */
  ThroughputSizes withNodes(int nodes) {
    return new ThroughputSizes(
        clusters.stream().filter(cluster -> cluster.nodes() == nodes).collect(toImmutableList()),
        bigTasks,
        deadlineMinutes,
        repeats,
        heapMib);
  }

  /**
   * All loads, each cluster first alone, then with such an application, then with deadlines; and
   * who is measured under them: to those that know of no deadlines the last is the first.
   */
  ImmutableListMultimap<Load, Subject> cases() {
    ImmutableListMultimap.Builder<Load, Subject> cases = ImmutableListMultimap.builder();
    for (Load cluster : clusters) {
      cases.putAll(cluster, Subject.values());
      bigTasks.forEach(tasks -> cases.putAll(cluster.withBigTasks(tasks), Subject.values()));
      cases.putAll(withDeadlines(cluster), Subject.CAPACITY_ASYNC, Subject.FORESIGHT);
    }
    return cases.build();
  }

  Load withDeadlines(Load cluster) {
    return cluster.withDeadlines(deadlineMinutes);
  }
}
