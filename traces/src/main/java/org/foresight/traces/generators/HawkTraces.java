package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;

/**
 * The production workloads that Hawk, Eagle and Kairos generate traces from (Delgado's thesis,
 * §2.4.1). This table is the only place that says what their jobs are like; a test pins it.
 *
 * <p>The thesis takes them from the k-means clusters of Chen, Alspaugh and Katz (VLDB 2012;
 * customer c of Cloudera and Facebook in 2010) and of Chen, Ganapathi, Griffith and Katz (MASCOTS
 * 2011; Yahoo), maps only. The numbers of jobs, durations and task-seconds are those of their
 * tables, written from knowledge of the papers, which were not at hand; what the thesis prints of
 * the same workloads agrees: the jobs sum up to its 21,030, 1,169,184 and 24,262, and the jobs
 * outside the first cluster are its 5.02, 2.01 and 9.4 %.
 *
 * <p>Ours is the ratio of task to job duration, which the thesis takes from a paper that does not
 * print it either. One ratio per workload, or for Facebook one for the short jobs and one for the
 * long ones, is calibrated so that the jobs beyond the simulator's cutoff are as many and as heavy
 * as the thesis says of the long jobs. For Yahoo the centroids that result also match a cut of the
 * simulator's own trace: 23 short tasks of 19 s on average there, 22 of 19 s here.
 */
final class HawkTraces {

  private static final long MINUTES = 60;
  private static final long HOURS = 3600;
  private static final long DAYS = 86_400;

  /** Customer c of Cloudera. */
  static final HawkTrace CLOUDERA =
      new HawkTrace(
          "cloudera",
          "customer c of Cloudera",
          ImmutableList.of(
              new HawkCentroid("small", 19_975, 4 * MINUTES, 10_933),
              new HawkCentroid("transform-light-reduce", 477, 47 * MINUTES, 1_927_432),
              new HawkCentroid("aggregate", 246, 4 * HOURS + 14 * MINUTES, 569_391),
              new HawkCentroid("transform-heavy-reduce", 197, 53 * MINUTES, 1_895_403),
              new HawkCentroid("aggregate-large", 105, 2 * HOURS + 11 * MINUTES, 14_865_972),
              new HawkCentroid("long", 23, 17 * HOURS, 9_779_062),
              new HawkCentroid("aggregate-huge", 7, 5 * HOURS + 15 * MINUTES, 66_839_710)),
          0.257,
          0.257,
          272.783,
          0.09,
          15_000);

  /** Facebook in 2010. */
  static final HawkTrace FACEBOOK =
      new HawkTrace(
          "facebook",
          "Facebook in 2010",
          ImmutableList.of(
              new HawkCentroid("small", 1_145_663, MINUTES, 48),
              new HawkCentroid("map-only-transform-hours", 7_911, 8 * HOURS, 60_664),
              new HawkCentroid("map-only-transform", 779, 45 * MINUTES, 3_081_710),
              new HawkCentroid("map-only-aggregate", 670, HOURS + 20 * MINUTES, 9_457_592),
              new HawkCentroid("map-only-transform-days", 104, 3 * DAYS, 198_436),
              new HawkCentroid("aggregate", 11_491, 30 * MINUTES, 1_112_765),
              new HawkCentroid("transform", 1_876, 2 * HOURS, 1_618_792),
              new HawkCentroid("aggregate-and-transform", 454, HOURS, 1_795_682),
              new HawkCentroid("expand-and-aggregate", 169, 2 * HOURS + 7 * MINUTES, 2_862_726),
              new HawkCentroid("transform-long", 67, 18 * HOURS, 1_545_220)),
          0.15,
          0.50,
          76.5951,
          0.02,
          170_000);

  /** Yahoo. */
  static final HawkTrace YAHOO =
      new HawkTrace(
          "yahoo",
          "Yahoo",
          ImmutableList.of(
              new HawkCentroid("small", 21_981, MINUTES, 412),
              new HawkCentroid("aggregate-fast", 838, 35 * MINUTES, 270_376),
              new HawkCentroid("expand-and-aggregate", 91, 40 * MINUTES, 983_998),
              new HawkCentroid("transform-expand", 7, 2 * HOURS + 35 * MINUTES, 257_567),
              new HawkCentroid("summary", 35, 3 * HOURS + 45 * MINUTES, 4_481_926),
              new HawkCentroid("summary-large", 5, 8 * HOURS + 35 * MINUTES, 33_606_055),
              new HawkCentroid("transform", 1_303, HOURS, 15_021),
              new HawkCentroid("transform-large", 2, 4 * HOURS + 40 * MINUTES, 7_729_409)),
          0.315,
          0.315,
          90.5811,
          0.02,
          4_000);

  /**
   * Like Google in 2011. The thesis replays the measured trace and prints of it that 10 % of the
   * jobs are long and have 83.65 % of the task-seconds and 28 % of the tasks. The clusters are
   * ours: chosen so that these three come out beyond the simulator's cutoff, and most jobs have one
   * task. In the measured trace long tasks are shorter, many of them just above the cutoff;
   * durations matter only by their ratios where the load is given.
   */
  static final HawkTrace GOOGLE =
      new HawkTrace(
          "google",
          "Google in 2011, by what the thesis prints of them",
          ImmutableList.of(
              new HawkCentroid("single", 278_553, 120, 120),
              new HawkCentroid("few", 111_421, 150, 9 * 150),
              new HawkCentroid("many", 37_478, 220, 210 * 220),
              new HawkCentroid("long", 79_008, 2_543, 90 * 2_543)),
          1.0,
          1.0,
          1_129.532,
          0.17,
          15_000);

  /** All of them. */
  static final ImmutableList<HawkTrace> ALL = ImmutableList.of(CLOUDERA, FACEBOOK, GOOGLE, YAHOO);

  private HawkTraces() {}
}
