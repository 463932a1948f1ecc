package org.foresight.benchmarks.threesigma;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The experiments of 3Sigma §6: all of them as the paper did them, or the fewest cases of each over
 * short windows, which end within seconds and say nothing of the paper.
 *
 * @param experiments in the order of the page
 */
record PaperExperiments(ImmutableList<Experiment> experiments) {

  static final String E2E = "e2e";
  static final String WORKLOADS = "workloads";
  static final String DEADLINE = "deadline";
  static final String SHIFT = "shift";
  static final String LOAD = "load";
  static final String SAMPLE = "sample";

  /** The case of {@link #E2E}. */
  static final String E2E_CASE = "E2E";

  /** The case of {@link #WORKLOADS} that is E2E over 5 h, as in fig. 6. */
  static final String GOOGLE_CASE = "Google";

  /** All names, in the order of the page. */
  static final ImmutableList<String> NAMES =
      ImmutableList.of(E2E, WORKLOADS, DEADLINE, SHIFT, LOAD, SAMPLE);

  /** Two hours have two fifths of the jobs of five, and more of chance. */
  private static final int E2E_SEED_FACTOR = 3;

  static final ImmutableList<PaperSystem> FOUR =
      ImmutableList.of(
          PaperSystem.THREE_SIGMA,
          PaperSystem.POINT_PERF_EST,
          PaperSystem.POINT_REAL_EST,
          PaperSystem.PRIO);

  /** The four, and a stronger Prio than the paper's. */
  private static final ImmutableList<PaperSystem> FIVE =
      ImmutableList.<PaperSystem>builder().addAll(FOUR).add(PaperSystem.PRIO_DEMOTING).build();

  private static final ImmutableList<PaperSystem> ATTRIBUTION =
      ImmutableList.of(
          PaperSystem.THREE_SIGMA,
          PaperSystem.NO_DIST,
          PaperSystem.NO_OE,
          PaperSystem.NO_ADAPT,
          PaperSystem.POINT_PERF_EST,
          PaperSystem.POINT_REAL_EST);

  /**
   * What the experiments are made of.
   *
   * @param e2e window of E2E
   * @param e2eSeedFactor how many times as many seeds E2E has
   * @param others window of the others, those of logs too
   * @param slacks in percent
   * @param shifts in percent
   * @param covs in percent
   * @param loads offered
   * @param samples for each job
   */
  private record Knobs(
      Duration e2e,
      int e2eSeedFactor,
      Duration others,
      ImmutableList<Integer> slacks,
      ImmutableList<Integer> shifts,
      ImmutableList<Integer> covs,
      ImmutableList<Double> loads,
      ImmutableList<Integer> samples) {}

  private static final Knobs FULL =
      new Knobs(
          Duration.ofHours(2),
          E2E_SEED_FACTOR,
          Duration.ofHours(5),
          ImmutableList.of(20, 40, 80, 120, 180),
          ImmutableList.of(-50, -20, 0, 20, 50),
          ImmutableList.of(10, 20, 50),
          ImmutableList.of(1.0, 1.2, 1.4, 1.6),
          ImmutableList.of(5, 10, 25, 50, 75, 100));

  private static final Knobs QUICK =
      new Knobs(
          Duration.ofMinutes(10),
          1,
          Duration.ofMinutes(12),
          ImmutableList.of(20, 180),
          ImmutableList.of(0),
          ImmutableList.of(10),
          ImmutableList.of(1.4),
          ImmutableList.of(25));

  /** All of the paper. */
  static PaperExperiments full(List<LogTrace> logs) {
    return of(FULL, logs);
  }

  /** The fewest cases. */
  static PaperExperiments quick(List<LogTrace> logs) {
    return of(QUICK, logs);
  }

  /**
   * The composite policy beside 3Sigma, on the two workloads that the paper measures its own by,
   * and on the same jobs with tasks that start one by one.
   *
   * @param quick whether over short windows
   */
  static Experiment composite(boolean quick) {
    Knobs knobs = quick ? QUICK : FULL;
    ImmutableList<PaperSystem> both =
        ImmutableList.of(PaperSystem.THREE_SIGMA, PaperSystem.FORESIGHT);
    return new Experiment(
        "composite",
        "The composite policy",
        "not in the paper",
        "workload",
        1,
        ImmutableList.of(
            Case.of(E2E_CASE, e2e(knobs), both),
            Case.of(GOOGLE_CASE, google(knobs), both),
            oneByOne(E2E_CASE, e2e(knobs), both),
            oneByOne(GOOGLE_CASE, google(knobs), both)));
  }

  private static Case oneByOne(
      String name, PaperWorkload workload, ImmutableList<PaperSystem> systems) {
    return Case.of(name + " one by one", new IndependentTasks(workload), systems);
  }

