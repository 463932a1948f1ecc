package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.foresight.traces.Deadlines;
import org.foresight.traces.Draws;
import org.foresight.traces.NodePreference;
import org.foresight.traces.generators.Seeds.Purpose;
import org.foresight.traces.generators.ThreeSigmaJobClass.Program;

/**
 * Draws jobs of {@link ThreeSigmaJobClasses}.
 *
 * <p>Immutable and thread-safe.
 *
 * @param maxWidth widest job that fits on the cluster
 * @param wholeTrace whether jobs wider than those of the classes occur too
 * @param runtimeFactor by how much every task runs longer than the classes say
 * @param fixedSlackPercent slack of every deadline; empty for 20, 40, 60 or 80 %
 * @param nodeClasses classes of nodes, of which an SLO job prefers all but one
 */
record ThreeSigmaDrafts(
    int maxWidth,
    boolean wholeTrace,
    double runtimeFactor,
    OptionalInt fixedSlackPercent,
    ImmutableList<String> nodeClasses) {

  // How much the tasks of a job differ: as in the cut of the Google trace, at the median.
  private static final double TASK_COV = 0.06;
  private static final double TASK_LARGEST_DEVIATION = 0.2;

  private static final int MEAN_WORK_DRAWS = 20_000;

  /** Longest task of any draft where the runtime factor is 1. */
  static final long LONGEST_MILLIS =
      (long) (ThreeSigmaJobClasses.MAX_SECONDS * 1000.0 * (1.0 + TASK_LARGEST_DEVIATION));

  /**
   * The size of a job, without its tasks.
   *
   * @param home class that the program belongs to, whatever the class of this run
   * @param program what runs
   * @param width number of tasks
   * @param millis task runtime, around which the tasks vary a little
   */
  record Sketch(ThreeSigmaJobClass home, Program program, int width, double millis) {

    double workMillis() {
      return width * millis;
    }
  }

  /** Mean work of a job, estimated from draws of a fixed seed to within a few percent. */
  double meanWorkMillis() {
    RandomGenerator random = Seeds.random(0, Purpose.MEAN_WORK, 0);
    double sum = 0.0;
    for (int i = 0; i < MEAN_WORK_DRAWS; i++) {
      sum += sketch(random).workMillis();
    }
    return sum / MEAN_WORK_DRAWS;
  }

  /** A job of any program. */
  ThreeSigmaDraft draw(RandomGenerator random, boolean slo) {
    return complete(random, sketch(random), slo);
  }

  /** The size of a job of any program. */
  Sketch sketch(RandomGenerator random) {
    ThreeSigmaJobClass home = pickClass(random);
    Program program = home.programs().get(random.nextInt(home.programs().size()));
    return sketchRun(random, home, program);
  }

  /** The size of a run of a program whose home is this class. */
  Sketch sketchRun(RandomGenerator random, ThreeSigmaJobClass home, Program program) {
    // A job that does not fit is drawn again, its class included: it is filtered out of the trace.
    int width;
    ThreeSigmaJobClass run;
    do {
      run = random.nextDouble() < ThreeSigmaJobClasses.OTHER_CLASS_SHARE ? pickClass(random) : home;
      boolean wide = wholeTrace && random.nextDouble() < ThreeSigmaJobClasses.WIDE_SHARE;
      width = wide ? ThreeSigmaJobClasses.WIDE.draw(random) : run.drawWidth(random);
    } while (width > maxWidth);
    return new Sketch(home, program, width, run.drawSeconds(random) * 1000.0 * runtimeFactor);
  }

  /** A job of this size. */
  ThreeSigmaDraft complete(RandomGenerator random, Sketch sketch, boolean slo) {
    ImmutableLongArray.Builder tasks = ImmutableLongArray.builder(sketch.width());
    for (int i = 0; i < sketch.width(); i++) {
      double deviation = Draws.boundedGaussian(random, TASK_COV, TASK_LARGEST_DEVIATION);
      tasks.add(Math.max(1L, Math.round(sketch.millis() * (1.0 + deviation))));
    }
    int counter = random.nextInt(Ids.COUNTERS);
    OptionalInt slackPercent = OptionalInt.empty();
    NodePreference preference = NodePreference.NONE;
    if (slo) {
      slackPercent =
          fixedSlackPercent.isPresent()
              ? fixedSlackPercent
              : OptionalInt.of(Deadlines.drawSlackPercent(random));
      preference = NodePreference.drawAllButOne(random, nodeClasses);
    }
    return new ThreeSigmaDraft(
        sketch.home(),
        sketch.program(),
        counter,
        slackPercent,
        ThreeSigmaDraft.stage(tasks.build()),
        preference);
  }

  private static ThreeSigmaJobClass pickClass(RandomGenerator random) {
    return Draws.pick(random, ThreeSigmaJobClasses.ALL, ThreeSigmaJobClass::share);
  }
}
