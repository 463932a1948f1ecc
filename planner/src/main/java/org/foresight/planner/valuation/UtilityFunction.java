package org.foresight.planner.valuation;

import org.foresight.predictor.RuntimeDistribution;

/** What it is worth that a job ends at some time (3Sigma §3.1). Immutable. */
public interface UtilityFunction {

  /** The utility of ending at {@code completionMillis}. */
  double at(double completionMillis);

  /**
   * E[U(start + runtime)]: the expected utility of starting at {@code startMillis} with this
   * runtime distribution (3Sigma §3.1).
   */
  default double expected(double startMillis, RuntimeDistribution runtime) {
    return runtime.expectation(runtimeMillis -> at(startMillis + runtimeMillis));
  }
}
