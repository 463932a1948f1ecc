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

  /** The sum of two utilities. */
  default UtilityFunction plus(UtilityFunction other) {
    UtilityFunction self = this;
    return new UtilityFunction() {
      @Override
      public double at(double completionMillis) {
        return self.at(completionMillis) + other.at(completionMillis);
      }

      @Override
      public double expected(double startMillis, RuntimeDistribution runtime) {
        return self.expected(startMillis, runtime) + other.expected(startMillis, runtime);
      }
    };
  }
}
