package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.Doubles;
import com.google.common.primitives.Ints;
import org.jspecify.annotations.Nullable;

/**
 * All generated workloads, by name. {@code docs/workloads.md} says where each is from and which of
 * its numbers are ours.
 *
 * <p>Stateless and thread-safe.
 */
public final class Generators {

  private static final int MAX_SLACK_PERCENT = 1000;
  private static final int MAX_SAMPLES = 1000;
  private static final int MAX_JOBS_PER_HOUR = 1_000_000;
  private static final double MAX_LOAD = 100.0;

  private static final ImmutableList<GeneratorFamily> FAMILIES =
      ImmutableList.of(
          GeneratorFamily.of(
              "The demo's workload: an hour of SLO and best-effort jobs on 32 slots.",
              new E2eSourceGenerator()),
          GeneratorFamily.of(
              "3Sigma's E2E: 2 h, about 600 gang jobs, load 1.4 on 256 nodes of four classes.",
              ThreeSigmaGenerator.e2e("3sigma-e2e", ThreeSigmaGenerator.E2E_DURATION)),
          GeneratorFamily.of(
              "3Sigma's E2E over 5 h, about 1,500 jobs.",
              ThreeSigmaGenerator.e2e("3sigma-e2e-5h", ThreeSigmaGenerator.LONG_DURATION)),
          GeneratorFamily.of(
              "3sigma-deadline-",
              "<n>",
              "3Sigma's DEADLINE-n: E2E over 5 h, every deadline with a slack of n %.",
              (name, n) ->
                  ThreeSigmaGenerator.deadline(
                      name, wholeNumber(name, "slack in percent", n, 0, MAX_SLACK_PERCENT))),
          GeneratorFamily.of(
              "3sigma-load-",
              "<l>",
              "3Sigma's E2E-LOAD-l: E2E over 5 h at load l.",
              (name, l) -> ThreeSigmaGenerator.load(name, number(name, "load", l, 0.01, MAX_LOAD))),
          GeneratorFamily.of(
              "3sigma-sample-",
              "<n>",
              "3Sigma's E2E-SAMPLE-n: E2E over 5 h, with n earlier runs of every job as history.",
              (name, n) ->
                  ThreeSigmaGenerator.sample(
                      name, wholeNumber(name, "number of samples", n, 1, MAX_SAMPLES))),
          GeneratorFamily.of(
              "3sigma-scalability-",
              "<n>",
              "3Sigma's SCALABILITY-n: n jobs an hour for 5 h, load 0.95 on 12,583 nodes.",
              (name, n) ->
                  new ScalabilityGenerator(
                      name, wholeNumber(name, "jobs an hour", n, 1, MAX_JOBS_PER_HOUR))),
          GeneratorFamily.of(
              "Hawk's Cloudera trace: 21,030 jobs, 5 % of them long, load 0.9 on 15,000 slots.",
              new HawkGenerator(HawkTraces.CLOUDERA)),
          GeneratorFamily.of(
              "Hawk's Facebook trace: 1,169,184 jobs, 2 % of them long, load 0.9 on 170,000 slots.",
              new HawkGenerator(HawkTraces.FACEBOOK)),
          GeneratorFamily.of(
              "Like Hawk's Google trace: 506,460 jobs, 10 % of them long, load 0.9 on 15,000 slots.",
              new HawkGenerator(HawkTraces.GOOGLE)),
          GeneratorFamily.of(
              "Hawk's Yahoo trace: 24,262 jobs, 9 % of them long, load 0.9 on 4,000 slots.",
              new HawkGenerator(HawkTraces.YAHOO)),
          GeneratorFamily.of(
              "SLearn's 2STrace: 1,250 jobs with the published errors of sampling and history.",
              new CovGenerator(CovTraces.TWO_SIGMA)),
          GeneratorFamily.of(
              "SLearn's GTrace11: 1,250 jobs with the published errors of sampling and history.",
              new CovGenerator(CovTraces.GOOGLE_2011)),
          GeneratorFamily.of(
              "SLearn's GTrace19: 1,250 jobs with the published errors of sampling and history.",
              new CovGenerator(CovTraces.GOOGLE_2019)),
          GeneratorFamily.of(
              "SLearn's GTrace19-DAG: 900 jobs of 2 to 5 stages, each like a job of GTrace19.",
              new CovGenerator(CovTraces.GOOGLE_2019_DAG)),
          GeneratorFamily.of(
              "cov-",
              "<time>-<space>",
              "Recurring jobs whose runtimes have the CoV <time> over runs, <space> over tasks.",
              Generators::cov));

  private Generators() {}

  /** How the names of the workloads are written, each with one line of description. */
  public static ImmutableMap<String, String> names() {
    return FAMILIES.stream()
        .collect(
            ImmutableMap.toImmutableMap(GeneratorFamily::pattern, GeneratorFamily::description));
  }

  /**
   * The generator of a workload.
   *
   * @throws IllegalArgumentException if there is no workload of the name, or a number in it is out
   *     of its range
   */
  public static WorkloadGenerator find(String name) {
    return FAMILIES.stream()
        .flatMap(family -> family.find(name).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no generated workload ("
                        + name
                        + "); there are "
                        + String.join(", ", names().keySet())
                        + "."));
  }

  private static WorkloadGenerator cov(String name, String timeAndSpace) {
    int dash = timeAndSpace.indexOf('-');
    String time = dash < 0 ? timeAndSpace : timeAndSpace.substring(0, dash);
    String space = dash < 0 ? "" : timeAndSpace.substring(dash + 1);
    return new CovGenerator(
        CovTraces.of(
            name,
            number(name, "CoV over time", time, 0.0, CovTrace.MAX_COV),
            number(name, "CoV over space", space, 0.0, CovTrace.MAX_COV)));
  }

  private static int wholeNumber(String name, String what, String text, int min, int max) {
    @Nullable Integer value = Ints.tryParse(text);
    if (value == null || value < min || value > max) {
      throw new IllegalArgumentException(
          "The "
              + what
              + " ("
              + text
              + ") in the name ("
              + name
              + ") must be a whole number between "
              + min
              + " and "
              + max
              + ".");
    }
    return value;
  }

  private static double number(String name, String what, String text, double min, double max) {
    @Nullable Double value = Doubles.tryParse(text);
    if (value == null || !(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          "The "
              + what
              + " ("
              + text
              + ") in the name ("
              + name
              + ") must be a number between "
              + min
              + " and "
              + max
              + ".");
    }
    return value;
  }
}
