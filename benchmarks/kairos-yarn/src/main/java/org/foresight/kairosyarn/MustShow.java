package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.foresight.benchmarks.evaluation.Claim;
import org.foresight.benchmarks.evaluation.Claim.Verdict;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.kairosyarn.Results.Quantity;
import org.foresight.kairosyarn.Results.Question;
import org.foresight.kairosyarn.Results.Statistic;
import org.foresight.traces.statistics.Interval;

/** Decides what must show. Stateless. */
final class MustShow {

  private static final int MEDIAN = 50;
  private static final int TAIL = 99;
  private static final double HALF = 0.5;
  private static final double NOT_WORSE = 1;
  private static final double MOST_TIMES_ALONE = 1.5;

  /** MapReduce waits for ten minutes by default; a beat is due every second. */
  private static final double LONGEST_SILENCE_SECONDS = 15;

  private static final double MOST_PERCENT = 1;
  private static final int RATIO_DECIMALS = 2;
  private static final int SECONDS_DECIMALS = 1;
  private static final double HUNDRED = 100;

  private final Results results;

  private MustShow(Results results) {
    this.results = results;
  }

  static ImmutableList<Claim> of(Results results) {
    MustShow show = new MustShow(results);
    return Stream.of(
            show.atMost(Mix.HEAVY_TAILED, YarnSystem.KAIROS, YarnSystem.FIFO, MEDIAN, HALF),
            show.atMost(Mix.HEAVY_TAILED, YarnSystem.KAIROS, YarnSystem.FIFO, TAIL, NOT_WORSE),
            show.atMost(Mix.HEAVY_TAILED, YarnSystem.FORESIGHT, YarnSystem.FIFO, MEDIAN, HALF),
            show.atMost(Mix.HEAVY_TAILED, YarnSystem.FORESIGHT, YarnSystem.FIFO, TAIL, NOT_WORSE),
            show.atMost(Mix.HEAVY_TAILED, YarnSystem.KAIROS, YarnSystem.BIGC, MEDIAN, NOT_WORSE),
            show.atMost(Mix.HEAVY_TAILED, YarnSystem.KAIROS, YarnSystem.BIGC, TAIL, NOT_WORSE),
            show.atMost(Mix.UNIFORM, YarnSystem.KAIROS, YarnSystem.BIGC, MEDIAN, NOT_WORSE),
            show.atMost(Mix.UNIFORM, YarnSystem.KAIROS, YarnSystem.BIGC, TAIL, NOT_WORSE),
            show.nothingIsLost(),
            show.shortTask(),
            show.silence(),
            show.agent())
        .collect(ImmutableList.toImmutableList());
  }

  private Claim atMost(Mix mix, YarnSystem system, YarnSystem base, int percent, double limit) {
    Pairs pairs =
        results.pairs(
            mix,
            system,
            base,
            Question.of(Quantity.COMPLETION_SECONDS, Statistic.percentile(percent)));
    return new Claim(
        String.format(
            Locale.ROOT,
            "%s: the p%d of completion times under %s is at most %s times that under %s",
            mix.title(),
            percent,
            system.title(),
            limit,
            base.title()),
        pairs.ratioText(),
        pairs
            .ratio()
            .map(ratio -> Verdict.atMost(limit, ratio, pairs.size()))
            .orElse(Verdict.NOT_RUN));
  }

  private Claim nothingIsLost() {
    double lost =
        results.runs().stream()
            .mapToDouble(
                run ->
                    run.figure(Figure.LOST_TASKS).orElse(0)
                        + run.figure(Figure.UNFINISHED).orElse(0))
            .sum();
    int runs = results.runs().size();
    return new Claim(
        "nothing is killed: no task is lost, and every job ends",
        runs == 0 ? Texts.NOT_RUN : Texts.number(lost, 0) + " in " + runs + " runs",
        runs == 0 ? Verdict.NOT_RUN : Verdict.of(lost == 0));
  }

  private Claim shortTask() {
    Optional<Double> timesAlone = results.agent().map(MustShow::timesAlone);
    return new Claim(
        "a short task that comes to a node full of long ones takes at most 1.5 times its time"
            + " alone, by the medians",
        timesAlone.map(times -> Texts.number(times, RATIO_DECIMALS)).orElse(Texts.NOT_RUN),
        timesAlone.map(times -> Verdict.of(times <= MOST_TIMES_ALONE)).orElse(Verdict.NOT_RUN));
  }

  private static double timesAlone(RunRecord run) {
    return median(run.seconds(Sample.BESIDE)) / median(run.seconds(Sample.ALONE));
  }

  private static double median(DoubleStream values) {
    return Quantiles.median().compute(values.toArray());
  }

  private Claim silence() {
    Optional<Double> longest =
        results.agent().map(run -> run.seconds(Sample.SILENCE).max().orElseThrow());
    return new Claim(
        "a JVM that is suspended is never silent for 15 s; it has something to say every second",
        longest
            .map(seconds -> Texts.number(seconds, SECONDS_DECIMALS) + " s")
            .orElse(Texts.NOT_RUN),
        longest
            .map(seconds -> Verdict.of(seconds < LONGEST_SILENCE_SECONDS))
            .orElse(Verdict.NOT_RUN));
  }

  /** Where it has most to do. */
  private Claim agent() {
    double[] percents =
        Stream.of(Mix.values())
            .flatMapToDouble(
                mix -> results.cores(mix, YarnSystem.KAIROS, Figure.AGENT_CPU_SECONDS).stream())
            .map(cores -> HUNDRED * cores)
            .toArray();
    Optional<Interval> mean = Pairs.mean(percents);
    return new Claim(
        "the agent's thread takes less than 1 % of a core under Kairos, with a quantum so short",
        mean.map(interval -> Texts.interval(interval, RATIO_DECIMALS) + " %").orElse(Texts.NOT_RUN),
        mean.map(interval -> Verdict.atMost(MOST_PERCENT, interval, percents.length))
            .orElse(Verdict.NOT_RUN));
  }
}
