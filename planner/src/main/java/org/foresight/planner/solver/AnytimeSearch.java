package org.foresight.planner.solver;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One run of {@link LagrangianSolver}: prices first, roughly; then in turns better prices, as long
 * as they become any better, and local search. What is best so far is there at any time. Mutable,
 * for one thread.
 */
final class AnytimeSearch {

  /** Bounds closer than this fraction are taken to be met. */
  private static final double OPTIMALITY_GAP = 1e-9;

  /** Passes over the jobs that find prices from nothing. */
  private static final int PASSES = 14;

  /** Passes that adapt known prices. */
  private static final int WARM_PASSES = 3;

  /** The step of the first pass, of {@link CapacityPrices#greatestPrice}. */
  private static final double FIRST_STEP = 3;

  private static final double NEXT_STEP = 0.75;

  private static final int EPOCHS_PER_TURN = 8;

  /** A turn of epochs that betters the bound by less than this fraction was the last. */
  private static final double STALLED = 2e-5;

  /** The part of the work that may go into prices: one in so many. */
  private static final int PRICING_SHARE = 4;

  /** The same for the first prices: without any, there is no local search. */
  private static final int FIRST_PRICING_SHARE = 2;

  /** Work of a turn of local search, for every job. */
  private static final int SEARCH_WORK_PER_JOB = 20;

  /** The search ends after so many moves in vain, and so many more for every job. */
  private static final long PATIENCE = 2_000;

  private static final long PATIENCE_PER_JOB = 5_000;

  private static final int MOVES_PER_ASK = 8;

  private static final int JOBS_PER_ASK = 16;

  private final PlanColumns columns;
  private final SolverBudget budget;
  private final BooleanSupplier stop;
  private final RandomGenerator random;
  private final boolean isWarm;
  private final CapacityPrices prices;
  private int[] best;
  private double bestObjective;
  private long work;
  private boolean stopped;

  /**
   * @param start a feasible choice
   * @param startPrices where to start the search for prices
   * @param isWarm whether the prices mean something
   */
  AnytimeSearch(
      PlanColumns columns,
      int[] start,
      double[] startPrices,
      boolean isWarm,
      SolverBudget budget,
      RandomGenerator random) {
    this.columns = columns;
    this.isWarm = isWarm;
    this.budget = budget;
    this.random = random;
    // Once stopped it stays stopped, and is not asked again.
    stop = () -> stopped || (stopped = budget.stop().getAsBoolean());
    best = start;
    bestObjective = columns.objective(start);
    prices = new CapacityPrices(columns, startPrices);
  }

  int[] best() {
    return best;
  }

  /** What no choice surpasses; infinite if that is not known. */
  double bound() {
    if (!columns.complete) {
      return Double.POSITIVE_INFINITY;
    }
    return columns.optionCount() == 0 ? 0 : prices.bound();
  }

  /** Whether prices were found; else {@link #prices} are those of the start. */
  boolean hasPrices() {
    return prices.bound() < Double.POSITIVE_INFINITY;
  }

  double[] prices() {
    return prices.best();
  }

  boolean isOptimal(double objective) {
    return objective >= bound() * (1 - OPTIMALITY_GAP);
  }

  void run() {
    if (columns.optionCount() > 0) {
      offer(GreedySolver.solve(columns, stop));
      if (findPrices()) {
        improve();
      }
      preferFirst();
    }
  }

  private void improve() {
    var candidates = new Candidates(columns);
    candidates.update(prices, bestObjective, stop);
    work += columns.jobCount;
    var search = new LocalSearch(columns, candidates, best, random);
    fill(search, candidates);
    double bound = prices.bound();
    long turnWork = (long) SEARCH_WORK_PER_JOB * columns.jobCount;
    boolean pricing = true;
    while (!mustEnd(search)) {
      search(search, turnWork);
      pricing = pricing && canPrice();
      if (pricing) {
        epochs();
        pricing = prices.bound() < bound * (1 - STALLED);
        bound = prices.bound();
        candidates.update(prices, bestObjective, stop);
        work += columns.jobCount;
      }
    }
  }

