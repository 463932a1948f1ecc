package org.foresight.planner.solver;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Improves an assignment by small moves, each of which takes a few jobs out and puts them back
 * elsewhere: <em>forced insertion</em> gives a job an option it has no room for and ejects the jobs
 * in its way that lose least for the room they give back; <em>ruin and recreate</em> takes out jobs
 * that compete for the same row. Moves look at {@link Candidates} only. A move is kept if it does
 * not lose much against the assignment before, less and less as the search goes on (simulated
 * annealing), else undone.
 *
 * <p>Mutable, for one thread; deterministic for a given random generator.
 */
final class LocalSearch {

  /** An option is overlooked with a probability of 1 in so many, so that others get a try. */
  private static final int BLINK = 24;

  private static final int MAX_RUINED = 6;

  /** Of 100 moves so many force a job in. */
  private static final int FORCED = 66;

  /** So many jobs are looked at for the one that misses most. */
  private static final int SAMPLE = 6;

  /** How many of a block's jobs are looked at as victims. */
  private static final int VICTIMS = 24;

  /** Temperature at the start and the end of a cycle, of a job's mean utility. */
  private static final double HOT = 0.3;

  private static final double COLD = 0.01;

  /** Moves of the first cycle, for every job; each cycle is twice as long as the one before. */
  private static final int CYCLE = 50;

  /** After so many moves the rounding errors of the sums are wiped out. */
  private static final long MOVES_PER_RESET = 20_000;

  /** The word to stop is asked after so many jobs. */
  private static final int JOBS_PER_ASK = 16;

  private final PlanColumns columns;
  private final RandomGenerator random;
  private final Candidates candidates;
  private final Assignment current;
  private final BlockMembers members;

  private final int[] best;
  private double bestObjective;
  private long moves;
  private long movesSinceBetter;
  private long work;

  private double temperature;
  private double cooling;
  private long cycleEnd;
  private long cycleLength;

  /** The jobs that the move under way has touched, and the options they had before. */
  private final int[] touched;

  private final int[] optionBefore;
  private final boolean[] isTouched;
  private int touchedCount;
  private double objectiveBefore;

  /** Jobs taken out by the move under way, to be put back. */
  private final int[] removed;

  private int removedCount;

