package org.foresight.benchmarks.hybrid;

import com.google.common.collect.ImmutableList;
import java.util.Locale;
import java.util.Optional;
import org.foresight.benchmarks.evaluation.Claim;
import org.foresight.benchmarks.evaluation.Claim.Verdict;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.traces.statistics.Interval;

/** What must show, decided by the results alone. */
final class MustShow {

  private static final double HAWK_P50 = 0.25;
  private static final double HAWK_P90 = 0.35;
  private static final double EAGLE_P90 = 3.0;
  private static final double PUBLISHED_LEAST_SECONDS = 15 * 60;
  private static final double PUBLISHED_MOST_SECONDS = 30 * 60;
  private static final double TIMES_FASTER = 50;

  private final Results results;
  private final ImmutableList.Builder<Claim> claims = ImmutableList.builder();

  private MustShow(Results results) {
    this.results = results;
  }

  /** The claims, in order. */
  static ImmutableList<Claim> of(Results results) {
    MustShow mustShow = new MustShow(results);
    mustShow.hawkAgainstSparrow(Figure.SHORT_P50, HAWK_P50);
    mustShow.hawkAgainstSparrow(Figure.SHORT_P90, HAWK_P90);
    mustShow.eagleAgainstHawk();
    mustShow.never(
        "Eagle never queues a short task behind a long one",
        Systems.EAGLE,
        Figure.QUEUED_BEHIND_LONG);
    mustShow.never(
        "Hawk runs no long task in the short partition", Systems.HAWK, Figure.LONG_RESERVED);
    mustShow.never(
        "Eagle runs no long task in the short partition", Systems.EAGLE, Figure.LONG_RESERVED);
    mustShow.kairosAgainstEagle();
    mustShow.fastEnough(Systems.HAWK);
    mustShow.fastEnough(Systems.EAGLE);
    return mustShow.claims.build();
  }

  /** The best of the loads, as a ratio of first ÷ second: the smallest. */
  private record Best(Trial trial, double load, Interval ratio) {

    String text() {
      return String.format(
          Locale.ROOT, "%s on `%s` at load %.2f", Texts.interval(ratio, 2), trial.name(), load);
    }
  }

  private Optional<Best> best(
      ImmutableList<String> names, HybridSystem first, HybridSystem second, Figure figure) {
    Best best = null;
    for (Trial trial : results.trials()) {
      if (!names.contains(trial.name())) {
        continue;
      }
      for (double load : trial.loads()) {
        Optional<Interval> ratio = results.pairs(trial, first, second, load, figure).ratio();
        if (ratio.isPresent() && (best == null || ratio.get().value() < best.ratio().value())) {
          best = new Best(trial, load, ratio.get());
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private void hawkAgainstSparrow(Figure figure, double limit) {
    Optional<Best> best =
        best(ImmutableList.of(Trials.GOOGLE), Systems.HAWK, Systems.SPARROW, figure);
    claims.add(
        new Claim(
            String.format(
                Locale.ROOT,
                "Hawk's %s on the Google-like trace is at its best at least %.0f %% lower than"
                    + " Sparrow's",
                figure.title(),
                100 * (1 - limit)),
            best.map(found -> "Hawk ÷ Sparrow " + found.text()).orElse(Texts.NOT_RUN),
            best.map(found -> Verdict.of(found.ratio().value() <= limit)).orElse(Verdict.NOT_RUN)));
  }

  private void eagleAgainstHawk() {
    Optional<Best> best = best(Trials.TRACES, Systems.EAGLE, Systems.HAWK, Figure.SHORT_P90);
    claims.add(
        new Claim(
            "Eagle's short p90 is at its best, over all traces, at least 3 times as fast as Hawk's",
            best.map(found -> "Eagle ÷ Hawk " + found.text()).orElse(Texts.NOT_RUN),
            best.map(found -> Verdict.of(found.ratio().value() <= 1 / EAGLE_P90))
                .orElse(Verdict.NOT_RUN)));
  }

  private void kairosAgainstEagle() {
    Optional<Best> best =
        best(ImmutableList.of(Trials.YAHOO_FILE), Systems.KAIROS, Systems.EAGLE, Figure.SHORT_P99);
    claims.add(
        new Claim(
            "Kairos' short p99 on the first Yahoo file is at its best below Eagle's",
            best.map(found -> "Kairos ÷ Eagle " + found.text()).orElse(Texts.NOT_RUN),
            best.map(found -> Verdict.of(found.ratio().high() < 1)).orElse(Verdict.NOT_RUN)));
  }

  private void never(String text, HybridSystem system, Figure figure) {
    long runs = 0;
    double count = 0;
    for (RunRecord run : results.runs()) {
      if (run.system().equals(system.name())) {
        runs++;
        count += run.figure(figure).orElse(0.0);
      }
    }
    claims.add(
        new Claim(
            text,
            runs == 0
                ? Texts.NOT_RUN
                : Texts.number(count, 0) + " in " + Texts.number(runs, 0) + " runs",
            runs == 0 ? Verdict.NOT_RUN : Verdict.of(count == 0)));
  }

  private void fastEnough(HybridSystem system) {
    Optional<Interval> cpu =
        results.trials().stream()
            .filter(trial -> trial.name().equals(Trials.SIZE))
            .findFirst()
            .flatMap(trial -> results.mean(trial, system, trial.variantLoad(), Figure.CPU_SECONDS));
    claims.add(
        new Claim(
            system.title()
                + ": 506,460 jobs on 15,000 nodes take at most a 50th of the published simulator's"
                + " 15 to 30 minutes",
            cpu.map(
                    seconds ->
                        String.format(
                            Locale.ROOT,
                            "%.0f s of processor time, %.0f to %.0f times faster",
                            seconds.value(),
                            PUBLISHED_LEAST_SECONDS / seconds.value(),
                            PUBLISHED_MOST_SECONDS / seconds.value()))
                .orElse(Texts.NOT_RUN),
            cpu.map(seconds -> Verdict.of(PUBLISHED_MOST_SECONDS / seconds.value() >= TIMES_FASTER))
                .orElse(Verdict.NOT_RUN)));
  }
}
