package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Generates the {@code e2e} workload in the spirit of 3Sigma §5: half of the work belongs to SLO
 * jobs and half to best-effort ones, arrivals are bursty, deadlines are tight, and a predictor is
 * trained beforehand on earlier jobs of the same classes.
 *
 * <p>Where the paper is silent, or a cluster of a few dozen slots needs it otherwise:
 *
 * <ul>
 *   <li>Jobs come from {@link E2eJobClasses}, a fixed table in place of parameters derived from the
 *       Google trace. Preferred resources are left out: a small cluster has nodes of one kind.
 *   <li>Jobs of each kind are drawn until the next one would exceed that kind's share of the work.
 *       The last place goes to the best fitting of 16 candidates, or to none if that fits better,
 *       so that workloads of different seeds offer the same load: at 32 slots within about 1 %. A
 *       kind with any share has at least one job.
 *   <li>Inter-arrival times are hyper-exponential with balanced means, scaled so that the job after
 *       the last would arrive exactly at the end of the window. SLO and best-effort jobs are
 *       shuffled over the arrivals.
 *   <li>The tasks of a job vary around the job's own task runtime with a CoV of 0.1, at most by 30
 *       %. The job's runtime, from which its deadline follows, is that of its longest task; as no
 *       job is wider than the cluster every deadline can be met by a job alone.
 *   <li>Earlier jobs end before the window starts, with gaps like those of the window.
 *   <li>The draws of SLO jobs, best-effort jobs, arrivals and history are independent: a longer
 *       history leaves the jobs as they are, and a higher load adds jobs to those of a lower one,
 *       up to the last of each kind.
 * </ul>
 *
 * <p>Stateless and thread-safe.
 */
public final class E2eGenerator {

  /** Name of the workload. */
  public static final String NAME = "e2e";

  private static final int LAST_CANDIDATES = 16;
  private static final double TASK_COV = 0.1;
  private static final double TASK_LARGEST_DEVIATION = 0.3;
  private static final double MILLIS_PER_MINUTE = 60_000.0;
  private static final LocalDate LAST_DATE = LocalDate.of(2026, 3, 14);
  private static final int DATES = 60;
  private static final int COUNTERS = 1_000_000;

  private E2eGenerator() {}

  /** Generates the workload; the same parameters always give the same one. */
  public static Workload generate(E2eParameters parameters) {
    SplittableRandom root = new SplittableRandom(parameters.seed());
    RandomGenerator sloRandom = root.split();
    RandomGenerator bestEffortRandom = root.split();
    RandomGenerator arrivalRandom = root.split();
    RandomGenerator historyRandom = root.split();

    double work = parameters.load() * parameters.slots() * parameters.duration().toMillis();
    List<Draft> slo = draftJobs(sloRandom, true, work * parameters.sloShare(), parameters.slots());
    List<Draft> bestEffort =
        draftJobs(
            bestEffortRandom, false, work * (1.0 - parameters.sloShare()), parameters.slots());
    ImmutableList<WorkloadJob> jobs = arrive(slo, bestEffort, arrivalRandom, parameters);
    ImmutableList<WorkloadJob> history = history(historyRandom, jobs.size(), parameters);
    return new Workload(NAME, describe(parameters, jobs, history), history, jobs);
  }

  /** A job that has not been given its time of arrival. */
  private record Draft(
      String user, String name, boolean slo, int slackPercent, ImmutableList<Long> tasks) {

    long workMillis() {
      return tasks.stream().mapToLong(Long::longValue).sum();
    }

    long spanMillis() {
      return Collections.max(tasks);
    }

    WorkloadJob submittedAt(long submitMillis, String id, boolean gang) {
      OptionalLong deadline =
          slo
              ? OptionalLong.of(Deadlines.deadlineMillis(submitMillis, spanMillis(), slackPercent))
              : OptionalLong.empty();
      return WorkloadJob.ofOneStage(
          id, submitMillis, user, name, WorkloadQueues.of(slo), deadline, gang, tasks);
    }
  }

