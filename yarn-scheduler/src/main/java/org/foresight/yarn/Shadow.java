package org.foresight.yarn;

import static com.google.common.collect.ImmutableMap.toImmutableMap;

import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.FinishForecast;
import org.foresight.planner.HostClock;
import org.foresight.planner.Plan;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.cluster.ClusterSnapshot;
import org.foresight.planner.cluster.JobView;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.RuntimePredictor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the plans for queues in shadow mode: logs what they would do and what is predicted, under
 * the name of this class, and keeps the score. It changes nothing.
 *
 * <p>Thread-safe: plans come from the thread of the shadow planner, beginnings and ends of jobs
 * from the one that learns, changes from YARN's.
 */
final class Shadow implements PlannerThread.Listener, Learning.Follower {
  private static final Logger LOG = LoggerFactory.getLogger(Shadow.class);

  private static final int MOST_LINES = 100;
  private static final long PERIOD_MILLIS = 10_000;

  /** A job of a plan that is in shadow mode. */
  private record Followed(
      ClusterEvent.JobSubmitted submitted,
      String queue,
      PlannedJob planned,
      Optional<FinishForecast> forecast) {}

  private final RuntimePredictor predictor;
  private final Submissions submissions;
  private final Function<String, Optional<String>> queueOfJob;
  private final Supplier<ForesightConfiguration> configuration;
  private final ShadowScorer scorer;
  private final ShadowDiary diary;

  private final FirstEstimates estimates = new FirstEstimates();

  /** Of the thread that learns. */
  private long jobsSinceSummary;

  /**
   * @param queueOfJob the path of the queue that a job is in now; empty if it is gone
   * @param configuration the one in force
   * @param clock the one that deadlines go by
   * @param nanoTime measures durations
   */
  Shadow(
      RuntimePredictor predictor,
      Submissions submissions,
      Function<String, Optional<String>> queueOfJob,
      Supplier<ForesightConfiguration> configuration,
      HostClock clock,
      LongSupplier nanoTime) {
    this.predictor = predictor;
    this.submissions = submissions;
    this.queueOfJob = queueOfJob;
    this.configuration = configuration;
    this.scorer = new ShadowScorer(clock);
    this.diary = new ShadowDiary(new LineBudget(nanoTime, MOST_LINES, PERIOD_MILLIS), LOG::info);
  }

  @Override
  public void planned(PlannerThread planner, ClusterSnapshot snapshot, Plan plan) {
    ImmutableMap<String, JobView> jobs =
        snapshot.jobs().stream()
            // A job that moves while queues are looked at is seen in both of them.
            .collect(toImmutableMap(JobView::id, job -> job, (one, same) -> one));
    estimates.keepOnly(jobs.keySet());
    List<Followed> followed = new ArrayList<>();
    for (PlannedJob planned : plan.jobs()) {
      JobView job = jobs.get(planned.jobId());
      ClusterEvent.JobSubmitted submitted = submissions.of(planned.jobId());
      Optional<String> queue = queueOfJob.apply(planned.jobId());
      if (job != null && submitted != null && queue.isPresent() && isShadow(queue.get())) {
        Optional<JobEstimate> estimate = estimates.of(job.id(), () -> estimate(submitted));
        followed.add(
            new Followed(
                submitted,
                queue.get(),
                planned,
                FinishForecast.of(job, planned, estimate, plan.madeAtMillis())));
      }
    }
    if (planner.isStopped()) {
      return;
    }
    long slotMillis = configuration.get().planning().settings().slotMillis();
    for (Followed job : followed) {
      scorer.planned(job.planned.jobId(), job.forecast);
      diary.planned(
          job.submitted, job.queue, job.planned, job.forecast, plan.madeAtMillis(), slotMillis);
    }
    diary.endOfPlan(jobs.keySet());
  }

  /** What is known of a job; of a service there is nothing to know. */
  private Optional<JobEstimate> estimate(ClusterEvent.JobSubmitted submitted) {
    return submitted.goal().service() ? Optional.empty() : predictor.predict(submitted.features());
  }

  @Override
  public void submitted(ClusterEvent.JobSubmitted job) {
    if (isShadow(job.features().queue())) {
      scorer.submitted(job);
    }
  }

  @Override
  public void finished(ClusterEvent.JobFinished finished, Optional<Learning.Lesson> lesson) {
    if (scorer.finished(finished, lesson)) {
      jobsSinceSummary++;
      if (jobsSinceSummary >= configuration.get().shadowSummaryJobs()) {
        jobsSinceSummary = 0;
        LOG.info("So far {}.", scorer.score().text());
      }
    }
  }

  @Override
  public void lostSight() {
    scorer.keepOnly(queue -> false);
  }

  /** A job has moved to another queue: its life is no longer one in shadow mode. */
  void moved(String jobId) {
    scorer.forget(jobId);
  }

  /** Modes have changed: a job that was not left alone for all its life does not count. */
  void modesChanged(Modes before, Modes after) {
    scorer.keepOnly(this::isShadow);
    if (before.mayBe(Mode.SHADOW)) {
      LOG.info(
          "The modes change from ({}) to ({}); until now {}.",
          before,
          after,
          scorer.score().text());
    }
  }

  /** How good the predictions were so far. */
  ShadowScore score() {
    return scorer.score();
  }

  private boolean isShadow(String queue) {
    return configuration.get().modes().of(queue) == Mode.SHADOW;
  }
}
