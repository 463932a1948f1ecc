package org.foresight.traces.generators;

import com.google.common.base.Suppliers;
import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.Iterator;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.foresight.traces.Draws;
import org.foresight.traces.JobRequest;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadQueues;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.WorkloadStage;
import org.foresight.traces.WorkloadSummary;
import org.foresight.traces.generators.Seeds.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Generates workloads with a given variation over time and over space, to compare learning from
 * history with learning from sampled tasks (SLearn §4).
 *
 * <ul>
 *   <li>A job is a run of one of many recurring jobs, each equally likely. A recurring job has a
 *       user, a name and, for each of its stages, a width of its own. A stage is thin (one or two
 *       tasks) or wide.
 *   <li>The runs of a recurring job have log-normal mean task runtimes around its own. Some
 *       recurring jobs have changed between the history and the workload: all runs of the history
 *       are longer, or shorter, by a factor. Tasks are log-normal around the run's mean.
 *   <li>Gaps are hyper-exponential and scaled so that the work of all jobs ÷ (slots × the time of
 *       the last arrival) is the load asked for, as the paper adjusts its arrivals. For that the
 *       first stream of a source draws all jobs once beforehand; none are kept.
 *   <li>The history holds the earlier runs, evenly spaced: a round of all recurring jobs, then the
 *       next. No deadlines; jobs are elastic. Stages follow one another.
 * </ul>
 */
final class CovGenerator implements WorkloadGenerator {

  private static final int FIRST_WIDE = 3;
  private static final int NARROW = 4;

  // Powers of the reciprocal of the plastic number, with which two values are evenly spread at once
  // (Roberts, 2018). Left to chance, the shares of a few hundred recurring jobs would vary so much
  // from seed to seed that the errors of a workload of 1,250 jobs would be anything.
  private static final double WIDTH_STEP = 0.754_877_666_246_692_7;
  private static final double CHANGE_STEP = 0.569_840_290_998_053_3;

  private final CovTrace trace;

  CovGenerator(CovTrace trace) {
    this.trace = trace;
  }

  @Override
  public String name() {
    return trace.name();
  }

  @Override
  public ClusterHint cluster(GeneratorParameters parameters) {
    return ClusterHint.ofSlots(parameters.slots().orElse(CovTraces.SLOTS));
  }

  @Override
  public WorkloadSource source(GeneratorParameters parameters) {
    parameters.requireNoDuration(trace.name());
    long jobs = parameters.jobs().orElse(trace.jobs());
    int slots = cluster(parameters).slots();
    double load = parameters.load().orElse(trace.load());
    Jobs drawn = new Jobs(trace, parameters.seed(), jobs);
    Supplier<Double> millisPerGap =
        Suppliers.memoize(() -> drawn.workMillis() / (load * slots) / drawn.gaps());
    String description =
        String.format(
            Locale.ROOT,
            "Generated after SLearn §4: %s of %d recurring ones, load %.2f on %d slots; mean"
                + " task runtimes vary over time with CoV %.2f, %.0f %% of the recurring jobs have"
                + " changed since their history; tasks vary with CoV %.2f at the median; history of"
                + " %d runs each; seed %d.",
            WorkloadSummary.jobs(jobs),
            drawn.recurringJobs(),
            load,
            slots,
            trace.timeCov(),
            100.0 * trace.change().share(),
            trace.spaceCovMedian(),
            trace.historyRuns(),
            parameters.seed());
    return new GeneratedSource(
        trace.name(),
        description,
        () -> drawn.stream(millisPerGap.get()),
        () -> drawn.history(millisPerGap.get()));
  }

  /**
   * What stays the same from run to run.
   *
   * @param historySlowdown by which factor the runs of the history are longer; 1 for all but those
   *     jobs that have changed
   * @param stages in the order in which they run
   */
  private record RecurringJob(
      long index, double historySlowdown, ImmutableList<RecurringStage> stages) {}

  /** The same of a stage. */
  private record RecurringStage(int width, double seconds, double spaceCov) {}

