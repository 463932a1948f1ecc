package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Stats;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.foresight.benchmarks.evaluation.PageLines;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.kairosyarn.Results.Statistic;

/**
 * What of Kairos' settings makes how much of its times, by the simulator: how many tasks the node
 * takes at once, and the guard against starvation (thesis §4.3).
 *
 * @param guard for people
 */
record KairosVariants(int queueBound, int starvingQuanta, String guard) {

  private static final int SEEDS = 20;
  private static final int QUICK_SEEDS = 2;

  private static final int USUAL = 3;

  /** Longer than any run. */
  private static final int NEVER = 1_000_000;

  private static final ImmutableList<KairosVariants> ALL =
      ImmutableList.of(
          of(2, USUAL),
          of(Scale.QUEUE_BOUND, USUAL),
          of(14, USUAL),
          of(30, USUAL),
          of(Scale.QUEUE_BOUND, NEVER),
          of(14, NEVER),
          of(30, NEVER));

  private static KairosVariants of(int queueBound, int starvingQuanta) {
    return new KairosVariants(
        queueBound,
        starvingQuanta,
        starvingQuanta == NEVER ? "none" : "after " + starvingQuanta + " quanta");
  }

  /** Adds a table for a mix. */
  static void add(PageLines lines, Mix mix, Scale scale, boolean quick) {
    int seeds = quick ? QUICK_SEEDS : SEEDS;
    lines.paragraph(
        String.format(
            Locale.ROOT,
            "Kairos in the simulator with other settings, seeds 1 to %d; the guard lets a task that"
                + " has been suspended for so long run next:",
            seeds));
    lines.head(
        "tasks at once",
        "guard against starvation",
        "p50 (s)",
        "mean (s)",
        Category.SMALL.title() + ", mean (s)",
        "longest (s)");
    for (KairosVariants variant : ALL) {
      List<ImmutableList<Sample>> runs =
          LongStream.rangeClosed(1, seeds)
              .mapToObj(
                  seed ->
                      SimulatedRun.kairosTimes(
                          mix, scale, seed, variant.queueBound, variant.starvingQuanta))
              .toList();
      lines.row(
          Integer.toString(Scale.CORES + variant.queueBound),
          variant.guard,
          mean(runs, times -> Statistic.percentile(50).of(seconds(times))),
          mean(runs, times -> Stats.meanOf(seconds(times))),
          mean(runs, KairosVariants::meanOfSmall),
          mean(runs, times -> Stats.of(seconds(times)).max()));
    }
    lines.add("");
  }

  private static String mean(
      List<ImmutableList<Sample>> runs, ToDoubleFunction<ImmutableList<Sample>> figure) {
    return Texts.orNotRun(Pairs.mean(runs.stream().mapToDouble(figure).toArray()), 1);
  }

  private static double meanOfSmall(List<Sample> times) {
    return times.stream()
        .filter(time -> time.of().equals(Category.SMALL.title()))
        .mapToDouble(Sample::seconds)
        .average()
        .orElse(Double.NaN);
  }

  private static double[] seconds(List<Sample> times) {
    return times.stream().mapToDouble(Sample::seconds).toArray();
  }
}
