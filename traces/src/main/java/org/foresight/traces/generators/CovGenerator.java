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
import org.foresight.traces.generators.Seeds.Purpose;
import org.jspecify.annotations.Nullable;

/**
 * Generates workloads with a given variation over time and over space, to compare learning from
 * history with learning from sampled tasks (SLearn §4).
 *
 * <ul>
 *   <li>A job is a run of one of many recurring jobs, each equally likely. A recurring job has a
 *       user, a name and a width of its own. It is thin (one or two tasks) or wide, with
 *       log-uniform widths from 3 to 150.
 *   <li>Runs of a steady recurring job have log-normal mean task runtimes around its own, those of
 *       a volatile one are log-uniform over all runtimes. Tasks are log-normal around the run's
 *       mean.
 *   <li>Gaps are exponential, as those of a random thinning of a trace are, and scaled so that the
 *       work of all jobs ÷ (slots × the time of the last arrival) is the load asked for, as the
 *       paper adjusts its arrivals. For that the first stream of a source draws all jobs once
 *       beforehand; none are kept.
 *   <li>The history holds the earlier runs, evenly spaced: a round of all recurring jobs, then the
 *       next. No deadlines; jobs are elastic.
 * </ul>
 */
final class CovGenerator implements WorkloadGenerator {

  private static final int FIRST_WIDE = 3;

  // Powers of the reciprocal of the plastic number, with which two values are evenly spread at once
  // (Roberts, 2018). Left to chance, the shares of a few hundred recurring jobs would vary so much
  // from seed to seed that the errors of a workload of 1,250 jobs would be anything.
  private static final double THIN_STEP = 0.754_877_666_246_692_7;
  private static final double VOLATILE_STEP = 0.569_840_290_998_053_3;

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
    long jobs = parameters.jobs().orElse(CovTraces.JOBS);
    int slots = cluster(parameters).slots();
    double load = parameters.load().orElse(trace.load());
    Jobs drawn = new Jobs(trace, parameters.seed(), jobs);
    Supplier<Double> millisPerGap =
        Suppliers.memoize(() -> drawn.workMillis() / (load * slots) / drawn.gaps());
    String description =
        String.format(
            Locale.ROOT,
            "Generated after SLearn §4: %d jobs of %d recurring ones, load %.2f on %d slots; mean"
                + " task runtimes vary over time with CoV %.2f, %.0f %% of the recurring jobs"
                + " without pattern; tasks vary with CoV %.2f at the median; history of %d runs"
                + " each; seed %d.",
            jobs,
            drawn.recurringJobs(),
            load,
            slots,
            trace.timeCov(),
            100.0 * trace.volatileShare(),
            trace.spaceCovMedian(),
            trace.historyRuns(),
            parameters.seed());
    return new GeneratedSource(
        trace.name(),
        description,
        () -> drawn.stream(millisPerGap.get()),
        () -> drawn.history(millisPerGap.get()));
  }

  /** What stays the same from run to run. */
  private record RecurringJob(
      long index, int width, double seconds, boolean isVolatile, double spaceCov) {}

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
        sum += run(random, recurringJob(random.nextLong(recurringJobs()))).workMillis();
      }
      return sum;
    }

    /** Sum of all gaps, before scaling. */
    double gaps() {
      SplittableRandom random = Seeds.random(seed, Purpose.ARRIVALS, 0);
      double sum = 0.0;
      for (long i = 0; i < jobs; i++) {
        sum += Draws.exponential(random);
      }
      return sum;
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
          gaps += Draws.exponential(arrivalRandom);
          RecurringJob recurring = recurringJob(random.nextLong(recurringJobs()));
          WorkloadStage stage = run(random, recurring);
          long counter = drawn++;
          return job(Ids.job(counter), (long) (gaps * millisPerGap), recurring, counter, stage);
        }
      };
    }

    /** Longest task of the history, so that all of it can have ended before the workload. */
    long longestHistoryMillis() {
      SplittableRandom random = Seeds.random(seed, Purpose.HISTORY, 0);
      long longest = 0;
      for (long i = 0; i < recurringJobs() * trace.historyRuns(); i++) {
        WorkloadStage stage = run(random, recurringJob(i % recurringJobs()));
        longest = Math.max(longest, stage.longestMillis());
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
          WorkloadStage stage = run(random, recurring);
          long index = drawn++;
          long submitMillis = -longest - (long) ((total - index) * Math.max(1.0, millisPerGap));
          return job(Ids.history(index), submitMillis, recurring, index, stage);
        }
      };
    }

    private RecurringJob recurringJob(long index) {
      SplittableRandom random = Seeds.random(seed, Purpose.RECURRING_JOBS, index);
      int width =
          evenly(index, THIN_STEP) < trace.thinShare()
              ? random.nextInt(1, FIRST_WIDE)
              : (int) logUniform(random, FIRST_WIDE, CovTraces.MAX_WIDTH + 1);
      double seconds = logUniform(random, trace.minSeconds(), trace.maxSeconds());
      boolean isVolatile = evenly(index, VOLATILE_STEP) < trace.volatileShare();
      double spaceCov =
          trace.spaceCovMedian() * StrictMath.exp(trace.spaceCovSpread() * Draws.gaussian(random));
      return new RecurringJob(index, width, seconds, isVolatile, spaceCov);
    }

    /** A number of [0, 1) for every index: any range of indices covers that interval evenly. */
    private double evenly(long index, double step) {
      double start = Seeds.random(seed, Purpose.RECURRING_JOBS, -1).nextDouble();
      double value = start + index * step;
      return value - Math.floor(value);
    }

    private WorkloadStage run(RandomGenerator random, RecurringJob recurring) {
      double seconds =
          recurring.isVolatile()
              ? logUniform(random, trace.minSeconds(), trace.maxSeconds())
              : Draws.logNormal(random, recurring.seconds(), trace.timeCov());
      double cov = recurring.spaceCov();
      double medianMillis = seconds * 1000.0 / Math.sqrt(1.0 + cov * cov);
      ImmutableLongArray.Builder tasks = ImmutableLongArray.builder(recurring.width());
      for (int i = 0; i < recurring.width(); i++) {
        tasks.add(Math.max(1L, Math.round(Draws.logNormal(random, medianMillis, cov))));
      }
      return new WorkloadStage(tasks.build(), ImmutableIntArray.of(), WorkloadStage.ONE_SLOT, "");
    }

    private static double logUniform(RandomGenerator random, double min, double max) {
      return min * StrictMath.exp(random.nextDouble() * StrictMath.log(max / min));
    }

    private static WorkloadJob job(
        String id, long submitMillis, RecurringJob recurring, long counter, WorkloadStage stage) {
      String word = Letters.of(recurring.index());
      return new WorkloadJob(
          id,
          submitMillis,
          "user-" + word,
          "recurring-" + word + "-" + Ids.digits(counter % Ids.COUNTERS),
          WorkloadQueues.ADHOC,
          OptionalLong.empty(),
          false,
          ImmutableList.of(stage),
          NodePreference.NONE,
          JobRequest.NONE);
    }
  }
}
