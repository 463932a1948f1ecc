package org.foresight.benchmarks.threesigma;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.foresight.benchmarks.evaluation.Pairs;
import org.foresight.benchmarks.evaluation.Statement;
import org.foresight.benchmarks.evaluation.Texts;
import org.foresight.benchmarks.threesigma.Results.Side;
import org.foresight.traces.statistics.Interval;

/** What the paper states of each experiment, beside ours. Its figures are read, not measured. */
final class PaperStatements {

  private static final String REAL_CLUSTER = "the paper's number is from its real cluster, one run";
  private static final String TREND = "the paper has a figure without numbers";

  private final Results results;
  private final Comparisons comparisons;

  PaperStatements(Results results) {
    this.results = results;
    this.comparisons = new Comparisons(results);
  }

  /** Of an experiment. */
  ImmutableList<Statement> of(Experiment experiment) {
    return switch (experiment.name()) {
      case PaperExperiments.E2E -> endToEnd();
      case PaperExperiments.WORKLOADS -> workloads(experiment);
      case PaperExperiments.DEADLINE -> deadlines(experiment);
      case PaperExperiments.SHIFT -> shifts(experiment);
      case PaperExperiments.LOAD -> loads(experiment);
      case PaperExperiments.SAMPLE -> samples(experiment);
      default -> ImmutableList.of();
    };
  }

  private ImmutableList<Statement> endToEnd() {
    String e2e = PaperExperiments.E2E;
    String only = PaperExperiments.E2E_CASE;
    return ImmutableList.of(
        new Statement(
            "SLO miss of PointRealEst",
            mean(e2e, only, PaperSystem.POINT_REAL_EST),
            "18 %",
            REAL_CLUSTER),
        new Statement("SLO miss of Prio", mean(e2e, only, PaperSystem.PRIO), "12 %", REAL_CLUSTER),
        new Statement(
            "SLO miss of 3Sigma",
            mean(e2e, only, PaperSystem.THREE_SIGMA),
            "4.5 % by the one ratio, 5.2 % by the other",
            REAL_CLUSTER),
        new Statement(
            "misses of PointRealEst ÷ 3Sigma",
            missRatio(e2e, only, PaperSystem.POINT_REAL_EST),
            "4.0",
            REAL_CLUSTER),
        new Statement(
            "misses of Prio ÷ 3Sigma", missRatio(e2e, only, PaperSystem.PRIO), "2.3", REAL_CLUSTER),
        new Statement(
            "misses of PointPerfEst ÷ 3Sigma",
            missRatio(e2e, only, PaperSystem.POINT_PERF_EST),
            "a little below 1",
            TREND),
        new Statement(
            "goodput of PointRealEst ÷ 3Sigma",
            ratioToThreeSigma(e2e, only, PaperSystem.POINT_REAL_EST, Metric.GOODPUT),
            "0.946",
            REAL_CLUSTER),
        new Statement(
            "BE goodput of Prio ÷ PointRealEst",
            comparisons
                .pairs(e2e, only, PaperSystem.PRIO, PaperSystem.POINT_REAL_EST, Metric.BE_GOODPUT)
                .ratioText(),
            "\"much worse\"",
            TREND),
        new Statement(
            "BE jobs ended, PointPerfEst ÷ 3Sigma",
            ratioToThreeSigma(e2e, only, PaperSystem.POINT_PERF_EST, Metric.BE_ENDED),
            "above 1",
            TREND),
        new Statement(
            "misses of Prio with late jobs demoted ÷ 3Sigma",
            missRatio(e2e, only, PaperSystem.PRIO_DEMOTING),
            "not in the paper",
            "a stronger Prio, which looks at deadlines"),
        new Statement(
            "BE latency of Prio ÷ 3Sigma",
            ratioToThreeSigma(e2e, only, PaperSystem.PRIO, Metric.BE_LATENCY),
            "\"similar across all\"",
            "here every job runs to its end, those that were late too"));
  }

