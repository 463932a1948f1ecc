package org.foresight.simulator;

import org.foresight.planner.cluster.ResourceVector;

/**
 * What application masters cost.
 *
 * @param demand what each holds while its job lives
 * @param startMillis from the start of its container until it asks for its job's tasks
 * @param endMillis from the end of its job's last task until its container is gone
 */
public record MasterModel(ResourceVector demand, long startMillis, long endMillis) {

  public MasterModel {
    if (startMillis < 0 || endMillis < 0) {
      throw new IllegalArgumentException(
          "The startMillis ("
              + startMillis
              + ") and endMillis ("
              + endMillis
              + ") must not be negative.");
    }
  }
}