  LocalSearch(PlanColumns columns, Candidates candidates, int[] start, RandomGenerator random) {
    this.columns = columns;
    this.candidates = candidates;
    this.random = random;
    current = new Assignment(columns);
    members = new BlockMembers(columns);
    best = start.clone();
    touched = new int[columns.jobCount];
    optionBefore = new int[columns.jobCount];
    isTouched = new boolean[columns.jobCount];
    removed = new int[columns.jobCount];
    restart(start);
    bestObjective = current.objective();
    cycleLength = (long) CYCLE * columns.jobCount;
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

  /** Goes on from an assignment that fits. */
  void restart(int[] choice) {
    current.reset(choice);
    members.clear();
    for (int option : choice) {
      if (option != PlanColumns.NONE) {
        members.add(option);
      }
    }
  }

  /** Gives every job the candidate of greatest utility that fits. */
  void settle(BooleanSupplier stop) {
    for (int j = 0; j < columns.jobCount; j++) {
      if (j % JOBS_PER_ASK == 0 && stop.getAsBoolean()) {
        break;
      }
      int before = current.optionOf(j);
      clear(j);
      insert(j, candidates.byUtility, false);
      if (current.optionOf(j) == PlanColumns.NONE && before != PlanColumns.NONE) {
        place(before);
      }
    }
    rememberIfBetter();
  }

  /** Fills anew in an order of jobs, each the option of greatest gain that fits. */
  void fill(int[] jobs, BooleanSupplier stop) {
    for (int i = 0; i < jobs.length; i++) {
      if (i % JOBS_PER_ASK == 0 && stop.getAsBoolean()) {
        break;
      }
      if (current.optionOf(jobs[i]) == PlanColumns.NONE) {
        insert(jobs[i], candidates.byGain, false);
      }
    }
    rememberIfBetter();
  }

  /** Makes one move. */
  void move() {
    if (moves == cycleEnd) {
      startCycle();
    }
    moves++;
    objectiveBefore = current.objective();
    int job = random.nextInt(100) < FORCED ? mostRegretful(SAMPLE) : PlanColumns.NONE;
    if (job != PlanColumns.NONE) {
      forceIn(job);
    } else {
      ruin();
    }
    recreate();
    finishMove();
    temperature *= cooling;
  }

  private void startCycle() {
    double mean = current.objective() / Math.max(1, columns.jobCount);
    temperature = HOT * mean;
    cooling = Math.pow(COLD / HOT, 1.0 / cycleLength);
    cycleEnd = moves + cycleLength;
    cycleLength *= 2;
    restart(best);
  }

  /** How much gain a job misses against its best option. */
  private double regret(int job) {
    int option = current.optionOf(job);
    double gain = option == PlanColumns.NONE ? 0 : candidates.gain[option];
    return candidates.bestGain[job] - gain;
  }

  /** The job with the greatest regret among a random few; none if none of them has any. */
  private int mostRegretful(int sampleSize) {
    int found = PlanColumns.NONE;
    double greatest = 0;
    for (int i = 0; i < sampleSize; i++) {
      int j = random.nextInt(columns.jobCount);
      double regret = regret(j) * random.nextDouble();
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
    clear(job);
    eject(option);
    place(option);
  }

  /** A random candidate other than the job's current one, good ones more often. */
  private int betterOption(int job) {
    int count = candidates.count[job];
    int first = job * candidates.stride;
    double uniform = random.nextDouble();
    int index = (int) (count * uniform * uniform * uniform);
    int option = candidates.byGain[first + index];
    return option == current.optionOf(job) ? candidates.byGain[first] : option;
  }

  /** Takes out jobs until the option fits. */
  private void eject(int option) {
    int row = current.mostViolatedBy(option);
    while (row != PlanColumns.NONE) {
      work++;
      int victim = victim(row, columns.amountIn(option, row) - current.freeOf(row));
      if (victim == PlanColumns.NONE) {
        // Nobody is in the way: what is missing is the rounding of sums.
        return;
      }
      remove(victim);
      row = current.mostViolatedBy(option);
    }
  }

  private int victim(int row, double missing) {
    int block = row / columns.slots;
    int size = members.size(block);
    int victim = PlanColumns.NONE;
    double least = Double.POSITIVE_INFINITY;
    int index = size == 0 ? 0 : random.nextInt(size);
    int seen = 0;
    for (int i = 0; i < size && seen < VICTIMS; i++) {
      int j = members.job(block, index);
      index = index + 1 == size ? 0 : index + 1;
      int other = current.optionOf(j);
      double share = columns.amountIn(other, row);
      if (share > 0) {
        seen++;
        double loss =
            Math.max(0, candidates.gain[other] - candidates.gainOutside(j, block))
                + 0.1 * columns.utility[other];
        double score = loss / Math.min(share, missing) * (0.25 + random.nextDouble());
        if (score < least) {
          least = score;
          victim = j;
        }
      }
    }
    return victim;
  }

  /** Takes out a random few of the jobs that use a row of a random job's option. */
  private void ruin() {
    int seed = random.nextInt(columns.jobCount);
    if (candidates.count[seed] == 0) {
      return;
    }
    int option = current.optionOf(seed);
    if (option == PlanColumns.NONE) {
      option = candidates.byGain[seed * candidates.stride + random.nextInt(candidates.count[seed])];
    }
    remove(seed);
    int l = columns.lane[option];
    int parts = columns.partStart[l + 1] - columns.partStart[l];
    int length = columns.length(option);
    if (parts == 0 || length == 0) {
      return;
    }
    int part = columns.partStart[l] + random.nextInt(parts);
    int row = columns.partRow[part] + columns.slot[option] + random.nextInt(length);
    int block = row / columns.slots;
    int target = 2 + random.nextInt(MAX_RUINED - 1);
    int size = members.size(block);
    int index = size == 0 ? 0 : random.nextInt(size);
    for (int i = 0; i < size && removedCount < target && members.size(block) > 0; i++) {
      index = index + 1 >= members.size(block) ? 0 : index + 1;
      int j = members.job(block, index);
      if (columns.amountIn(current.optionOf(j), row) > 0) {
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
    int[] order = random.nextBoolean() ? candidates.byGain : candidates.byUtility;
    for (int i = 0; i < removedCount; i++) {
      insert(removed[i], order, true);
    }
    int hopeful = mostRegretful(SAMPLE);
    if (hopeful != PlanColumns.NONE && !isTouched[hopeful]) {
      touch(hopeful);
      int before = current.optionOf(hopeful);
      clear(hopeful);
      insert(hopeful, candidates.byUtility, false);
      if (current.optionOf(hopeful) == PlanColumns.NONE && before != PlanColumns.NONE) {
        place(before);
      }
    }
  }

  /** Chooses the first option in the order that fits, if there is one. */
  private void insert(int job, int[] order, boolean blink) {
    work++;
    int first = job * candidates.stride;
    for (int i = first; i < first + candidates.count[job]; i++) {
      if (current.fits(order[i]) && !(blink && random.nextInt(BLINK) == 0)) {
        place(order[i]);
        return;
      }
    }
  }

  private void place(int option) {
    current.place(option);
    members.add(option);
  }

  private void clear(int job) {
    int option = current.optionOf(job);
    if (option != PlanColumns.NONE) {
      members.remove(option, current);
      current.clear(job);
    }
  }

  private void remove(int job) {
    touch(job);
    clear(job);
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
      double loss = objectiveBefore - current.objective();
      if (loss > 0 && loss > -temperature * Math.log(random.nextDouble())) {
        undo();
      }
    }
    for (int i = 0; i < touchedCount; i++) {
      isTouched[touched[i]] = false;
    }
    touchedCount = 0;
    removedCount = 0;
    if (moves % MOVES_PER_RESET == 0) {
      restart(current.toArray());
    }
  }

  private void undo() {
    for (int i = 0; i < touchedCount; i++) {
      clear(touched[i]);
    }
    for (int i = 0; i < touchedCount; i++) {
      if (optionBefore[i] != PlanColumns.NONE) {
        place(optionBefore[i]);
      }
    }
  }

  private boolean rememberIfBetter() {
    // A real gain, not the rounding of sums.
    if (current.objective() <= bestObjective * (1 + 1e-12)) {
      return false;
    }
    current.copyTo(best);
    bestObjective = current.objective();
    movesSinceBetter = 0;
    return true;
  }
}
