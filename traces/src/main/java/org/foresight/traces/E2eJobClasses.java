package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import org.foresight.traces.E2eJobClass.RuntimeMode;
import org.foresight.traces.E2eJobClass.Source;

/**
 * The job classes of the {@code e2e} workload. This table is the only place that says what the jobs
 * are like. It was frozen before any policy was tuned on the workload; a test pins it.
 *
 * <p>3Sigma (§5) derives its classes by k-means from the Google cluster trace, whose parameters it
 * does not print. These eight keep what matters of them: most jobs recur and run about as long as
 * last time, some do not, so that the median of a job's history is wrong by a factor of two or more
 * for about 8 % of the jobs, the low end of the 8 to 23 % that the paper reports of real clusters.
 *
 * <p>SLO and best-effort jobs are drawn from the same classes with the same shares, as the paper's
 * workload is "an even mixture": having a deadline says nothing of how long a job runs or how well
 * it can be predicted. A pair of user and name belongs to one class; a user may have jobs in
 * several.
 */
public final class E2eJobClasses {

  /** All classes; their shares sum to 1. */
  public static final ImmutableList<E2eJobClass> ALL =
      ImmutableList.of(
          new E2eJobClass(
              "hourly ETL",
              0.17,
              ImmutableList.of(new RuntimeMode(1.0, 6.0, 0.12)),
              4,
              8,
              ImmutableList.of(
                  new Source(0.5, "etl", "etl-hourly-{counter}"),
                  new Source(0.3, "etl", "ingest-clicks-{counter}"),
                  new Source(0.2, "billing", "billing-load-{counter}"))),
          new E2eJobClass(
              "daily report",
              0.13,
              ImmutableList.of(new RuntimeMode(1.0, 10.0, 0.15)),
              2,
              6,
              ImmutableList.of(
                  new Source(0.6, "reports", "daily-report-{date}"),
                  new Source(0.4, "finance", "revenue-by-region-{date}"))),
          new E2eJobClass(
              "log aggregation",
              0.15,
              ImmutableList.of(new RuntimeMode(1.0, 4.5, 0.20)),
              1,
              4,
              ImmutableList.of(
                  new Source(0.7, "ops", "log-rollup-{counter}"),
                  new Source(0.3, "security", "audit-scan-{date}"))),
          new E2eJobClass(
              "index build",
              0.10,
              ImmutableList.of(new RuntimeMode(1.0, 14.0, 0.15)),
              6,
              12,
              ImmutableList.of(new Source(1.0, "search", "index-build-{date}"))),
          new E2eJobClass(
              "feature extraction",
              0.12,
              ImmutableList.of(new RuntimeMode(1.0, 9.0, 0.30)),
              4,
              10,
              ImmutableList.of(
                  new Source(0.5, "ranking", "features-{date}-{counter}"),
                  new Source(0.5, "ads", "user-profiles-{date}"))),
          new E2eJobClass(
              "ad-hoc query",
              0.16,
              ImmutableList.of(new RuntimeMode(1.0, 7.0, 1.00)),
              1,
              6,
              ImmutableList.of(
                  new Source(0.4, "ana", "query-{counter}"),
                  new Source(0.35, "bo", "query-{counter}"),
                  new Source(0.25, "chen", "notebook-{counter}"))),
          // Early stopping: most runs converge soon, the others use their whole budget.
          new E2eJobClass(
              "model training",
              0.10,
              ImmutableList.of(new RuntimeMode(0.7, 7.0, 0.15), new RuntimeMode(0.3, 18.0, 0.15)),
              2,
              8,
              ImmutableList.of(
                  new Source(0.6, "ana", "train-ctr-{counter}"),
                  new Source(0.4, "dara", "train-embeddings-{counter}"))),
          new E2eJobClass(
              "simulation",
              0.07,
              ImmutableList.of(new RuntimeMode(1.0, 8.0, 0.70)),
              2,
              10,
              ImmutableList.of(
                  new Source(0.5, "chen", "what-if-{counter}"),
                  new Source(0.5, "risk", "monte-carlo-{date}"))));

  static {
    Draws.requireProbabilities("job classes", ALL, E2eJobClass::share);
  }

  private E2eJobClasses() {}
}