  private ImmutableList<Statement> workloads(Experiment experiment) {
    ImmutableList.Builder<Statement> statements = ImmutableList.builder();
    for (String x : experiment.xs()) {
      boolean google = x.equals(PaperExperiments.GOOGLE_CASE);
      String differs = google ? TREND : "another log than the paper's";
      statements.add(
          new Statement(
              x + ": misses of PointRealEst ÷ 3Sigma",
              missRatio(experiment.name(), x, PaperSystem.POINT_REAL_EST),
              "above 1",
              differs),
          new Statement(
              x + ": misses of Prio ÷ 3Sigma",
              missRatio(experiment.name(), x, PaperSystem.PRIO),
              "above 1",
              differs),
          new Statement(
              x + ": misses of Prio with late jobs demoted ÷ 3Sigma",
              missRatio(experiment.name(), x, PaperSystem.PRIO_DEMOTING),
              "not in the paper",
              "a stronger Prio, which looks at deadlines"),
          new Statement(
              x + ": misses of PointPerfEst ÷ 3Sigma",
              missRatio(experiment.name(), x, PaperSystem.POINT_PERF_EST),
              google ? "about 1" : "a little above 1",
              differs),
          new Statement(
              x + ": goodput of PointRealEst ÷ 3Sigma",
              ratioToThreeSigma(experiment.name(), x, PaperSystem.POINT_REAL_EST, Metric.GOODPUT),
              "below 1",
              differs));
    }
    return statements.build();
  }

  private ImmutableList<Statement> deadlines(Experiment experiment) {
    ImmutableList<String> slacks = experiment.xs();
    String first = slacks.get(0);
    String last = slacks.get(slacks.size() - 1);
    return ImmutableList.of(
        new Statement(
            "misses of 3SigmaNoDist ÷ 3Sigma, all slacks",
            overAll(experiment, PaperSystem.NO_DIST, Metric.SLO_MISSES),
            "\"still high\"",
            TREND),
        new Statement(
            "misses of 3SigmaNoDist ÷ PointRealEst, all slacks",
            comparisons
                .pairs(
                    experiment.name(),
                    slacks,
                    PaperSystem.NO_DIST,
                    PaperSystem.POINT_REAL_EST,
                    Metric.SLO_MISSES)
                .ratioText(),
            "below 1",
            TREND),
        new Statement(
            "misses of 3SigmaNoOE ÷ PointPerfEst, all slacks",
            comparisons
                .pairs(
                    experiment.name(),
                    slacks,
                    PaperSystem.NO_OE,
                    PaperSystem.POINT_PERF_EST,
                    Metric.SLO_MISSES)
                .ratioText(),
            "about 1 \"for most deadline slacks\"",
            TREND),
        new Statement(
            "misses of 3SigmaNoAdapt ÷ 3SigmaNoOE at a slack of " + first + " %",
            comparisons
                .misses(experiment.name(), first, PaperSystem.NO_ADAPT, PaperSystem.NO_OE)
                .ratioText(),
            "below 1",
            TREND),
        new Statement(
            "BE goodput of 3SigmaNoAdapt ÷ 3Sigma, all slacks",
            overAll(experiment, PaperSystem.NO_ADAPT, Metric.BE_GOODPUT),
            "below 1",
            TREND),
        change(experiment, first, last, PaperSystem.THREE_SIGMA, Metric.SLO_MISSES, "below 1"),
        change(experiment, first, last, PaperSystem.POINT_PERF_EST, Metric.BE_GOODPUT, "below 1"),
        change(
            experiment,
            first,
            last,
            PaperSystem.THREE_SIGMA,
            Metric.BE_GOODPUT,
            "below 1, the smallest decrease"));
  }

