package org.foresight.planner.solver;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Depth-first search over the jobs' options, bounded by {@link CapacityPrices}. At every node the
 * prices are adapted to what is left, and an option is left out for good, below this node, if even
 * the bound with its job held to it stays behind the incumbent; with a good incumbent few options
 * remain. Branches on the job with the fewest of them.
 *
 * <p>The bound holds whatever the prices are, so that it needs no trust in a linear program's
 * convergence. Mutable, for one thread and one run.
 */
final class BranchAndBound {

  /** Sub-gradient steps at the root, where nothing is known about the prices. */
  private static final int ROOT_EPOCHS = 200;

  /** Sub-gradient steps at other nodes, which start from their parent's prices. */
  private static final int NODE_EPOCHS = 15;

  /** What is better by no more than this fraction is not better. */
  private static final double PRECISION = 1e-9;

  private final PlanColumns columns;
  private final BooleanSupplier stop;
  private final Assignment current;
  private long nodesLeft;
  private int[] best;
  private double bestObjective;
  private boolean complete = true;

  /**
   * @param start a feasible choice to beat
   * @param nodes how many nodes to look at
   * @param stop asked at every node; true ends the search
   */
  BranchAndBound(PlanColumns columns, int[] start, long nodes, BooleanSupplier stop) {
    this.columns = columns;
    this.stop = stop;
    nodesLeft = nodes;
    current = new Assignment(columns);
    best = start.clone();
    bestObjective = columns.objective(start);
  }

  /** Searches; returns whether everything was seen, which makes {@link #best} an optimum. */
  boolean run() {
    int[] options = IntStream.range(0, columns.optionCount()).toArray();
    visit(options, new double[columns.rowCount], ROOT_EPOCHS);
    return complete;
  }

  /** The best choice found so far. */
  int[] best() {
    return best;
  }

  private void visit(int[] options, double[] startPrices, int epochs) {
    if (nodesLeft <= 0 || stop.getAsBoolean()) {
      complete = false;
      return;
    }
    nodesLeft--;
    if (isBetter(current.objective())) {
      best = current.toArray();
      bestObjective = current.objective();
    }
    if (options.length == 0) {
      return;
    }
    var prices = new CapacityPrices(columns, current, options, startPrices);
    for (int epoch = 0; epoch < epochs; epoch++) {
      // A node is small enough to be finished.
      prices.epoch(bestObjective, () -> false);
      if (!isBetter(prices.bound())) {
        return;
      }
    }
    branch(options, prices);
  }

  private void branch(int[] options, CapacityPrices prices) {
    double[] bestGain = new double[columns.jobCount];
    for (int option : options) {
      int job = columns.job[option];
      bestGain[job] = Math.max(bestGain[job], prices.gain(option));
    }
    int[] promising =
        Arrays.stream(options)
            .filter(o -> isPromising(prices.gain(o), bestGain[columns.job[o]], prices))
            .toArray();
    int job = branchingJob(promising, bestGain, prices);
    if (job == PlanColumns.NONE) {
      return;
    }
    int[] own = Arrays.stream(promising).filter(o -> columns.job[o] == job).toArray();
    int[] others = Arrays.stream(promising).filter(o -> columns.job[o] != job).toArray();
    for (int option : OptionOrder.of(own, prices::gain)) {
      // Asked again: the incumbent may be better by now.
      if (complete && isPromising(prices.gain(option), bestGain[job], prices)) {
        current.place(option);
        int[] fitting = Arrays.stream(others).filter(current::fits).toArray();
        visit(fitting, prices.best(), NODE_EPOCHS);
        current.clear(job);
      }
    }
    if (complete && isPromising(0, bestGain[job], prices)) {
      visit(others, prices.best(), NODE_EPOCHS);
    }
  }

  /** The job with the fewest promising options, going without being one; then the dearest. */
  private int branchingJob(int[] promising, double[] bestGain, CapacityPrices prices) {
    int[] count = new int[columns.jobCount];
    for (int option : promising) {
      count[columns.job[option]]++;
    }
    int chosen = PlanColumns.NONE;
    int fewest = Integer.MAX_VALUE;
    for (int j = 0; j < columns.jobCount; j++) {
      if (count[j] > 0) {
        int choices = count[j] + (isPromising(0, bestGain[j], prices) ? 1 : 0);
        if (choices < fewest || (choices == fewest && bestGain[j] > bestGain[chosen])) {
          fewest = choices;
          chosen = j;
        }
      }
    }
    return chosen;
  }

  /** Whether something better may come of a job's choice, given what the bound grants the job. */
  private boolean isPromising(double gain, double bestGainOfJob, CapacityPrices prices) {
    return isBetter(prices.bound() - bestGainOfJob + gain);
  }

  private boolean isBetter(double objective) {
    return objective > bestObjective * (1 + PRECISION);
  }
}