  private static List<Draft> draftJobs(
      RandomGenerator random, boolean slo, double workMillis, int slots) {
    List<Draft> drafts = new ArrayList<>();
    double missing = workMillis;
    Draft next = draft(random, slo, slots);
    while (next.workMillis() <= missing) {
      drafts.add(next);
      missing -= next.workMillis();
      next = draft(random, slo, slots);
    }
    if (missing > 0.0) {
      Draft best = next;
      for (int candidate = 1; candidate < LAST_CANDIDATES; candidate++) {
        next = draft(random, slo, slots);
        if (Math.abs(next.workMillis() - missing) < Math.abs(best.workMillis() - missing)) {
          best = next;
        }
      }
      if (drafts.isEmpty() || Math.abs(best.workMillis() - missing) < missing) {
        drafts.add(best);
      }
    }
    return drafts;
  }

  private static Draft draft(RandomGenerator random, boolean slo, int slots) {
    E2eJobClass jobClass = Draws.pick(random, E2eJobClasses.ALL, E2eJobClass::share);
    E2eJobClass.Source source =
        Draws.pick(random, jobClass.sources(), E2eJobClass.Source::probability);
    int width = random.nextInt(jobClass.minWidth(), jobClass.maxWidth() + 1);
    double jobMillis = jobClass.drawMinutes(random) * MILLIS_PER_MINUTE;
    ImmutableList.Builder<Long> tasks = ImmutableList.builder();
    for (int task = 0; task < Math.min(width, slots); task++) {
      tasks.add(
          Math.round(
              jobMillis * (1.0 + Draws.boundedGaussian(random, TASK_COV, TASK_LARGEST_DEVIATION))));
    }
    String name =
        source
            .namePattern()
            .replace("{date}", LAST_DATE.minusDays(random.nextInt(DATES)).toString())
            .replace("{counter}", String.format(Locale.ROOT, "%06d", random.nextInt(COUNTERS)));
    return new Draft(source.user(), name, slo, Deadlines.drawSlackPercent(random), tasks.build());
  }

  private static ImmutableList<WorkloadJob> arrive(
      List<Draft> slo, List<Draft> bestEffort, RandomGenerator random, E2eParameters parameters) {
    int size = slo.size() + bestEffort.size();
    ImmutableLongArray arrivals =
        Arrivals.over(
            random, size, parameters.arrivalSquaredCov(), parameters.duration().toMillis());
    boolean[] isSlo = Draws.choose(random, size, slo.size());

    ImmutableList.Builder<WorkloadJob> jobs = ImmutableList.builderWithExpectedSize(size);
    int sloSoFar = 0;
    for (int i = 0; i < size; i++) {
      Draft draft = isSlo[i] ? slo.get(sloSoFar++) : bestEffort.get(i - sloSoFar);
      jobs.add(draft.submittedAt(arrivals.get(i), id("job", i), parameters.gang()));
    }
    return jobs.build();
  }

  private static ImmutableList<WorkloadJob> history(
      RandomGenerator random, int jobsInWindow, E2eParameters parameters) {
    double meanGapMillis = (double) parameters.duration().toMillis() / jobsInWindow;
    List<WorkloadJob> history = new ArrayList<>();
    double beforeStart = 0.0;
    for (int i = 0; i < parameters.historyJobs(); i++) {
      boolean slo = random.nextDouble() < parameters.sloShare();
      Draft draft = draft(random, slo, parameters.slots());
      beforeStart += meanGapMillis * Draws.hyperExponential(random, parameters.arrivalSquaredCov());
      long submitMillis = -(long) beforeStart - draft.spanMillis();
      history.add(draft.submittedAt(submitMillis, id("history", i), parameters.gang()));
    }
    return ImmutableList.sortedCopyOf(Comparator.comparingLong(WorkloadJob::submitMillis), history);
  }

  private static String id(String prefix, int number) {
    return String.format(Locale.ROOT, "%s-%04d", prefix, number + 1);
  }

  private static String describe(
      E2eParameters parameters,
      ImmutableList<WorkloadJob> jobs,
      ImmutableList<WorkloadJob> history) {
    return String.format(
        Locale.ROOT,
        "Generated after 3Sigma §5: %s, %s; asked for load %.2f, SLO share %.2f of the work,"
            + " squared CoV of inter-arrival times %.1f; history of %s; seed %d.",
        WorkloadSummary.sizes(jobs),
        WorkloadSummary.load(jobs, parameters.slots(), parameters.duration()),
        parameters.load(),
        parameters.sloShare(),
        parameters.arrivalSquaredCov(),
        WorkloadSummary.jobs(history.size()),
        parameters.seed());
  }
}
