package org.foresight.planner.solver;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.function.BooleanSupplier;
import org.foresight.planner.solver.PlanInstance.Option;
import org.foresight.planner.solver.PlanInstance.Profile;

/**
 * Makes {@link PlanColumns} of a {@link PlanInstance}. Its fields become those of the columns.
 * Mutable, for one use by one thread.
 */
final class ColumnLoader {

  /** How far above its capacity a row may be filled, as a fraction of it. */
  private static final double TOLERANCE = 1e-9;

  /** The word to stop is asked after so many jobs. */
  private static final int JOBS_PER_ASK = 16;

  /**
   * An option is compared with so many of its job's last lanes; not to find one only costs time.
   */
  private static final int LANES_SEARCHED = 8;

  final int slots;
  final BlockReduction reduction;
  double[] capacity;
  double[] limit;
  final int[] jobStart;
  final int[] job;
  final double[] utility;
  final int[] slot;
  final int[] lane;
  final int[] originalOption;
  int[] shareStart = new int[64];
  int[] shareCount = new int[64];
  double[] share = new double[256];
  int[] partStart = new int[64];
  int[] partRow = new int[64];
  double[] partAmount = new double[64];
  boolean complete = true;

  private final PlanInstance instance;

  /** What a unit of every block is in the instance: its greatest capacity. */
  private final double[] blockScale;

  /** The least limit of a row or one of the later ones in its block. */
  private final double[] leastLimit;

  private final IdentityHashMap<Profile, Integer> offsets = new IdentityHashMap<>();
  private int shares;
  private int lanes;
  private int options;

  /** The greatest share of every lane. */
  private double[] greatestShare = new double[64];

  /** The option that each lane of the job at hand was made for. */
  private Option[] laneExample = new Option[64];

  private int[] laneOfOption = new int[64];
  private int[] laneEnd = new int[64];

  ColumnLoader(PlanInstance instance) {
    this.instance = instance;
    slots = instance.slots();
    int rows = instance.capacities().length();
    blockScale = new double[rows / slots];
    capacity = new double[rows];
    limit = new double[rows];
    leastLimit = new double[rows];
    reduction = new BlockReduction(slots, capacity, blockScale);
    jobStart = new int[instance.jobs().size() + 1];
    int most = instance.jobs().stream().mapToInt(j -> j.options().size()).sum();
    job = new int[most];
    utility = new double[most];
    slot = new int[most];
    lane = new int[most];
    originalOption = new int[most];
  }

  PlanColumns load(BooleanSupplier stop) {
    scaleCapacities();
    for (int j = 0; j + 1 < jobStart.length; j++) {
      if (complete && j % JOBS_PER_ASK == 0 && stop.getAsBoolean()) {
        complete = false;
      }
      if (complete) {
        load(j, instance.jobs().get(j).options());
      }
      jobStart[j + 1] = options;
    }
    reduceBlocks();
    return new PlanColumns(this);
  }

  private void scaleCapacities() {
    for (int row = 0; row < capacity.length; row++) {
      capacity[row] = Math.max(0, instance.capacities().get(row));
      int block = row / slots;
      blockScale[block] = Math.max(blockScale[block], capacity[row]);
    }
    for (int row = capacity.length - 1; row >= 0; row--) {
      int block = row / slots;
      if (blockScale[block] == 0) {
        blockScale[block] = 1;
      }
      capacity[row] /= blockScale[block];
      limit[row] = capacity[row] * (1 + TOLERANCE);
      boolean last = row % slots == slots - 1;
      leastLimit[row] = last ? limit[row] : Math.min(limit[row], leastLimit[row + 1]);
    }
  }

  private void load(int j, ImmutableList<Option> original) {
    int firstLane = lanes;
    if (laneOfOption.length < original.size()) {
      laneOfOption = new int[2 * original.size()];
    }
    for (int i = 0; i < original.size(); i++) {
      Option option = original.get(i);
      laneOfOption[i] = option.utility() > 0 ? laneOf(option, firstLane) : PlanColumns.NONE;
      if (laneOfOption[i] != PlanColumns.NONE && !fits(option, laneOfOption[i])) {
        laneOfOption[i] = PlanColumns.NONE;
      }
    }
    sortByLane(j, original, firstLane);
  }

  /** A counting sort that keeps the order within a lane. */
  private void sortByLane(int j, ImmutableList<Option> original, int firstLane) {
    int count = lanes - firstLane;
    if (laneEnd.length <= count) {
      laneEnd = new int[2 * count];
    }
    Arrays.fill(laneEnd, 0, count + 1, 0);
    for (int i = 0; i < original.size(); i++) {
      if (laneOfOption[i] != PlanColumns.NONE) {
        laneEnd[laneOfOption[i] - firstLane + 1]++;
      }
    }
    laneEnd[0] += options;
    for (int l = 1; l <= count; l++) {
      laneEnd[l] += laneEnd[l - 1];
    }
    options = laneEnd[count];
    for (int i = 0; i < original.size(); i++) {
      if (laneOfOption[i] != PlanColumns.NONE) {
        int option = laneEnd[laneOfOption[i] - firstLane]++;
        job[option] = j;
        utility[option] = original.get(i).utility();
        slot[option] = original.get(i).firstSlot();
        lane[option] = laneOfOption[i];
        originalOption[option] = i;
      }
    }
  }

