package org.foresight.traces.generators;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterators;
import java.time.Duration;
import java.util.Iterator;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ThreeSigmaArrivals.Arrival;
import org.foresight.traces.generators.ThreeSigmaJobClass.Program;
import org.foresight.traces.generators.ThreeSigmaSettings.History;

/**
 * Generates the workloads of 3Sigma §5 and §6 that fill a window on 256 nodes: {@code E2E} and its
 * variants. A task occupies a whole node.
 *
 * <ul>
 *   <li>Jobs come from {@link ThreeSigmaJobClasses}. Half of the work belongs to SLO jobs, and each
 *       half has as many as make it up on average, drawn again until they do to within half a
 *       percent: every seed offers the same load, and not because large jobs that no longer fit
 *       were left out.
 *   <li>Gaps between arrivals are hyper-exponential with a squared CoV of 4, scaled to the window.
 *   <li>Each SLO job prefers three of four classes of nodes, drawn at random, and runs 1.5 times
 *       longer on the fourth: the paper's random 75 % of the nodes, in classes because a scheduler
 *       plans by classes of nodes. The classes are equally large.
 *   <li>The deadline is submission + runtime × (1 + slack), the runtime that of the longest task on
 *       preferred nodes.
 *   <li>{@code E2E-SAMPLE-n}: every job has a user and a name of its own, and the history holds n
 *       runs of it, drawn from the distribution of its program. The paper controls the samples
 *       inside its predictor; features that jobs share for other reasons (width, queue, hour) still
 *       have more.
 * </ul>
 */
final class ThreeSigmaGenerator implements WorkloadGenerator {

  /** SC256, the cluster of the paper's simulations. */
  static final ClusterHint SC256 =
      new ClusterHint(256, 1, ImmutableList.of("c0", "c1", "c2", "c3"));

  /** Length of {@code E2E}. */
  static final Duration E2E_DURATION = Duration.ofHours(2);

  /** Length of the other workloads. */
  static final Duration LONG_DURATION = Duration.ofHours(5);

  /** Offered load of {@code E2E}. */
  static final double E2E_LOAD = 1.4;

  /** Longer than any number of jobs that can be asked for needs. */
  private static final Duration UNLIMITED = Duration.ofDays(100_000_000);

  private final String name;
  private final Duration duration;
  private final double load;
  private final OptionalInt slackPercent;
  private final History history;

  private ThreeSigmaGenerator(
      String name, Duration duration, double load, OptionalInt slackPercent, History history) {
    this.name = name;
    this.duration = duration;
    this.load = load;
    this.slackPercent = slackPercent;
    this.history = history;
  }

  static ThreeSigmaGenerator e2e(String name, Duration duration) {
    return new ThreeSigmaGenerator(
        name, duration, E2E_LOAD, OptionalInt.empty(), History.PRE_TRAINING);
  }

  static ThreeSigmaGenerator deadline(String name, int slackPercent) {
    return new ThreeSigmaGenerator(
        name, LONG_DURATION, E2E_LOAD, OptionalInt.of(slackPercent), History.PRE_TRAINING);
  }

  static ThreeSigmaGenerator load(String name, double load) {
    return new ThreeSigmaGenerator(
        name, LONG_DURATION, load, OptionalInt.empty(), History.PRE_TRAINING);
  }

  static ThreeSigmaGenerator sample(String name, int samples) {
    return new ThreeSigmaGenerator(
        name, LONG_DURATION, E2E_LOAD, OptionalInt.empty(), History.samples(samples));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ClusterHint cluster(GeneratorParameters parameters) {
    return parameters.slots().isPresent() ? SC256.resized(parameters.slots().getAsInt()) : SC256;
  }

  @Override
  public WorkloadSource source(GeneratorParameters parameters) {
    ClusterHint cluster = cluster(parameters);
    ThreeSigmaSettings settings =
        new ThreeSigmaSettings(
            name,
            parameters.seed(),
            cluster.nodes(),
            parameters.jobs().isPresent() ? UNLIMITED : parameters.duration().orElse(duration),
            parameters.jobs(),
            parameters.load().orElse(load),
            slackPercent,
            history);
    ThreeSigmaDrafts drafts =
        new ThreeSigmaDrafts(
            Math.min(cluster.nodes(), ThreeSigmaJobClasses.MAX_WIDTH),
            false,
            1.0,
            slackPercent,
            cluster.nodeClasses());
    double meanWorkMillis = drafts.meanWorkMillis();
    Supplier<Iterator<Arrival>> arrivals = () -> arrivals(settings, drafts, meanWorkMillis);
    return new GeneratedSource(
        name,
        settings.describe("classes of jobs after the Google trace of 2011"),
        () ->
            Iterators.transform(
                arrivals.get(),
                arrival ->
                    arrival.draft().submittedAt(Ids.job(arrival.index()), arrival.submitMillis())),
        () -> history(settings, drafts, meanWorkMillis, arrivals));
  }

  private static Iterator<Arrival> arrivals(
      ThreeSigmaSettings settings, ThreeSigmaDrafts drafts, double meanWorkMillis) {
    Iterator<Arrival> all = new ThreeSigmaArrivals(settings, drafts, meanWorkMillis);
    Iterator<Arrival> wanted =
        settings.maxJobs().isPresent()
            ? Iterators.limit(all, Math.toIntExact(settings.maxJobs().getAsLong()))
            : all;
    return settings.history().samplesPerJob() > 0
        ? Iterators.transform(wanted, ThreeSigmaGenerator::asProgramOfItsOwn)
        : wanted;
  }

  private static Arrival asProgramOfItsOwn(Arrival arrival) {
    String word = Letters.of(arrival.index());
    Program own =
        new Program(
            arrival.draft().program().user() + "-" + word,
            arrival.draft().program().name() + "-" + word);
    return new Arrival(arrival.index(), arrival.submitMillis(), arrival.draft().as(own));
  }

  private static Iterator<WorkloadJob> history(
      ThreeSigmaSettings settings,
      ThreeSigmaDrafts drafts,
      double meanWorkMillis,
      Supplier<Iterator<Arrival>> arrivals) {
    double workPerMilli = settings.load() * settings.nodes();
    long gapMillis = Math.max(1, Math.round(meanWorkMillis / workPerMilli));
    ThreeSigmaHistory drawn = new ThreeSigmaHistory(drafts, settings.seed(), gapMillis);
    return settings.history().samplesPerJob() > 0
        ? drawn.ofEachJob(settings.history(), arrivals)
        : drawn.ofAnyProgram(settings.history());
  }
}
