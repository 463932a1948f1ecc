package org.foresight.throughput;

import java.io.IOException;

/** Measures schedulers. */
@FunctionalInterface
interface Measurer {

  /**
   * Measures a scheduler under a load.
   *
   * @param seed of the load
   */
  Figures measure(Subject subject, Load load, long seed) throws IOException, InterruptedException;
}
