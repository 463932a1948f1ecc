package org.foresight.planner.solver;

import com.google.common.math.IntMath;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Prices of the rows' capacity: the Lagrangian dual of the capacity constraints. At prices p every
 * job takes the option with the greatest gain, which is its utility less its cost; the sum of the
 * gains and of the capacity's value bounds the optimum from above.
 *
 * <p>There are two ways to better prices. A <em>pass</em> asks one job after the other and makes
 * the rows that it takes dearer at once, all others a little cheaper (the incremental sub-gradient
 * method): a handful of passes come within a per cent of the least bound from nothing, since every
 * pass changes the prices as often as there are jobs. An <em>epoch</em> asks all jobs at the same
 * prices, which gives a bound, and then makes a deflected sub-gradient step of Polyak's length: it
 * closes what passes leave open.
 *
 * <p>Works on a whole problem or on what is left of it when some jobs are placed. Either way costs
 * little more than a look at the shares of every lane, and less where lanes and starts are skipped
 * whose utility is no more than the gain already found. Mutable, for one thread.
 */
final class CapacityPrices {

  /** The step is shortened after so many epochs without a better bound. */
  private static final int PATIENCE = 5;

  /** The first step of epochs, in Polyak's lengths. */
  private static final double FIRST_STEP = 0.5;

  /** How strongly a direction is bent away from turning back on the last one. */
  private static final double DEFLECTION = 1.5;

  /** Up to so many options of a lane are priced one by one. */
  private static final int FEW = 2;

  /** The word to stop is asked after so many jobs. */
  private static final int JOBS_PER_ASK = 64;

  private static final double GOLDEN = 0.618;

  private final PlanColumns columns;

  /** The options to choose from, ascending; the other jobs' are settled. */
  private final int[] options;

  /** The options of run i, all of one lane, are those from {@code runStart[i]} on. */
  private final int[] runStart;

  private final double[] runUtility;

  /** The runs of the i-th job that has any are those from {@code jobRun[i]} on. */
  private final int[] jobRun;

  /** The run that the i-th job took last: likely to be taken again, so looked at first. */
  private final int[] favourite;

  /** What is left of every row. */
  private final double[] capacity;

  /** The utility of the settled jobs. */
  private final double settledUtility;

  private final double[] prices;
  private final LanePrices lanePrices;
  private final double[] bestPrices;
  private final double[] used;
  private final double[] direction;
  private final double[] cost;
  private double bound = Double.POSITIVE_INFINITY;
  private double stepScale = FIRST_STEP;
  private int epochsSinceBetter;

  private double bestGain;
  private int bestOption;

  /** Starts with the whole problem. */
  CapacityPrices(PlanColumns columns, double[] start) {
    this(
        columns,
        new Assignment(columns),
        IntStream.range(0, columns.optionCount()).toArray(),
        start);
  }

  /**
   * Starts with a part of the problem.
   *
   * @param settled the jobs already placed
   * @param options the options of other jobs that remain, ascending
   * @param start prices to start from
   */
  CapacityPrices(PlanColumns columns, Assignment settled, int[] options, double[] start) {
    this.columns = columns;
    this.options = options;
    capacity = new double[columns.rowCount];
    for (int r = 0; r < capacity.length; r++) {
      capacity[r] = Math.max(0, settled.freeOf(r));
    }
    settledUtility = settled.objective();
    prices = start.clone();
    lanePrices = new LanePrices(columns, prices);
    bestPrices = start.clone();
    used = new double[columns.rowCount];
    direction = new double[columns.rowCount];
    cost = new double[columns.slots];
    int[] runs = new int[options.length + 1];
    int[] jobs = new int[Math.min(options.length, columns.jobCount) + 1];
    int runCount = 0;
    int jobCount = 0;
    for (int i = 0; i < options.length; i++) {
      boolean newJob = i == 0 || columns.job[options[i]] != columns.job[options[i - 1]];
      if (newJob) {
        jobs[jobCount++] = runCount;
      }
      if (newJob || columns.lane[options[i]] != columns.lane[options[i - 1]]) {
        runs[runCount++] = i;
      }
    }
    runs[runCount] = options.length;
    jobs[jobCount] = runCount;
    runStart = Arrays.copyOf(runs, runCount + 1);
    jobRun = Arrays.copyOf(jobs, jobCount + 1);
    favourite = Arrays.copyOf(jobs, jobCount);
    runUtility = new double[runCount];
    for (int run = 0; run < runCount; run++) {
      for (int i = runStart[run]; i < runStart[run + 1]; i++) {
        runUtility[run] = Math.max(runUtility[run], columns.utility[options[i]]);
      }
    }
  }

  /** An upper bound of the optimum: the least found so far. */
  double bound() {
    return bound;
  }

  /** The price of a unit of every row that gave {@link #bound}. */
  double[] best() {
    return bestPrices;
  }

  /** What an option adds to the bound at the best prices. */
  double gain(int option) {
    return columns.utility[option] - columns.cost(option, bestPrices);
  }

