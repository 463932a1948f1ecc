package org.foresight.predictor;

/** What every {@link RuntimeDistribution} does with its arguments. */
final class Arguments {

  private Arguments() {}

  static void requireProbability(double probability) {
    // Written so that NaN fails too.
    if (!(probability >= 0.0 && probability <= 1.0)) {
      throw new IllegalArgumentException(
          "The probability (" + probability + ") must be between 0 and 1.");
    }
  }

  /** Requires a positive factor that keeps {@code maxMillis} finite. */
  static void requireFactor(double factor, double maxMillis) {
    if (!(factor > 0.0) || !Double.isFinite(factor * maxMillis)) {
      throw new IllegalArgumentException(
          "The factor ("
              + factor
              + ") of a runtime distribution must be positive, and its product with the largest"
              + " runtime ("
              + maxMillis
              + " ms) finite.");
    }
  }

  /**
   * Index of the first number from an index on that is at least so large; of the last one if there
   * is none.
   *
   * @param rising never falling
   */
  static int firstAtLeast(double[] rising, int from, double least) {
    int low = from;
    int high = rising.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rising[middle] >= least) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
