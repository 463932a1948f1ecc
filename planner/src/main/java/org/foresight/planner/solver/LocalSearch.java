package org.foresight.planner.solver;

import java.util.random.RandomGenerator;

/**
 * Improves an assignment by small moves, each of which takes a few jobs out and puts them back
 * elsewhere: <em>forced insertion</em> gives a job an option it has no room for and ejects the jobs
 * in its way that are worth least for the room they hold; <em>ruin and recreate</em> takes out jobs
 * that compete for the same row. A move is kept if it does not fall far behind the best assignment
 * so far (record-to-record travel), else undone.
 *
 * <p>Mutable, for one thread; deterministic for a given random generator.
 */
final class LocalSearch {

  /** How far behind the best objective, as a fraction of it, the search may go. */
  private static final double DEVIATION = 0.004;

  /** An option is overlooked with a probability of 1 in so many, so that others get a try. */
  private static final int BLINK = 24;

  private static final int MAX_RUINED = 6;

  /** After so many moves without a better one, the search returns to the best assignment. */
  private static final int RETURN_AFTER = 300;

  private final PlanColumns columns;
  private final RandomGenerator random;
  private final Assignment current;

  /** Every job's options by utility less cost, the best first. */
  private final int[] byGain;

  /** Every job's options by utility, the best first. */
  private final int[] byUtility;

  private int[] best;
  private double bestObjective;
  private long movesSinceBetter;
  private long work;

  /** The jobs that the move under way has touched, and the options they had before. */
  private final int[] touched;

  private final int[] optionBefore;
  private final boolean[] isTouched;
  private int touchedCount;

  /** Jobs taken out by the move under way, to be put back. */
  private final int[] removed;

  private int removedCount;

  LocalSearch(PlanColumns columns, int[] start, double[] prices, RandomGenerator random) {
    this.columns = columns;
    this.random = random;
    current = new Assignment(columns);
    current.reset(start);
    best = start.clone();
    bestObjective = current.objective();
    byGain = OptionOrder.perJob(columns, o -> columns.utility[o] - columns.cost(o, prices));
    byUtility = OptionOrder.perJob(columns, o -> columns.utility[o]);
    touched = new int[columns.jobCount];
    optionBefore = new int[columns.jobCount];
    isTouched = new boolean[columns.jobCount];
    removed = new int[columns.jobCount];
  }

  int[] best() {
    return best;
  }

  double bestObjective() {
    return bestObjective;
  }

  long movesSinceBetter() {
    return movesSinceBetter;
  }

  /** How often the options of a job were looked through so far. */
  long work() {
    return work;
  }

