package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.foresight.benchmarks.evaluation.Evaluation;
import org.foresight.benchmarks.evaluation.PlannedRun;

/**
 * A run that is to be done, or was.
 *
 * @param key which one
 * @param scale of everything
 */
record RunSpec(RunKey key, Scale scale) implements PlannedRun {

  /**
   * All runs, in their order: repeat by repeat, and in each the schedulers take turns, another one
   * first each time, so that a drift hits all alike.
   *
   * @param quick without the uniform mix
   */
  static ImmutableList<RunSpec> all(Scale scale, int repeats, boolean quick) {
    ImmutableList.Builder<RunSpec> runs = ImmutableList.builder();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (Experiment experiment : Experiment.values()) {
        boolean isLeftOut =
            (quick && experiment == Experiment.UNIFORM)
                || (repeat > 1 && experiment == Experiment.AGENT); // It repeats by itself.
        if (!isLeftOut) {
          List<YarnSystem> systems = new ArrayList<>(experiment.systems());
          Collections.rotate(systems, 1 - repeat);
          for (YarnSystem system : systems) {
            runs.add(new RunSpec(new RunKey(experiment, system, repeat), scale));
          }
        }
      }
    }
    return runs.build();
  }

  /** All alike, so that they are done in their order. */
  @Override
  public double cost() {
    return 1;
  }

  @Override
  public long seed() {
    return key.repeat();
  }

  /** The mix that is run; that of which alone jobs are of, too. */
  Mix mix() {
    return key.experiment().mix().orElse(Mix.HEAVY_TAILED);
  }

  @Override
  public String fingerprint() {
    return Evaluation.fingerprint(
        Integer.toString(RunRecord.FORMAT),
        scale.describe(mix()),
        key.system().describe(mix(), scale),
        key.experiment() == Experiment.AGENT ? Integer.toString(scale.suspendedSeconds()) : "");
  }
}
