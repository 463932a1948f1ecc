package org.foresight.planner.placement;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.cluster.ResourceLimit;
import org.foresight.planner.cluster.ResourceVector;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of capacity rows of a plan, one row a slot: for each set of nodes and each limit one
 * block of every resource type. Where running best-effort jobs may be stopped, or make way, for
 * jobs with deadlines, there is one more for each partition: the room there is if none is and does,
 * from which best-effort jobs consume too, so that none is stopped, or makes way, for another.
 *
 * <p>Immutable.
 */
public final class PlanRows {

  private final NodeSets sets;
  private final ImmutableList<ResourceLimit> limits;
  private final int types;
  private final boolean sparesBestEffort;
  private final Map<String, Integer> limitNumbers = new HashMap<>();

  /**
   * @param types number of resource types
   * @param sparesBestEffort whether jobs with deadlines may have room that running best-effort jobs
   *     hold
   */
  public PlanRows(
      NodeSets sets, ImmutableList<ResourceLimit> limits, int types, boolean sparesBestEffort) {
    this.sets = sets;
    this.limits = limits;
    this.types = types;
    this.sparesBestEffort = sparesBestEffort;
    for (int limit = 0; limit < limits.size(); limit++) {
      limitNumbers.put(limits.get(limit).id(), limit);
    }
  }

  /** The sets of nodes. */
  public NodeSets sets() {
    return sets;
  }

  ImmutableList<ResourceLimit> limits() {
    return limits;
  }

  int types() {
    return types;
  }

  /** Number of blocks. */
  public int blocks() {
    return (sets.count() + limits.size() + unstoppedSets()) * types;
  }

  /** How many sets, the first ones, have a block of the room there is if all are spared. */
  int unstoppedSets() {
    return sparesBestEffort ? sets.partitions() : 0;
  }

  /** The block of a resource type of a set of nodes. */
  int ofSet(int set, int type) {
    return set * types + type;
  }

  /** The block of a resource type of a limit. */
  int ofLimit(int limit, int type) {
    return (sets.count() + limit) * types + type;
  }

  /** The sets of nodes that a job may be placed in, the one that suits it best first. */
  public ImmutableList<NodeSets.Choice> choices(JobModel model) {
    return sets.choices(model.want());
  }

  /** The block of a resource type of the room in a whole partition if all are spared. */
  int ofUnstopped(int set, int type) {
    return (sets.count() + limits.size() + set) * types + type;
  }

  /** A name of a block that is the same in every plan. */
  public String nameOf(int block) {
    int owner = block / types;
    int limit = owner - sets.count();
    String name;
    if (limit < 0) {
      name = sets.nameOf(owner);
    } else if (limit < limits.size()) {
      name = limits.get(limit).id();
    } else {
      name = "unstopped " + sets.nameOf(limit - limits.size());
    }
    return name + "#" + block % types;
  }

  /**
   * The limits that a job's containers in a partition count towards, ascending.
   *
   * <p>Ids that no limit has are passed over: the host knows of none just now.
   */
  int[] limitsOf(JobView job, String partition) {
    return job.limits().stream()
        .map(limitNumbers::get)
        .filter(limit -> limit != null && limits.get(limit).partition().equals(partition))
        .mapToInt(Integer::intValue)
        .sorted()
        .distinct()
        .toArray();
  }

  /**
   * What tasks anywhere in a set consume, from each block. The application master counts towards
   * limits alone: of the room on nodes it takes little, and which node's is not known.
   *
   * @param tasks what all tasks together hold
   * @param bestEffort whether all are to be spared
   * @param master what the application master holds beside them; null if none is to start
   */
  Charges chargesInSet(
      JobView job,
      String partition,
      int set,
      double tasks,
      ResourceVector demand,
      boolean bestEffort,
      @Nullable ResourceVector master) {
    Collector collector = new Collector();
    for (int outer = 0; outer < sets.count(); outer++) {
      if (sets.isWithin(set, outer)) {
        collector.add(ofSet(outer, 0), tasks, demand, null);
      }
    }
    addLimits(collector, job, partition, tasks, demand, master);
    for (int whole = 0; bestEffort && whole < unstoppedSets(); whole++) {
      if (sets.isWithin(set, whole)) {
        collector.add(ofUnstopped(whole, 0), tasks, demand, null);
      }
    }
    return collector.build();
  }

  /** What a task anywhere in a partition consumes of limits alone. */
  Charges chargesOfLimits(JobView job, String partition, ResourceVector demand) {
    Collector collector = new Collector();
    addLimits(collector, job, partition, 1, demand, null);
    return collector.build();
  }

  private void addLimits(
      Collector collector,
      JobView job,
      String partition,
      double tasks,
      ResourceVector demand,
      @Nullable ResourceVector master) {
    for (int limit : limitsOf(job, partition)) {
      boolean all = limits.get(limit).counted() == ResourceLimit.Counted.ALL_CONTAINERS;
      collector.add(ofLimit(limit, 0), all ? tasks : 0, demand, master);
    }
  }

  /** What running tasks hold, of each block. */
  Charges chargesOf(JobView job, ImmutableList<RunningGroup> groups) {
    double[] amounts = new double[blocks()];
    for (RunningGroup group : groups) {
      for (int set = 0; set < sets.count(); set++) {
        if (group.kind() >= 0 && sets.contains(set, group.kind())) {
          add(amounts, ofSet(set, 0), group, group.blocking());
        }
      }
      for (int limit : limitsOf(job, group.partition())) {
        if (limits.get(limit).counted() == ResourceLimit.Counted.ALL_CONTAINERS) {
          add(amounts, ofLimit(limit, 0), group, group.held());
        }
      }
    }
    int[] blocks = IntStream.range(0, amounts.length).filter(b -> amounts[b] > 0).toArray();
    return new Charges(
        ImmutableIntArray.copyOf(blocks),
        ImmutableDoubleArray.copyOf(Arrays.stream(blocks).mapToDouble(b -> amounts[b])));
  }

  private void add(double[] amounts, int firstBlock, RunningGroup group, ResourceVector each) {
    for (int type = 0; type < types; type++) {
      amounts[firstBlock + type] += (double) group.count() * each.amount(type);
    }
  }

  /** Amounts consumed from some blocks, ascending. */
  record Charges(ImmutableIntArray blocks, ImmutableDoubleArray amounts) {}

  private final class Collector {
    private final ImmutableIntArray.Builder blocks = ImmutableIntArray.builder();
    private final ImmutableDoubleArray.Builder amounts = ImmutableDoubleArray.builder();

    void add(int firstBlock, double tasks, ResourceVector demand, @Nullable ResourceVector master) {
      for (int type = 0; type < types; type++) {
        double amount = tasks * demand.amount(type) + (master == null ? 0 : master.amount(type));
        if (amount > 0) {
          blocks.add(firstBlock + type);
          amounts.add(amount);
        }
      }
    }

    Charges build() {
      return new Charges(blocks.build(), amounts.build());
    }
  }
}