  /** Gives every job the option of greatest utility that fits, until nothing changes. */
  void settle() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int j = 0; j < columns.jobCount; j++) {
        if (regret(j) > 0) {
          int before = current.optionOf(j);
          current.clear(j);
          insert(j, byUtility, false);
          changed |= current.optionOf(j) != before;
        }
      }
    }
    rememberIfBetter();
  }

  /** Makes one move. */
  void move() {
    int job = mostRegretful(3);
    if (job != PlanColumns.NONE && random.nextInt(3) > 0) {
      forceIn(job);
    } else {
      ruin();
    }
    recreate();
    finishMove();
  }

  /** How much utility a job misses against its best option. */
  private double regret(int job) {
    int first = columns.jobStart[job];
    return first == columns.jobStart[job + 1]
        ? 0
        : columns.utility[byUtility[first]] - current.utilityOf(job);
  }

  /** The job with the greatest regret among a random few; none if none of them has any. */
  private int mostRegretful(int sampleSize) {
    int found = PlanColumns.NONE;
    double greatest = 0;
    for (int i = 0; i < sampleSize; i++) {
      int j = random.nextInt(columns.jobCount);
      double regret = regret(j);
      if (regret > greatest) {
        greatest = regret;
        found = j;
      }
    }
    return found;
  }

  private void forceIn(int job) {
    int option = betterOption(job);
    touch(job);
    current.clear(job);
    eject(option);
    current.place(option);
  }

  /** A random option that is worth more than the job's current one, good ones more often. */
  private int betterOption(int job) {
    int first = columns.jobStart[job];
    int count = columns.jobStart[job + 1] - first;
    double utility = current.utilityOf(job);
    int[] order = random.nextBoolean() ? byGain : byUtility;
    double uniform = random.nextDouble();
    int start = (int) (count * uniform * uniform * uniform);
    for (int i = start; i >= 0; i--) {
      if (columns.utility[order[first + i]] > utility) {
        return order[first + i];
      }
    }
    return byUtility[first];
  }

  /** Takes out jobs until the option fits. */
  private void eject(int option) {
    int row = mostViolated(option);
    while (row != PlanColumns.NONE) {
      work++;
      int victim = PlanColumns.NONE;
      double least = Double.POSITIVE_INFINITY;
      for (int j = 0; j < columns.jobCount; j++) {
        int other = current.optionOf(j);
        if (other != PlanColumns.NONE) {
          double share = columns.amountIn(other, row);
          if (share > 0) {
            double loss = columns.utility[other] / share * (0.25 + random.nextDouble());
            if (loss < least) {
              least = loss;
              victim = j;
            }
          }
        }
      }
      if (victim == PlanColumns.NONE) {
        // Nobody is in the way: what is missing is the rounding of sums.
        return;
      }
      remove(victim);
      row = mostViolated(option);
    }
  }

  private int mostViolated(int option) {
    int row = PlanColumns.NONE;
    double most = PlanColumns.TOLERANCE;
    for (int e = columns.entryStart[option]; e < columns.entryStart[option + 1]; e++) {
      double violation = columns.amount[e] - current.freeOf(columns.row[e]);
      if (violation > most) {
        most = violation;
        row = columns.row[e];
      }
    }
    return row;
  }

  /** Takes out a random few of the jobs that use a row of a random job's option. */
  private void ruin() {
    int seed = random.nextInt(columns.jobCount);
    int options = columns.jobStart[seed + 1] - columns.jobStart[seed];
    if (options == 0) {
      return;
    }
    int option = current.optionOf(seed);
    if (option == PlanColumns.NONE) {
      option = columns.jobStart[seed] + random.nextInt(options);
    }
    remove(seed);
    int entries = columns.entryStart[option + 1] - columns.entryStart[option];
    if (entries == 0) {
      return;
    }
    int row = columns.row[columns.entryStart[option] + random.nextInt(entries)];
    int target = 2 + random.nextInt(MAX_RUINED - 1);
    int j = random.nextInt(columns.jobCount);
    for (int i = 0; i < columns.jobCount && removedCount < target; i++) {
      j = j + 1 == columns.jobCount ? 0 : j + 1;
      int other = current.optionOf(j);
      if (other != PlanColumns.NONE && columns.amountIn(other, row) > 0) {
        remove(j);
      }
    }
  }

  /** Puts the removed jobs back, and one more that may profit from what they left. */
  private void recreate() {
    for (int i = removedCount - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int job = removed[i];
      removed[i] = removed[other];
      removed[other] = job;
    }
    int[] order = random.nextBoolean() ? byGain : byUtility;
    for (int i = 0; i < removedCount; i++) {
      insert(removed[i], order, true);
    }
    int hopeful = mostRegretful(4);
    if (hopeful != PlanColumns.NONE && !isTouched[hopeful]) {
      touch(hopeful);
      current.clear(hopeful);
      insert(hopeful, byUtility, false);
    }
  }

  /** Chooses the first option in the order that fits, if there is one. */
  private void insert(int job, int[] order, boolean blink) {
    work++;
    for (int i = columns.jobStart[job]; i < columns.jobStart[job + 1]; i++) {
      if (current.fits(order[i]) && !(blink && random.nextInt(BLINK) == 0)) {
        current.place(order[i]);
        return;
      }
    }
  }

  private void remove(int job) {
    touch(job);
    current.clear(job);
    removed[removedCount++] = job;
  }

  private void touch(int job) {
    if (!isTouched[job]) {
      isTouched[job] = true;
      optionBefore[touchedCount] = current.optionOf(job);
      touched[touchedCount++] = job;
    }
  }

  private void finishMove() {
    if (!rememberIfBetter()) {
      movesSinceBetter++;
      if (movesSinceBetter % RETURN_AFTER == 0) {
        current.reset(best);
      } else if (current.objective() < bestObjective * (1 - DEVIATION)) {
        undo();
      }
    }
    for (int i = 0; i < touchedCount; i++) {
      isTouched[touched[i]] = false;
    }
    touchedCount = 0;
    removedCount = 0;
  }

  private void undo() {
    for (int i = 0; i < touchedCount; i++) {
      current.clear(touched[i]);
    }
    for (int i = 0; i < touchedCount; i++) {
      if (optionBefore[i] != PlanColumns.NONE) {
        current.place(optionBefore[i]);
      }
    }
  }

  private boolean rememberIfBetter() {
    // A real gain, not the rounding of sums.
    if (current.objective() <= bestObjective * (1 + 1e-12)) {
      return false;
    }
    best = current.toArray();
    current.reset(best);
    bestObjective = current.objective();
    movesSinceBetter = 0;
    return true;
  }
}
