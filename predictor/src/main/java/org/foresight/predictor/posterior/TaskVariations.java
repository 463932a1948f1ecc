package org.foresight.predictor.posterior;

import com.google.common.primitives.ImmutableLongArray;
import java.util.Optional;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.TaskVariation;

/** Sums up how the tasks of a stage differed. */
public final class TaskVariations {

  private TaskVariations() {}

  /**
   * How the tasks of a stage that ran to success differed.
   *
   * @param taskMillis their runtimes, at least one, in the order in which they started
   * @param pilots how many of the first were pilots; 0 if that is not known: max(1, 3 %) then
   * @param given what history said of the stage's mean task runtime when the job was submitted;
   *     empty if it did not know
   */
  public static TaskVariation of(
      ImmutableLongArray taskMillis, int pilots, Optional<RuntimeDistribution> given) {
    if (pilots < 0) {
      throw new IllegalArgumentException("The pilots (" + pilots + ") must be at least 0.");
    }
    int first =
        Math.min(
            pilots > 0 ? pilots : TaskSpread.usualPilots(taskMillis.length()), taskMillis.length());
    return TaskVariation.of(
        TaskTimes.cov(taskMillis), first, TaskTimes.mean(taskMillis.subArray(0, first)), given);
  }
}