  /** The draws of one workload; stateless. */
  private record Jobs(CovTrace trace, long seed, long jobs) {

    long recurringJobs() {
      return Math.max(1, Math.round(jobs / trace.runs()));
    }

    /** Work of all jobs. */
    double workMillis() {
      SplittableRandom random = Seeds.random(seed, Purpose.JOBS, 0);
      double sum = 0.0;
      for (long i = 0; i < jobs; i++) {
        RecurringJob recurring = recurringJob(random.nextLong(recurringJobs()));
        for (WorkloadStage stage : run(random, recurring, 1.0)) {
          sum += stage.workMillis();
        }
      }
      return sum;
    }

    /** Sum of all gaps, before scaling. */
    double gaps() {
      SplittableRandom random = Seeds.random(seed, Purpose.ARRIVALS, 0);
      double sum = 0.0;
      for (long i = 0; i < jobs; i++) {
        sum += gap(random);
      }
      return sum;
    }

    private double gap(RandomGenerator random) {
      return trace.gapSquaredCov() == 1.0
          ? Draws.exponential(random)
          : Draws.hyperExponential(random, trace.gapSquaredCov());
    }

    Iterator<WorkloadJob> stream(double millisPerGap) {
      SplittableRandom random = Seeds.random(seed, Purpose.JOBS, 0);
      SplittableRandom arrivalRandom = Seeds.random(seed, Purpose.ARRIVALS, 0);
      return new AbstractIterator<>() {
        private double gaps;
        private long drawn;

        @Override
        protected @Nullable WorkloadJob computeNext() {
          if (drawn == jobs) {
            return endOfData();
          }
          gaps += gap(arrivalRandom);
          RecurringJob recurring = recurringJob(random.nextLong(recurringJobs()));
          ImmutableList<WorkloadStage> stages = run(random, recurring, 1.0);
          long counter = drawn++;
          return job(Ids.job(counter), (long) (gaps * millisPerGap), recurring, counter, stages);
        }
      };
    }

    /** Longest run of the history, so that all of it can have ended before the workload. */
    long longestHistoryMillis() {
      SplittableRandom random = Seeds.random(seed, Purpose.HISTORY, 0);
      long longest = 0;
      for (long i = 0; i < recurringJobs() * trace.historyRuns(); i++) {
        long spanMillis = 0;
        for (WorkloadStage stage : earlierRun(random, recurringJob(i % recurringJobs()))) {
          spanMillis += stage.longestMillis();
        }
        longest = Math.max(longest, spanMillis);
      }
      return longest;
    }

    Iterator<WorkloadJob> history(double millisPerGap) {
      SplittableRandom random = Seeds.random(seed, Purpose.HISTORY, 0);
      long total = recurringJobs() * trace.historyRuns();
      long longest = longestHistoryMillis();
      return new AbstractIterator<>() {
        private long drawn;

        @Override
        protected @Nullable WorkloadJob computeNext() {
          if (drawn == total) {
            return endOfData();
          }
          RecurringJob recurring = recurringJob(drawn % recurringJobs());
          ImmutableList<WorkloadStage> stages = earlierRun(random, recurring);
          long index = drawn++;
          long submitMillis = -longest - (long) ((total - index) * Math.max(1.0, millisPerGap));
          return job(Ids.history(index), submitMillis, recurring, index, stages);
        }
      };
    }

    private RecurringJob recurringJob(long index) {
      SplittableRandom random = Seeds.random(seed, Purpose.RECURRING_JOBS, index);
      double place = evenly(index, WIDTH_STEP);
      int stageCount =
          trace.mostStages() == 1
              ? 1
              : random.nextInt(CovTraces.FEWEST_STAGES, trace.mostStages() + 1);
      ImmutableList.Builder<RecurringStage> stages = ImmutableList.builder();
      for (int i = 0; i < stageCount; i++) {
        stages.add(recurringStage(random, i == 0 ? place : random.nextDouble()));
      }
      return new RecurringJob(index, historySlowdown(index, random), stages.build());
    }