  /** What the capacity would be worth, were the greatest utility of every job paid for it. */
  double greatestPrice() {
    double utility = 0;
    for (int j = 0; j + 1 < jobRun.length; j++) {
      double most = 0;
      for (int run = jobRun[j]; run < jobRun[j + 1]; run++) {
        most = Math.max(most, runUtility[run]);
      }
      utility += most;
    }
    double total = Arrays.stream(capacity).sum();
    return total > 0 ? utility / total : 0;
  }

  /**
   * Lets one job after the other choose and adapts the prices after each.
   *
   * @param step by how much a row becomes dearer when all of its capacity is taken
   * @param stop asked every few jobs; true ends the pass
   */
  void pass(double step, BooleanSupplier stop) {
    int jobs = jobRun.length - 1;
    int stride = Math.max(1, (int) (GOLDEN * jobs));
    while (IntMath.gcd(stride, jobs) > 1) {
      stride++;
    }
    double relief = step / jobs;
    int j = 0;
    for (int i = 0; i < jobs; i++) {
      if (i % JOBS_PER_ASK == JOBS_PER_ASK - 1 && stop.getAsBoolean()) {
        return;
      }
      // Neighbours may be alike: take those far apart one after the other.
      j = (j + stride) % jobs;
      choose(j);
      if (bestOption != PlanColumns.NONE) {
        columns.addTo(prices, bestOption, step);
      }
      for (int r = 0; r < prices.length; r++) {
        prices[r] = Math.max(0, prices[r] - relief * capacity[r]);
      }
    }
  }

  /**
   * Lets all jobs choose at the current prices, and adapts the prices then.
   *
   * @param incumbent the best objective known
   * @param stop asked every few jobs; true means: leave the prices as they are
   */
  void epoch(double incumbent, BooleanSupplier stop) {
    double value = respond(stop);
    if (Double.isNaN(value)) {
      return;
    }
    if (value < bound) {
      bound = value;
      System.arraycopy(prices, 0, bestPrices, 0, prices.length);
      epochsSinceBetter = 0;
    } else if (++epochsSinceBetter >= PATIENCE) {
      stepScale /= 2;
      epochsSinceBetter = 0;
    }
    step(Math.max(0, value - incumbent));
  }

  /** Fills in what the jobs would use and returns the dual function's value; NaN if stopped. */
  private double respond(BooleanSupplier stop) {
    Arrays.fill(used, 0);
    double value = settledUtility;
    for (int r = 0; r < prices.length; r++) {
      value += prices[r] * capacity[r];
    }
    for (int j = 0; j + 1 < jobRun.length; j++) {
      if (j % JOBS_PER_ASK == JOBS_PER_ASK - 1 && stop.getAsBoolean()) {
        return Double.NaN;
      }
      choose(j);
      value += bestGain;
      if (bestOption != PlanColumns.NONE) {
        columns.addTo(used, bestOption, 1);
      }
    }
    return value;
  }

  /** Finds the option of the j-th job that gains most. */
  private void choose(int j) {
    bestGain = 0;
    bestOption = PlanColumns.NONE;
    int first = favourite[j];
    look(first);
    for (int run = jobRun[j]; run < jobRun[j + 1]; run++) {
      // Costs only lower the gain: without any, this run would lose already.
      if (run != first && runUtility[run] > bestGain && look(run)) {
        favourite[j] = run;
      }
    }
  }

  /** Looks for a better option in a run; returns whether there is one. */
  private boolean look(int run) {
    int from = runStart[run];
    int end = runStart[run + 1];
    double[] utility = columns.utility;
    int least = columns.slots;
    int greatest = -1;
    for (int i = from; i < end; i++) {
      if (utility[options[i]] > bestGain) {
        int slot = columns.slot[options[i]];
        least = Math.min(least, slot);
        greatest = Math.max(greatest, slot);
      }
    }
    if (greatest < least) {
      return false;
    }
    boolean oneByOne = end - from <= FEW;
    if (!oneByOne) {
      lanePrices.costs(columns.lane[options[from]], least, greatest + 1 - least, cost);
    }
    boolean found = false;
    for (int i = from; i < end; i++) {
      int option = options[i];
      if (utility[option] > bestGain) {
        double gain =
            utility[option]
                - (oneByOne ? columns.cost(option, prices) : cost[columns.slot[option] - least]);
        if (gain > bestGain) {
          bestGain = gain;
          bestOption = option;
          found = true;
        }
      }
    }
    return found;
  }

  /** A step along the sub-gradient, bent as Camerini, Fratta and Maffioli do. */
  private void step(double gap) {
    double norm = 0;
    double turn = 0;
    for (int r = 0; r < used.length; r++) {
      turn += direction[r] * (used[r] - capacity[r]);
      norm += direction[r] * direction[r];
    }
    double bend = turn < 0 ? -DEFLECTION * turn / norm : 0;
    norm = 0;
    for (int r = 0; r < used.length; r++) {
      direction[r] = used[r] - capacity[r] + bend * direction[r];
      if (direction[r] < 0 && prices[r] <= 0) {
        // A free row with a price of 0 can't become cheaper and must not shorten the step.
        direction[r] = 0;
      }
      norm += direction[r] * direction[r];
    }
    if (norm > 0) {
      double length = stepScale * gap / norm;
      for (int r = 0; r < used.length; r++) {
        prices[r] = Math.max(0, prices[r] + length * direction[r]);
      }
    }
  }
}
