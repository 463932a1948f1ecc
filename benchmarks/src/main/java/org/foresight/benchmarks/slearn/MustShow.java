package org.foresight.benchmarks.slearn;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.foresight.benchmarks.evaluation.Claim;
import org.foresight.benchmarks.evaluation.Claim.Verdict;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.traces.statistics.Interval;

/** What must show, decided by the results alone. */
final class MustShow {

  /** How far a speed-up may be from the paper's, as a factor either way. */
  private static final double NEIGHBOURHOOD = 1.2;

  /** A gap to the oracle that is worth closing. */
  private static final double GAP = 1.1;

  private static final double HALF = 0.5;

  private static final ImmutableList<String> GENERATED =
      ImmutableList.of(Trials.TWO_SIGMA, Trials.GOOGLE_2011, Trials.GOOGLE_2019);

  /** The paper's order, the largest speed-up first. */
  private static final ImmutableList<String> ORDER =
      ImmutableList.of(Trials.GOOGLE_2011, Trials.GOOGLE_2019, Trials.TWO_SIGMA);

  private static final ImmutableList<Figure> COMPARED =
      ImmutableList.of(Figure.MEAN, Figure.P50, Figure.P90);

  private final Results results;
  private final ImmutableList.Builder<Claim> claims = ImmutableList.builder();

  private MustShow(Results results) {
    this.results = results;
  }

  /** The claims, in order. */
  static ImmutableList<Claim> of(Results results) {
    MustShow mustShow = new MustShow(results);
    GENERATED.forEach(
        name -> Trials.find(results.trials(), name).ifPresent(mustShow::likeThePaper));
    mustShow.inThePapersOrder();
    results.trials().forEach(mustShow::closesHalfOfTheGap);
    results.trials().forEach(mustShow::isNowhereWorse);
    return mustShow.claims.build();
  }

  private void likeThePaper(Trial trial) {
    Double paper = trial.paper().get(GsSystem.THREE_SIGMA);
    if (paper == null) {
      throw new IllegalStateException("The paper states no speed-up for " + trial.name() + ".");
    }
    Pairs means = results.pairs(trial, GsSystem.THREE_SIGMA, trial.base(), Figure.MEAN);
    claims.add(
        new Claim(
            String.format(
                Locale.ROOT,
                "(a) %s: SLearn's speed-up over 3Sigma is the paper's %.2f, up to a factor of %.1f",
                trial.name(),
                paper,
                NEIGHBOURHOOD),
            means.ratioText(),
            verdict(
                means
                    .ratio()
                    .map(
                        ratio ->
                            ratio.value() >= paper / NEIGHBOURHOOD
                                && ratio.value() <= paper * NEIGHBOURHOOD))));
  }

  private void inThePapersOrder() {
    List<Double> speedups = new ArrayList<>();
    List<String> measured = new ArrayList<>();
    for (String name : ORDER) {
      Trials.find(results.trials(), name)
          .flatMap(
              trial ->
                  results.pairs(trial, GsSystem.THREE_SIGMA, trial.base(), Figure.MEAN).ratio())
          .ifPresent(
              ratio -> {
                speedups.add(ratio.value());
                measured.add(Texts.number(ratio.value(), 2));
              });
    }
    boolean complete = speedups.size() == ORDER.size();
    claims.add(
        new Claim(
            "(a) These speed-ups have the paper's order: GTrace11, GTrace19, 2STrace",
            complete ? String.join(", ", measured) : Texts.NOT_RUN,
            verdict(
                complete
                    ? Optional.of(
                        speedups.get(0) > speedups.get(1) && speedups.get(1) > speedups.get(2))
                    : Optional.empty())));
  }

  private void closesHalfOfTheGap(Trial trial) {
    Optional<Interval> base =
        results.pairs(trial, trial.base(), GsSystem.ORACLE, Figure.MEAN).ratio();
    Optional<Interval> ours =
        results.pairs(trial, GsSystem.POSTERIOR, GsSystem.ORACLE, Figure.MEAN).ratio();
    String text =
        "(b) "
            + trial.name()
            + ": gs-posterior closes half of the gap between "
            + trial.base().title()
            + " and ORACLE, where that is 1.1 or more";
    if (base.isEmpty() || ours.isEmpty()) {
      claims.add(new Claim(text, Texts.NOT_RUN, Verdict.NOT_RUN));
      return;
    }
    double gap = base.get().value();
    double closed = (gap - ours.get().value()) / (gap - 1.0);
    claims.add(
        new Claim(
            text,
            String.format(
                Locale.ROOT,
                "gap %s, ours %s%s",
                Texts.interval(base.get(), 2),
                Texts.interval(ours.get(), 2),
                gap < GAP
                    ? ": too small to count"
                    : String.format(Locale.ROOT, ": %.0f %% closed", 100.0 * closed)),
            Verdict.of(gap < GAP || closed >= HALF)));
  }

  private void isNowhereWorse(Trial trial) {
    for (Figure figure : COMPARED) {
      GsSystem better = results.better(trial, figure);
      Pairs pairs = results.pairs(trial, GsSystem.POSTERIOR, better, figure);
      claims.add(
          new Claim(
              "(c) "
                  + trial.name()
                  + ": gs-posterior is not significantly worse than "
                  + better.title()
                  + ", the better one, by "
                  + figure.title(),
              pairs.ratioText(),
              verdict(pairs.ratio().map(ratio -> ratio.low() <= 1.0))));
    }
  }

  private static Verdict verdict(Optional<Boolean> holds) {
    return holds.map(Verdict::of).orElse(Verdict.NOT_RUN);
  }
}