  private ImmutableList<Statement> shifts(Experiment experiment) {
    ImmutableList.Builder<Statement> statements = ImmutableList.builder();
    for (Case c : experiment.cases()) {
      if (c.systems().contains(PaperSystem.THREE_SIGMA)) {
        Side points =
            new Side(
                experiment.name(),
                c.x() + " " + PaperExperiments.POINT_VARIANT,
                PaperSystem.POINT_REAL_EST);
        Side distributions = new Side(experiment.name(), c.name(), PaperSystem.THREE_SIGMA);
        statements.add(
            new Statement(
                String.format(
                    Locale.ROOT, "shift %s %%: misses of points ÷ %s", c.x(), c.variant()),
                comparisons.misses(points, distributions).ratioText(),
                c.x().equals("0") ? "2" : "above 1",
                c.x().equals("0") ? "the paper does not say of which CoV" : TREND));
      }
    }
    return statements.build();
  }

  private ImmutableList<Statement> loads(Experiment experiment) {
    ImmutableList.Builder<Statement> statements = ImmutableList.builder();
    String first = experiment.xs().get(0);
    String last = experiment.xs().get(experiment.xs().size() - 1);
    for (String load : experiment.xs()) {
      statements.add(
          new Statement(
              "load " + load + ": misses of PointRealEst ÷ 3Sigma",
              missRatio(experiment.name(), load, PaperSystem.POINT_REAL_EST),
              "above 1",
              TREND),
          new Statement(
              "load " + load + ": misses of Prio ÷ 3Sigma",
              missRatio(experiment.name(), load, PaperSystem.PRIO),
              "above 1",
              TREND));
    }
    for (PaperSystem system : PaperExperiments.FOUR) {
      statements.add(
          change(experiment, first, last, system, Metric.MISS_PERCENT, "above 1"),
          change(experiment, first, last, system, Metric.BE_GOODPUT, "below 1"));
    }
    return statements.build();
  }

  private ImmutableList<Statement> samples(Experiment experiment) {
    ImmutableList.Builder<Statement> statements = ImmutableList.builder();
    for (String samples : experiment.xs()) {
      statements.add(
          new Statement(
              samples + " samples: misses of PointRealEst ÷ 3Sigma",
              missRatio(experiment.name(), samples, PaperSystem.POINT_REAL_EST),
              "above 1",
              TREND),
          new Statement(
              samples + " samples: misses of 3Sigma ÷ PointPerfEst",
              comparisons
                  .misses(
                      new Side(experiment.name(), samples, PaperSystem.THREE_SIGMA),
                      new Side(experiment.name(), Case.ANY_X, PaperSystem.POINT_PERF_EST))
                  .ratioText(),
              Integer.parseInt(samples) < 25 ? "above 1" : "about 1",
              TREND));
    }
    return statements.build();
  }

  private String mean(String experiment, String caseName, PaperSystem system) {
    List<RunRecord> runs = results.runs(experiment, caseName, system).values().asList();
    Optional<Interval> mean = Results.mean(runs, Metric.MISS_PERCENT);
    return mean.map(value -> Texts.interval(value, 1) + " %").orElse(Texts.NOT_RUN);
  }

  private String missRatio(String experiment, String caseName, PaperSystem system) {
    return ratioToThreeSigma(experiment, caseName, system, Metric.SLO_MISSES);
  }

  private String ratioToThreeSigma(
      String experiment, String caseName, PaperSystem system, Metric metric) {
    return comparisons
        .pairs(experiment, caseName, system, PaperSystem.THREE_SIGMA, metric)
        .ratioText();
  }

  private String overAll(Experiment experiment, PaperSystem system, Metric metric) {
    return comparisons
        .pairs(experiment.name(), experiment.xs(), system, PaperSystem.THREE_SIGMA, metric)
        .ratioText();
  }

  /** A figure at the last value of the knob ÷ at the first. */
  private Statement change(
      Experiment experiment,
      String first,
      String last,
      PaperSystem system,
      Metric metric,
      String paper) {
    Pairs pairs =
        results.pairs(
            ImmutableList.of(new Side(experiment.name(), last, system)),
            ImmutableList.of(new Side(experiment.name(), first, system)),
            metric);
    return new Statement(
        String.format(
            Locale.ROOT,
            "%s of %s at %s ÷ at %s",
            metric.title().replaceAll(" \\(.*", ""),
            system.title(),
            last,
            first),
        pairs.ratioText(),
        paper,
        TREND);
  }
}