    /**
     * A stage.
     *
     * @param place of [0, 1): the thin ones come first
     */
    private RecurringStage recurringStage(RandomGenerator random, double place) {
      CovTrace.Widths widths = trace.widths();
      int width;
      CovTrace.Seconds seconds;
      if (place < widths.thinShare()) {
        width = random.nextInt(1, FIRST_WIDE);
        seconds = trace.thinSeconds();
      } else {
        boolean narrow = place < widths.thinShare() + widths.narrowShare();
        width =
            narrow
                ? NARROW
                : (int) logUniform(random, widths.fewestWide(), CovTraces.MAX_WIDTH + 1);
        seconds = trace.wideSeconds();
      }
      double meanSeconds = logUniform(random, seconds.min(), seconds.max());
      double spaceCov =
          trace.spaceCovMedian() * StrictMath.exp(trace.spaceCovSpread() * Draws.gaussian(random));
      return new RecurringStage(width, meanSeconds, spaceCov);
    }

    private double historySlowdown(long index, RandomGenerator random) {
      CovTrace.Change change = trace.change();
      double place = evenly(index, CHANGE_STEP);
      if (place >= change.share()) {
        return 1.0;
      }
      double factor = logUniform(random, 1.0, change.largestFactor());
      // Which of them have become longer must not depend on the width, that is on the other steps.
      return random.nextDouble() < change.longerShare() ? 1.0 / factor : factor;
    }

    /** A number of [0, 1) for every index: any range of indices covers that interval evenly. */
    private double evenly(long index, double step) {
      double start = Seeds.random(seed, Purpose.RECURRING_JOBS, -1).nextDouble();
      double value = start + index * step;
      return value - Math.floor(value);
    }

    private ImmutableList<WorkloadStage> earlierRun(
        RandomGenerator random, RecurringJob recurring) {
      return run(random, recurring, recurring.historySlowdown());
    }

    private ImmutableList<WorkloadStage> run(
        RandomGenerator random, RecurringJob recurring, double slowdown) {
      ImmutableList.Builder<WorkloadStage> stages = ImmutableList.builder();
      ImmutableIntArray parents = ImmutableIntArray.of();
      for (int i = 0; i < recurring.stages().size(); i++) {
        RecurringStage stage = recurring.stages().get(i);
        double seconds = slowdown * Draws.logNormal(random, stage.seconds(), trace.timeCov());
        stages.add(
            new WorkloadStage(tasks(random, stage, seconds), parents, WorkloadStage.ONE_SLOT, ""));
        parents = ImmutableIntArray.of(i);
      }
      return stages.build();
    }

    private static ImmutableLongArray tasks(
        RandomGenerator random, RecurringStage stage, double seconds) {
      double cov = stage.spaceCov();
      double medianMillis = seconds * 1000.0 / Math.sqrt(1.0 + cov * cov);
      ImmutableLongArray.Builder tasks = ImmutableLongArray.builder(stage.width());
      for (int i = 0; i < stage.width(); i++) {
        tasks.add(Math.max(1L, Math.round(Draws.logNormal(random, medianMillis, cov))));
      }
      return tasks.build();
    }

    private static double logUniform(RandomGenerator random, double min, double max) {
      return min * StrictMath.exp(random.nextDouble() * StrictMath.log(max / min));
    }

    private static WorkloadJob job(
        String id,
        long submitMillis,
        RecurringJob recurring,
        long counter,
        ImmutableList<WorkloadStage> stages) {
      String word = Letters.of(recurring.index());
      return new WorkloadJob(
          id,
          submitMillis,
          "user-" + word,
          "recurring-" + word + "-" + Ids.digits(counter % Ids.COUNTERS),
          WorkloadQueues.ADHOC,
          OptionalLong.empty(),
          false,
          stages,
          NodePreference.NONE,
          JobRequest.NONE);
    }
  }
}
