package org.foresight.predictor;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a stage of a finished job taught.
 *
 * @param name what the stage is called in every run of the job, such as {@code map} or the number
 *     of its YARN priority
 * @param width number of tasks that ran to success, at least 1
 * @param longestMillis runtime of the longest of them
 * @param workMillis sum of their runtimes, in task-milliseconds
 * @param memoryAskedMb memory that each task asked for, in MiB
 * @param memoryUsedMb the most memory that one of them used, in MiB
 * @param variation how their runtimes differed, and what history had said of them; empty where that
 *     was not recorded
 */
public record StageOutcome(
    String name,
    int width,
    long longestMillis,
    long workMillis,
    OptionalLong memoryAskedMb,
    OptionalLong memoryUsedMb,
    Optional<TaskVariation> variation) {

  public StageOutcome {
    if (width < 1 || longestMillis < 0 || workMillis < 0) {
      throw new IllegalArgumentException(
          "A stage needs a width ("
              + width
              + ") of at least 1, and longestMillis ("
              + longestMillis
              + ") and workMillis ("
              + workMillis
              + ") of at least 0.");
    }
    if (variation.isPresent() && variation.get().firstTasks() > width) {
      throw new IllegalArgumentException(
          "The firstTasks ("
              + variation.get().firstTasks()
              + ") of a stage must be at most its width ("
              + width
              + ").");
    }
  }

  /** A stage of which it was not recorded how its tasks differed. */
  public StageOutcome(
      String name,
      int width,
      long longestMillis,
      long workMillis,
      OptionalLong memoryAskedMb,
      OptionalLong memoryUsedMb) {
    this(name, width, longestMillis, workMillis, memoryAskedMb, memoryUsedMb, Optional.empty());
  }

  /** The mean runtime of its tasks. */
  public double meanTaskMillis() {
    return (double) workMillis / width;
  }
}
