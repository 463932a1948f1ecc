package org.foresight.planner.policy;

import java.util.Locale;
import java.util.Optional;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.Remaining;
import org.foresight.planner.cluster.JobView;
import org.foresight.planner.policy.StageTasks.Pilots;
import org.foresight.predictor.Counts;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;

/**
 * By history and pilots together (posterior of {@link JobPosteriors}): a job is in the queue of the
 * work that is expected to be left, and before those in its queue that have more of it left. Its
 * pilots run ahead only where history leaves it open which queue is the right one; so a job like
 * many before it does not wait for its pilots, and one that nothing is known of is sampled as by
 * SLearn. History is believed in that as far as it has come true: where it has often been wrong, it
 * leaves the queue open however narrow it is. What a job's tasks show later, it is moved by.
 *
 * <p>A job too thin for pilots whose queue is open goes to the first one, as by SLearn: in front of
 * the others by mistake it takes little from them, behind them by mistake it would wait for long.
 *
 * <p>A job rises with the time since it came, whether it waits or runs: in its queue for ever
 * before those that came much later, however small these are; and to the queue that half of its
 * work would be in, so that what is hardly too large for a queue does not wait for all that is
 * hardly small enough.
 */
final class PosteriorSizing implements JobSizing {

  /** A job's queue is known if the job belongs there with this probability. */
  private static final double SURE = 0.7;

  /**
   * Which part of a job's tasks are pilots where no other one is set, in percent; see {@link
   * SamplingRatio}. It does not adapt: which jobs have pilots at all depends on history.
   */
  private static final int USUAL_PILOT_PERCENT = 3;

  private static final double LONGEST_BY_HISTORY = 0.99;

  /** A job that came so long ago, as part of its work left, is queued as if half were left. */
  private static final double HALVED_BY_AGE = 1.0 / 16;

  private static final double LEAST_PART_BY_AGE = 0.5;

  private final GsSettings settings;
  private final JobRuntimes runtimes;
  private final JobPosteriors posteriors;
  private final ReusedContainers reused = new ReusedContainers();
  private final MapReduceJobs mapReduce = new MapReduceJobs();

  PosteriorSizing(GsSettings settings, JobRuntimes runtimes, JobPosteriors posteriors) {
    this.settings = settings;
    this.runtimes = runtimes;
    this.posteriors = posteriors;
  }

  @Override
  public void onEvent(ClusterEvent event) {
    posteriors.onEvent(event);
    reused.onEvent(event);
    mapReduce.onEvent(event);
  }

  @Override
  public boolean learnsFrom(ClusterEvent event) {
    return event instanceof ClusterEvent.TaskFinished;
  }

  @Override
  public JobSize size(JobView job, long nowMillis) {
    if (reused.isOf(job.id())) {
      return reused.size(job, runtimes.known(job.id()), nowMillis);
    }
    JobTasks tasks = posteriors.tasks(job.id());
    int width = tasks.width(job);
    Optional<JobPosterior> posterior = posteriors.of(job, nowMillis);
    if (posterior.isEmpty() && (job.waitsForMaster() || width == 0)) {
      return JobSize.Sampled.unknown("nothing is known of it yet");
    }
    if (tasks.isToBeHeardOf(job)) {
      return JobSize.Sampled.unknown("it has not asked for anything since it was found");
    }
    boolean startsOneByOne = !job.waitsForMaster() && !job.goal().gang();
    boolean isSampled = startsOneByOne && width >= settings.thinLimit();
    if (posterior.isEmpty() && !isSampled) {
      return new JobSize.Thin("no history, and no pilots of " + Counts.of(width, "task"));
    }
    boolean isSure = isSure(job, posterior, tasks);
    if (startsOneByOne && !isSampled && !isSure) {
      return new JobSize.Thin(
          "no pilots of "
              + Counts.of(width, "task")
              + ", and history does not tell; "
              + text(job, posterior.orElseThrow(), tasks));
    }
    if (isSampled) {
      StageTasks stage = mapReduce.pilotStage(job, tasks);
      Pilots pilots =
          stage
              .pilots(GsSettings.pilots(width, settings.ratioPercent(() -> USUAL_PILOT_PERCENT)))
              .withStarted(tasks.untold(job));
      if (!pilots.areDone()
          && !isSure
          && isPatient(job, tasks.oldestMillis(stage, job, nowMillis))) {
        return new JobSize.Sampled(
            pilots.held(mapReduce.holdableTasks(job)),
            pilots.text(width)
                + "; "
                + posterior.map(known -> text(job, known, tasks)).orElse("no history"));
      }
    }
    if (posterior.isEmpty()) {
      return new JobSize.Thin("no history, and its pilots tell nothing");
    }
    return known(job, posterior.get(), tasks, nowMillis);
  }