  /** Returns whether there are any, and there may be something better. */
  private boolean findPrices() {
    int most = isWarm ? WARM_PASSES : PASSES;
    long affordable = budget.workUnits() / FIRST_PRICING_SHARE / Math.max(1, columns.jobCount) - 1;
    int passes = (int) Math.min(most, affordable);
    double last = FIRST_STEP * Math.pow(NEXT_STEP, PASSES - 1) * prices.greatestPrice();
    if (isWarm && affordable >= 0) {
      // Little may have changed: what the last prices prove is not lost whatever passes do.
      prices.epoch(bestObjective, stop);
      work += columns.jobCount;
    }
    for (int pass = passes - 1; pass >= 0 && !stop.getAsBoolean(); pass--) {
      // With fewer passes than there should be, the steps shrink faster.
      double behind = isWarm ? pass : pass * (PASSES - 1.0) / Math.max(1, passes - 1);
      prices.pass(last * Math.pow(NEXT_STEP, -behind), stop);
      work += columns.jobCount;
    }
    if (affordable >= 0) {
      prices.epoch(bestObjective, stop);
      work += columns.jobCount;
      epochs();
    }
    return hasPrices() && !isOptimal(bestObjective);
  }

  private boolean canPrice() {
    return (work + columns.jobCount) * PRICING_SHARE <= budget.workUnits();
  }

  private void epochs() {
    for (int epoch = 0; epoch < EPOCHS_PER_TURN && canPrice() && !stop.getAsBoolean(); epoch++) {
      prices.epoch(bestObjective, stop);
      work += columns.jobCount;
    }
  }

  /** Fills anew at the prices found, and fills what the best choice so far leaves. */
  private void fill(LocalSearch search, Candidates candidates) {
    int[] jobs =
        OptionOrder.of(IntStream.range(0, columns.jobCount).toArray(), j -> candidates.bestGain[j]);
    search.fill(jobs, stop);
    search.restart(columns.none());
    search.fill(jobs, stop);
    search.settle(stop);
    search.restart(search.best());
    work += 3L * columns.jobCount;
    offer(search.best());
  }

  private void search(LocalSearch search, long turnWork) {
    long before = search.work();
    for (long move = 1; search.work() - before < turnWork; move++) {
      if (move % MOVES_PER_ASK == 0 && mustEnd(search)) {
        break;
      }
      search.move();
    }
    work += search.work() - before;
    offer(search.best());
  }

  private boolean mustEnd(LocalSearch search) {
    return work >= budget.workUnits()
        || isOptimal(search.bestObjective())
        || search.movesSinceBetter() > PATIENCE + PATIENCE_PER_JOB * columns.jobCount
        || stop.getAsBoolean();
  }

  /**
   * Gives every job the first of its options that fit and are worth no less than the one it has. Of
   * options that are worth the same, whoever lists them means the first.
   */
  private void preferFirst() {
    var assignment = new Assignment(columns);
    assignment.reset(best);
    for (int j = 0; j < columns.jobCount; j++) {
      if (j % JOBS_PER_ASK == 0 && stop.getAsBoolean()) {
        break;
      }
      int before = assignment.optionOf(j);
      double utility = assignment.utilityOf(j);
      assignment.clear(j);
      int option = columns.jobStart[j];
      while (option < columns.jobStart[j + 1]
          && !(option == before
              || (columns.utility[option] >= utility && assignment.fits(option)))) {
        option++;
      }
      if (option < columns.jobStart[j + 1]) {
        assignment.place(option);
      }
    }
    best = assignment.toArray();
    bestObjective = columns.objective(best);
  }

  private void offer(int[] choice) {
    double objective = columns.objective(choice);
    if (objective > bestObjective) {
      best = choice.clone();
      bestObjective = objective;
    }
  }
}
