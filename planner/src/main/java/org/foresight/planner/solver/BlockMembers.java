package org.foresight.planner.solver;

import java.util.Arrays;

/** Which placed options consume from each block, so that a search finds who is in its way. */
final class BlockMembers {

  private final PlanColumns columns;

  /** The jobs of every block, in no order. */
  private final int[][] members;

  private final int[] size;

  /** Where a job stands in the list of its lane's i-th part: at {@code job * mostParts + i}. */
  private final int[] place;

  private final int mostParts;

  BlockMembers(PlanColumns columns) {
    this.columns = columns;
    int blocks = columns.rowCount / columns.slots;
    members = new int[blocks][8];
    size = new int[blocks];
    int most = 1;
    for (int l = 0; l < columns.laneCount(); l++) {
      most = Math.max(most, columns.partStart[l + 1] - columns.partStart[l]);
    }
    mostParts = most;
    place = new int[columns.jobCount * mostParts];
  }

  int size(int block) {
    return size[block];
  }

  int job(int block, int index) {
    return members[block][index];
  }

  void clear() {
    Arrays.fill(size, 0);
  }

  void add(int option) {
    int job = columns.job[option];
    int first = columns.partStart[columns.lane[option]];
    int end = columns.partStart[columns.lane[option] + 1];
    for (int part = first; part < end; part++) {
      int block = columns.partRow[part] / columns.slots;
      int index = size[block]++;
      if (index == members[block].length) {
        members[block] = Arrays.copyOf(members[block], 2 * index);
      }
      members[block][index] = job;
      place[job * mostParts + part - first] = index;
    }
  }

  /**
   * Takes an option out; the last of each list takes its place.
   *
   * @param chosen the option of every job while the lists were made; the job's own still stands
   */
  void remove(int option, Assignment chosen) {
    int job = columns.job[option];
    int first = columns.partStart[columns.lane[option]];
    int end = columns.partStart[columns.lane[option] + 1];
    for (int part = first; part < end; part++) {
      int block = columns.partRow[part] / columns.slots;
      int index = place[job * mostParts + part - first];
      int last = members[block][--size[block]];
      members[block][index] = last;
      place[last * mostParts + partIn(chosen.optionOf(last), block)] = index;
    }
  }

  private int partIn(int option, int block) {
    int first = columns.partStart[columns.lane[option]];
    int part = first;
    while (columns.partRow[part] != block * columns.slots) {
      part++;
    }
    return part - first;
  }
}
