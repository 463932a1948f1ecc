package org.foresight.cli.simulate;

import java.util.Optional;
import org.foresight.traces.statistics.Interval;

/**
 * What some runs say of a figure together.
 *
 * @param value mean, or pooled rate, or ratio
 * @param interval with the same value; empty where too few runs tell nothing of the spread
 */
record Estimate(double value, Optional<Interval> interval) {

  static Estimate of(Interval interval) {
    return new Estimate(interval.value(), Optional.of(interval));
  }

  static Estimate withoutInterval(double value) {
    return new Estimate(value, Optional.empty());
  }
}