  // Profiles are shared by identity; to compare their shares would take longer than it saves.
  @SuppressWarnings("ReferenceEquality")
  private int laneOf(Option option, int firstLane) {
    for (int l = lanes - 1; l >= Math.max(firstLane, lanes - LANES_SEARCHED); l--) {
      Option example = laneExample[l - firstLane];
      if (example.profile() == option.profile()
          && example.blocks().equals(option.blocks())
          && example.amounts().equals(option.amounts())) {
        return l;
      }
    }
    return addLane(option, firstLane);
  }

  private int addLane(Option option, int firstLane) {
    int l = lanes++;
    if (lanes - firstLane > laneExample.length) {
      laneExample = Arrays.copyOf(laneExample, 2 * laneExample.length);
    }
    laneExample[l - firstLane] = option;
    if (lanes >= partStart.length) {
      partStart = Arrays.copyOf(partStart, 2 * partStart.length);
      shareStart = Arrays.copyOf(shareStart, 2 * shareStart.length);
      shareCount = Arrays.copyOf(shareCount, 2 * shareCount.length);
      greatestShare = Arrays.copyOf(greatestShare, 2 * greatestShare.length);
    }
    shareStart[l] = offsets.computeIfAbsent(option.profile(), this::addShares);
    shareCount[l] = length(option.profile());
    greatestShare[l] = 0;
    for (int k = 0; k < shareCount[l]; k++) {
      greatestShare[l] = Math.max(greatestShare[l], share[shareStart[l] + k]);
    }
    int part = partStart[l];
    int used = option.blocks().length();
    if (part + used > partRow.length) {
      partRow = Arrays.copyOf(partRow, 2 * (part + used));
      partAmount = Arrays.copyOf(partAmount, 2 * (part + used));
    }
    for (int i = 0; i < used; i++) {
      int block = option.blocks().get(i);
      partRow[part] = block * slots;
      partAmount[part++] = option.amounts().get(i) / blockScale[block];
    }
    partStart[lanes] = part;
    return l;
  }

  private int addShares(Profile profile) {
    int offset = shares;
    int length = length(profile);
    if (offset + length > share.length) {
      share = Arrays.copyOf(share, 2 * (offset + length));
    }
    for (int k = 0; k < length; k++) {
      share[offset + k] = profile.shares().get(k);
    }
    shares += length;
    return offset;
  }

  /** How many shares of a profile count: those within the slots, and no zeros at the end. */
  private int length(Profile profile) {
    ImmutableDoubleArray all = profile.shares();
    int length = Math.min(all.length(), slots);
    while (length > 0 && !(all.get(length - 1) > 0)) {
      length--;
    }
    return length;
  }

  /** Whether an option fits when it is alone. */
  private boolean fits(Option option, int l) {
    int length = Math.min(shareCount[l], slots - option.firstSlot());
    for (int part = partStart[l]; part < partStart[l + 1]; part++) {
      int first = partRow[part] + option.firstSlot();
      if (partAmount[part] * greatestShare[l] > leastLimit[first]) {
        for (int k = 0; k < length; k++) {
          if (partAmount[part] * share[shareStart[l] + k] > limit[first + k]) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Leaves out the blocks that a search need not look at, and numbers the others anew. */
  private void reduceBlocks() {
    for (int l = 0; l < lanes; l++) {
      reduction.observe(partRow, partAmount, partStart[l], partStart[l + 1]);
    }
    int blocks = reduction.reduce(contendedBlocks());
    dropParts();
    double[] kept = new double[blocks * slots];
    for (int block = 0; block < blockScale.length; block++) {
      int number = reduction.number(block);
      if (number != PlanColumns.NONE) {
        System.arraycopy(capacity, block * slots, kept, number * slots, slots);
      }
    }
    capacity = kept;
    limit = Arrays.stream(capacity).map(amount -> amount * (1 + TOLERANCE)).toArray();
  }

  private void dropParts() {
    int kept = 0;
    int part = 0;
    for (int l = 0; l < lanes; l++) {
      for (; part < partStart[l + 1]; part++) {
        int number = reduction.number(partRow[part] / slots);
        if (number != PlanColumns.NONE) {
          partRow[kept] = number * slots;
          partAmount[kept++] = partAmount[part];
        }
      }
      partStart[l + 1] = kept;
    }
  }

  /** Which blocks overflow if every job takes as much as it can. */
  private boolean[] contendedBlocks() {
    double[] demand = new double[blockScale.length];
    double[] mostOfJob = new double[blockScale.length];
    int option = 0;
    for (int j = 0; j + 1 < jobStart.length; j++) {
      int firstOption = option;
      for (; option < jobStart[j + 1]; option++) {
        int l = lane[option];
        if (option > firstOption && lane[option - 1] == l) {
          continue;
        }
        for (int part = partStart[l]; part < partStart[l + 1]; part++) {
          int block = partRow[part] / slots;
          mostOfJob[block] = Math.max(mostOfJob[block], partAmount[part] * greatestShare[l]);
        }
      }
      for (int block = 0; block < demand.length; block++) {
        demand[block] += mostOfJob[block];
        mostOfJob[block] = 0;
      }
    }
    boolean[] contended = new boolean[demand.length];
    for (int block = 0; block < contended.length; block++) {
      contended[block] = demand[block] > leastLimit[block * slots];
    }
    return contended;
  }
}
