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
 * block of every resource type.
 *
 * <p>Immutable.
 */
public final class PlanRows {

  private final NodeSets sets;
  private final ImmutableList<ResourceLimit> limits;
  private final int types;
  private final Map<String, Integer> limitNumbers = new HashMap<>();

  /**
   * @param types number of resource types
   */
  public PlanRows(NodeSets sets, ImmutableList<ResourceLimit> limits, int types) {
    this.sets = sets;
    this.limits = limits;
    this.types = types;
    for (int limit = 0; limit < limits.size(); limit++) {
      limitNumbers.put(limits.get(limit).id(), limit);
    }
  }

  NodeSets sets() {
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
    return (sets.count() + limits.size()) * types;
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

  /** A name of a block that is the same in every plan. */
  public String nameOf(int block) {
    int owner = block / types;
    String name = owner < sets.count() ? sets.nameOf(owner) : limits.get(owner - sets.count()).id();
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
   * @param master what the application master holds beside them; null if none is to start
   */
  Charges chargesInSet(
      JobView job,
      String partition,
      int set,
      double tasks,
      ResourceVector demand,
      @Nullable ResourceVector master) {
    Collector collector = new Collector();
    for (int outer = 0; outer < sets.count(); outer++) {
      if (sets.isWithin(set, outer)) {
        collector.add(ofSet(outer, 0), tasks, demand, null);
      }
    }
    for (int limit : limitsOf(job, partition)) {
      boolean all = limits.get(limit).counted() == ResourceLimit.Counted.ALL_CONTAINERS;
      collector.add(ofLimit(limit, 0), all ? tasks : 0, demand, master);
    }
    return collector.build();
  }

  /** What running tasks hold, of each block. */
  Charges chargesOf(JobView job, ImmutableList<RunningGroup> groups) {
    double[] amounts = new double[blocks()];
    for (RunningGroup group : groups) {
      for (int set = 0; set < sets.count(); set++) {
        if (group.kind() >= 0 && sets.contains(set, group.kind())) {
          add(amounts, ofSet(set, 0), group);
        }
      }
      for (int limit : limitsOf(job, group.partition())) {
        if (limits.get(limit).counted() == ResourceLimit.Counted.ALL_CONTAINERS) {
          add(amounts, ofLimit(limit, 0), group);
        }
      }
    }
    int[] blocks = IntStream.range(0, amounts.length).filter(b -> amounts[b] > 0).toArray();
    return new Charges(
        ImmutableIntArray.copyOf(blocks),
        ImmutableDoubleArray.copyOf(Arrays.stream(blocks).mapToDouble(b -> amounts[b])));
  }

  private void add(double[] amounts, int firstBlock, RunningGroup group) {
    for (int type = 0; type < types; type++) {
      amounts[firstBlock + type] += (double) group.count() * group.held().amount(type);
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