  /** The cluster of all of them. */
  static int nodes() {
    return google(FULL).cluster().nodes();
  }

  private static PaperExperiments of(Knobs knobs, List<LogTrace> logs) {
    return new PaperExperiments(
        ImmutableList.of(
            new Experiment(
                E2E,
                "End to end",
                "§6.1, fig. 5",
                "",
                knobs.e2eSeedFactor(),
                ImmutableList.of(Case.of(E2E_CASE, e2e(knobs), FIVE))),
            new Experiment(
                WORKLOADS,
                "Other workloads",
                "§6.1.1, fig. 6",
                "workload",
                1,
                workloads(knobs, logs)),
            new Experiment(
                DEADLINE,
                "Attribution of benefit, and deadline slack",
                "§6.2 and §6.4, fig. 7",
                "deadline slack (%)",
                1,
                sweep(knobs, knobs.slacks(), "3sigma-deadline-", ATTRIBUTION)),
            new Experiment(
                SHIFT,
                "Shift and width of the distribution",
                "§6.3, fig. 8",
                "artificial shift (%)",
                1,
                shifts(knobs)),
            new Experiment(
                LOAD,
                "Load",
                "§6.4, fig. 9",
                "load",
                1,
                sweep(knobs, knobs.loads(), "3sigma-load-", FOUR)),
            new Experiment(
                SAMPLE,
                "Number of samples",
                "§6.4, fig. 10",
                "samples of each job",
                1,
                samples(knobs))));
  }

  private static PaperWorkload e2e(Knobs knobs) {
    return new GeneratedWorkload("3sigma-e2e", knobs.e2e());
  }

  private static PaperWorkload google(Knobs knobs) {
    return new GeneratedWorkload("3sigma-e2e-5h", knobs.others());
  }

  private static ImmutableList<Case> workloads(Knobs knobs, List<LogTrace> logs) {
    PaperWorkload google = google(knobs);
    ImmutableList.Builder<Case> cases = ImmutableList.builder();
    cases.add(Case.of(GOOGLE_CASE, google, FIVE));
    for (LogTrace log : logs) {
      cases.add(Case.of(log.name(), new LogWorkload(log, google.cluster(), knobs.others()), FIVE));
    }
    return cases.build();
  }

  private static ImmutableList<Case> sweep(
      Knobs knobs, List<?> values, String workload, ImmutableList<PaperSystem> systems) {
    return values.stream()
        .map(
            value ->
                Case.of(
                    value.toString(),
                    new GeneratedWorkload(workload + value, knobs.others()),
                    systems))
        .collect(toImmutableList());
  }

  /** The same jobs for all numbers of samples, so that what asks for none is run once. */
  private static ImmutableList<Case> samples(Knobs knobs) {
    ImmutableList.Builder<Case> cases = ImmutableList.builder();
    for (int samples : knobs.samples()) {
      cases.add(
          sampled(
              Integer.toString(samples),
              samples,
              knobs,
              PaperSystem.THREE_SIGMA,
              PaperSystem.POINT_REAL_EST));
    }
    return cases
        .add(
            sampled(
                Case.ANY_X,
                knobs.samples().get(0),
                knobs,
                PaperSystem.POINT_PERF_EST,
                PaperSystem.PRIO))
        .build();
  }

  /** What ends meanwhile would be one sample more. */
  private static Case sampled(String x, int samples, Knobs knobs, PaperSystem... systems) {
    return new Case(
        x,
        "",
        new GeneratedWorkload("3sigma-sample-" + samples, knobs.others()),
        ImmutableList.copyOf(systems),
        Optional.empty(),
        false);
  }

  private static ImmutableList<Case> shifts(Knobs knobs) {
    ImmutableList.Builder<Case> cases = ImmutableList.builder();
    for (int shift : knobs.shifts()) {
      for (int cov : knobs.covs()) {
        cases.add(shifted(shift, OptionalDouble.of(cov / 100.0), knobs));
      }
      cases.add(shifted(shift, OptionalDouble.empty(), knobs));
    }
    return cases.build();
  }

  private static Case shifted(int shift, OptionalDouble cov, Knobs knobs) {
    return new Case(
        Integer.toString(shift),
        cov.isPresent() ? covVariant(cov.getAsDouble()) : POINT_VARIANT,
        e2e(knobs),
        ImmutableList.of(cov.isPresent() ? PaperSystem.THREE_SIGMA : PaperSystem.POINT_REAL_EST),
        Optional.of(new SyntheticEstimates(shift / 100.0, cov)),
        false);
  }

  /** The variant of {@link #SHIFT} whose estimates are points. */
  static final String POINT_VARIANT = "point";

  /** A variant of {@link #SHIFT} whose estimates are distributions. */
  static String covVariant(double cov) {
    return String.format(Locale.ROOT, "CoV=%.0f%%", 100 * cov);
  }
}
