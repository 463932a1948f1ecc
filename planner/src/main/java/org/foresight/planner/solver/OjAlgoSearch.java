package org.foresight.planner.solver;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.integer.IntegerSolver;
import org.ojalgo.optimisation.integer.IntegerStrategy;
import org.ojalgo.optimisation.integer.ModelStrategy;
import org.ojalgo.optimisation.integer.NodeKey;
import org.ojalgo.structure.Access1D;
import org.ojalgo.type.context.NumberContext;

/**
 * Branch and bound by ojAlgo over one binary variable per option.
 *
 * <p>One worker thread, so that a budget in nodes cuts the search at the same node every time. No
 * cutting planes: they gain little on plans of this size and are the part of a MILP solver that
 * rounding errors hurt most. ojAlgo's clock-based limits are left alone: each linear program starts
 * the clock anew.
 */
final class OjAlgoSearch implements ExactSearch {

  /**
   * Pivots within one linear program. A plan small enough for this search needs some hundreds; only
   * a simplex that goes round in circles gets here.
   */
  private static final int MAX_PIVOTS = 200_000;

  /** Utilities are scaled to at most 1; solutions closer than this count as equally good. */
  private static final NumberContext GAP = NumberContext.of(9, 9);

  @Override
  public boolean run(PlanColumns columns, int[] start, SearchControl control) {
    int[] options = IntStream.range(0, columns.optionCount()).toArray();
    if (options.length == 0) {
      return true;
    }
    double scale = Arrays.stream(options).mapToDouble(o -> columns.utility[o]).max().orElseThrow();
    var environment = Optimisation.newEnvironment();
    environment.addIntegration(new WarmStart(startingPoint(columns, options, start, scale)));
    var settings = new Optimisation.Options();
    settings.iterations_abort = MAX_PIVOTS;
    settings.integer(
        IntegerStrategy.newConfigurable()
            .withParallelism(() -> 1)
            .withGapTolerance(GAP)
            .withModelStrategyFactory(
                (model, strategy) ->
                    new ControlledStrategy(model, strategy, columns, options, control)));
    ExpressionsBasedModel model = environment.newModel(settings);
    build(model, columns, options, scale);
    Optimisation.Result result = model.maximise();
    if (result.getState().isFeasible()) {
      control.offer(rounded(columns, options, result));
    }
    return result.getState().isOptimal() && !control.mustEnd();
  }

  /** Variable v of the model stands for option {@code options[v]}. */
  private static void build(
      ExpressionsBasedModel model, PlanColumns columns, int[] options, double scale) {
    var demands = new @Nullable Expression[columns.jobCount];
    var capacities = new @Nullable Expression[columns.rowCount];
    BigDecimal capacity = BigDecimal.ONE;
    for (int v = 0; v < options.length; v++) {
      int o = options[v];
      model.newVariable("option" + o).binary().weight(columns.utility[o] / scale);
      constraint(model, "job", demands, columns.job[o], BigDecimal.ONE).set(v, 1);
      int variable = v;
      columns.forEachEntry(
          o,
          (row, amount) ->
              constraint(model, "row", capacities, row, capacity).set(variable, amount));
    }
  }

  private static Expression constraint(
      ExpressionsBasedModel model,
      String name,
      @Nullable Expression[] constraints,
      int index,
      BigDecimal limit) {
    Expression constraint = constraints[index];
    if (constraint == null) {
      constraint = model.newExpression(name + index).upper(limit);
      constraints[index] = constraint;
    }
    return constraint;
  }

  private static Optimisation.Result startingPoint(
      PlanColumns columns, int[] options, int[] start, double scale) {
    double[] point = new double[options.length];
    for (int v = 0; v < options.length; v++) {
      point[v] = start[columns.job[options[v]]] == options[v] ? 1 : 0;
    }
    return Optimisation.Result.of(
        columns.objective(start) / scale, Optimisation.State.FEASIBLE, point);
  }

  private static int[] rounded(PlanColumns columns, int[] options, Access1D<?> point) {
    int[] chosen = columns.none();
    for (int v = 0; v < options.length; v++) {
      if (point.doubleValue(v) > 0.5) {
        chosen[columns.job[options[v]]] = options[v];
      }
    }
    return chosen;
  }

  /**
   * Hands the starting point to the solver; values set on the model's variables don't get there.
   */
  private static final class WarmStart extends ExpressionsBasedModel.Integration<IntegerSolver> {

    private final Optimisation.Result start;

    WarmStart(Optimisation.Result start) {
      this.start = start;
    }

    @Override
    public IntegerSolver build(ExpressionsBasedModel model) {
      return IntegerSolver.make(model);
    }

    @Override
    public boolean isCapable(ExpressionsBasedModel model) {
      return model.isAnyVariableInteger();
    }

    @Override
    public Optimisation.Result prepareSolverCandidate(
        Optimisation.@Nullable Result candidate, ExpressionsBasedModel model) {
      return start;
    }

    @Override
    protected Optimisation.@Nullable Sense getSolverSense() {
      return null;
    }
  }

  /** Branches on the most fractional variable that is worth most, and listens to the control. */
  private static final class ControlledStrategy extends ModelStrategy {

    private final PlanColumns columns;
    private final int[] options;
    private final SearchControl control;

    ControlledStrategy(
        ExpressionsBasedModel model,
        IntegerStrategy strategy,
        PlanColumns columns,
        int[] options,
        SearchControl control) {
      super(model, strategy);
      this.columns = columns;
      this.options = options;
      this.control = control;
    }

    @Override
    public IntegerStrategy.@Nullable GMICutConfiguration getGMICutConfiguration() {
      return null;
    }

    @Override
    protected void initialise() {}

    @Override
    protected boolean isCutRatherThanBranch(
        NodeKey node,
        int branchIndex,
        double variableValue,
        double nodeValue,
        Optimisation.@Nullable Result best) {
      return false;
    }

    /** Whether a node is worth a look: none is, once the search must end. */
    @Override
    protected boolean isGoodEnough(Optimisation.@Nullable Result best, double nodeValue) {
      return !control.mustEnd() && super.isGoodEnough(best, nodeValue);
    }

    @Override
    protected void markInfeasible(NodeKey node, boolean found, double incumbentValue) {
      control.countNode();
    }

    @Override
    protected void markInteger(@Nullable NodeKey node, Optimisation.Result result) {
      control.offer(rounded(columns, options, result));
    }

    @Override
    protected void onCutFailure() {}

    @Override
    protected void onCutSuccess(NodeKey node) {}

    @Override
    protected void onNodeSolved(
        NodeKey node, Optimisation.Result result, double value, boolean minimisation) {
      control.countNode();
    }

    @Override
    protected double scoreBranch(int index, double down, double up, boolean found) {
      return Math.min(down, up) * columns.utility[options[getIndex(index)]];
    }
  }
}
