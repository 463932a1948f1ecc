package org.foresight.traces.generators;

import com.google.common.base.Suppliers;
import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.foresight.traces.Draws;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.WorkloadSummary;
import org.foresight.traces.generators.Seeds.Purpose;
import org.foresight.traces.generators.ThreeSigmaSettings.History;
import org.jspecify.annotations.Nullable;

/**
 * Generates {@code SCALABILITY-n} of 3Sigma §6.5: n jobs an hour for five hours on the 12,583 nodes
 * of the Google trace at load 0.95.
 *
 * <p>Jobs come from {@link ThreeSigmaJobClasses}, the wide ones included. As the number of jobs and
 * the load are both given, the runtimes follow: all are scaled by one factor, so that the load is
 * the one asked for; between 2,000 and 4,000 jobs an hour it lies between 2 and 0.7. For that the
 * first stream of a source draws all jobs once beforehand; none are kept. An hour has n jobs on
 * average. Otherwise as {@link ThreeSigmaGenerator}.
 */
final class ScalabilityGenerator implements WorkloadGenerator {

  /** The cluster called GOOGLE in the paper. */
  static final ClusterHint GOOGLE =
      new ClusterHint(12_583, 1, ImmutableList.of("c0", "c1", "c2", "c3"));

  private static final double LOAD = 0.95;
  private static final Duration DURATION = Duration.ofHours(5);
  private static final double MILLIS_PER_HOUR = 3_600_000.0;

  private final String name;
  private final int jobsPerHour;

  ScalabilityGenerator(String name, int jobsPerHour) {
    this.name = name;
    this.jobsPerHour = jobsPerHour;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ClusterHint cluster(GeneratorParameters parameters) {
    return parameters.slots().isPresent() ? GOOGLE.resized(parameters.slots().getAsInt()) : GOOGLE;
  }

  @Override
  public WorkloadSource source(GeneratorParameters parameters) {
    ClusterHint cluster = cluster(parameters);
    double load = parameters.load().orElse(LOAD);
    Duration duration = parameters.duration().orElse(DURATION);
    long maxJobs = parameters.jobs().orElse(Long.MAX_VALUE);
    double windowMillis =
        parameters.jobs().isPresent()
            ? maxJobs * MILLIS_PER_HOUR / jobsPerHour
            : duration.toMillis();
    double workMillis = load * cluster.nodes() * windowMillis;
    Arrivals arrivals =
        new Arrivals(
            parameters.seed(),
            MILLIS_PER_HOUR / jobsPerHour,
            parameters.jobs().isPresent() ? Long.MAX_VALUE : duration.toMillis(),
            maxJobs);
    Supplier<ThreeSigmaDrafts> drafts =
        Suppliers.memoize(
            () -> {
              double unscaledMillis = arrivals.workMillis(drafts(cluster, 1.0));
              return drafts(cluster, unscaledMillis > 0.0 ? workMillis / unscaledMillis : 1.0);
            });
    String description =
        String.format(
            Locale.ROOT,
            "Generated after 3Sigma §6.5: %d gang jobs an hour on %d one-slot nodes, %s, runtimes"
                + " those of the Google trace of 2011, scaled to load %.2f; history of %s;"
                + " seed %d.",
            jobsPerHour,
            cluster.nodes(),
            parameters.jobs().isPresent()
                ? WorkloadSummary.jobs(maxJobs)
                : "arrivals over " + duration,
            load,
            WorkloadSummary.jobs(History.PRE_TRAINING.jobs()),
            parameters.seed());
    return new GeneratedSource(
        name,
        description,
        () -> arrivals.jobs(drafts.get()),
        () ->
            new ThreeSigmaHistory(
                    drafts.get(), parameters.seed(), Math.max(1, Math.round(arrivals.gapMillis())))
                .ofAnyProgram(History.PRE_TRAINING));
  }

  private static ThreeSigmaDrafts drafts(ClusterHint cluster, double runtimeFactor) {
    return new ThreeSigmaDrafts(
        cluster.nodes(), true, runtimeFactor, OptionalInt.empty(), cluster.nodeClasses());
  }

  /** When jobs arrive, on average every {@code gapMillis}, and how many. */
  private record Arrivals(long seed, double gapMillis, long endMillis, long maxJobs) {

    Iterator<WorkloadJob> jobs(ThreeSigmaDrafts drafts) {
      SplittableRandom random = Seeds.random(seed, Purpose.JOBS, 0);
      return new AbstractIterator<>() {
        private double clockMillis;
        private long drawn;

        @Override
        protected @Nullable WorkloadJob computeNext() {
          clockMillis +=
              gapMillis * Draws.hyperExponential(random, ThreeSigmaSettings.ARRIVAL_SQUARED_COV);
          if (clockMillis >= endMillis || drawn == maxJobs) {
            return endOfData();
          }
          boolean slo = random.nextDouble() < ThreeSigmaSettings.SLO_SHARE;
          return drafts.draw(random, slo).submittedAt(Ids.job(drawn++), (long) clockMillis);
        }
      };
    }

    double workMillis(ThreeSigmaDrafts drafts) {
      double sum = 0.0;
      for (Iterator<WorkloadJob> jobs = jobs(drafts); jobs.hasNext(); ) {
        sum += jobs.next().workMillis();
      }
      return sum;
    }
  }
}