  private JobSize.Known known(JobView job, JobPosterior known, JobTasks tasks, long nowMillis) {
    double leftMillis = Math.max(1.0, known.remainingMillis());
    double age = Math.max(0, nowMillis - job.submitMillis()) / leftMillis;
    double queuedMillis = leftMillis * Math.max(LEAST_PART_BY_AGE, 1 / (1 + age / HALVED_BY_AGE));
    int queue = settings.queues().queueOf(Math.round(leftMillis));
    String risen =
        settings.queues().queueOf(Math.round(queuedMillis)) < queue
            ? ", risen from queue " + (queue + 1) + " with time"
            : "";
    return new JobSize.Known(queuedMillis, leftMillis / (1 + age), text(job, known, tasks) + risen);
  }

  /** Of a job without history, tasks that run tell how long it takes at least, but not at most. */
  @Override
  public Optional<Remaining> remaining(JobView job, int atOnce, long nowMillis) {
    JobTasks tasks = posteriors.tasks(job.id());
    boolean hasBegun = tasks.succeeded() > 0 || job.runningTasks() > 0;
    boolean isBounded = tasks.succeeded() > 0 || runtimes.known(job.id()).isPresent();
    if (!hasBegun || !isBounded || job.goal().service() || reused.isOf(job.id())) {
      return Optional.empty();
    }
    return posteriors
        .of(job, nowMillis)
        .map(
            believed -> {
              RemainingTime time =
                  new RemainingTime(believed, job, tasks.untold(job), atOnce, nowMillis);
              return new Remaining(
                  time.quantileMillis(0.5),
                  time.quantileMillis(0.9),
                  seconds(believed.remainingMillis())
                      + " of work left, "
                      + Counts.of(atOnce, "task")
                      + " at once, by "
                      + basis(job, tasks)
                      + ".");
            });
  }

  /**
   * Whether it is clear enough in which queue the job belongs. Of a job without history, tasks that
   * run tell how large it is at least, but not at most.
   */
  private boolean isSure(JobView job, Optional<JobPosterior> posterior, JobTasks tasks) {
    if (posterior.isEmpty()) {
      return false;
    }
    // Beside finished tasks the posterior itself weighs how far history can be trusted.
    String firstStage = posterior.get().stages().get(0).stage().name();
    double stretch =
        tasks.succeeded() > 0 ? 1.0 : 1.0 / Math.sqrt(posteriors.priorTrust(job.id(), firstStage));
    double rest = (1 - SURE) / 2;
    boolean isBounded = tasks.succeeded() > 0 || runtimes.known(job.id()).isPresent();
    int last =
        isBounded ? queueAt(posterior.get(), 1 - rest, stretch) : settings.queues().count() - 1;
    return queueAt(posterior.get(), rest, stretch) == last;
  }

  /**
   * The queue of a quantile of the job's work.
   *
   * @param stretch how many times further from the median, on the logarithm
   */
  private int queueAt(JobPosterior posterior, double probability, double stretch) {
    double median = Math.max(1.0, posterior.workQuantileMillis(0.5));
    double ratio = Math.max(1.0, posterior.workQuantileMillis(probability)) / median;
    return settings.queues().queueOf(Math.round(median * Math.pow(ratio, stretch)));
  }

  /** Whether the pilots have not run for longer than nearly all such tasks. */
  private boolean isPatient(JobView job, long oldestMillis) {
    double byHistoryMillis =
        runtimes
            .known(job.id())
            .map(known -> known.taskRuntime().quantile(LONGEST_BY_HISTORY))
            .orElse((double) settings.pilotPatienceMillis());
    return oldestMillis <= byHistoryMillis;
  }

  private String text(JobView job, JobPosterior posterior, JobTasks tasks) {
    return String.format(
        Locale.ROOT,
        "%s of work left, in all p10 %s, p50 %s, p90 %s by %s",
        seconds(posterior.remainingMillis()),
        seconds(posterior.workQuantileMillis(0.1)),
        seconds(posterior.workQuantileMillis(0.5)),
        seconds(posterior.workQuantileMillis(0.9)),
        basis(job, tasks));
  }

  /** Where the numbers come from. */
  private String basis(JobView job, JobTasks tasks) {
    return runtimes.known(job.id()).map(PosteriorSizing::history).orElse("no history")
        + " and "
        + (tasks.succeeded() == 0 && job.runningTasks() > 0
            ? "own tasks that run"
            : Counts.of(tasks.succeeded(), "own task"));
  }

  private static String history(JobEstimate history) {
    EstimateBasis basis = history.basis();
    return basis.samples() == 0
        ? "other jobs' tasks"
        : Counts.of(basis.samples(), "job") + " of " + basis.source();
  }

  private static String seconds(double millis) {
    return Figures.seconds(Math.round(millis));
  }
}
