package org.foresight.benchmarks.scale;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.collect.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.NodeClass;
import org.foresight.traces.JobStream;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.foresight.traces.generators.ClusterHint;
import org.foresight.traces.generators.GeneratorParameters;
import org.foresight.traces.generators.Generators;

/**
 * The jobs and the cluster of a case. With other than four classes of nodes the jobs' preferences
 * are drawn anew: all classes but one. Immutable.
 */
final class ScaleWorkload {

  private static final long SEED = 1;
  private static final long BURST_SEED = 2;

  private final ScaleCase scaleCase;
  private final Duration burstAt;
  private final WorkloadSource source;

  /**
   * @param burstAt when the jobs of {@link ScaleCase#burst} are submitted
   * @param duration the time in which the others arrive; the load is that of this time
   */
  ScaleWorkload(ScaleCase scaleCase, Duration burstAt, Duration duration) {
    this.scaleCase = scaleCase;
    this.burstAt = burstAt;
    source = source(scaleCase, parameters(scaleCase, SEED).duration(duration));
  }

  private static GeneratorParameters.Builder parameters(ScaleCase scaleCase, long seed) {
    return GeneratorParameters.builder().seed(seed).slots(scaleCase.nodes()).load(scaleCase.load());
  }

  private static WorkloadSource source(
      ScaleCase scaleCase, GeneratorParameters.Builder parameters) {
    return Generators.find("3sigma-scalability-" + scaleCase.jobsPerHour())
        .source(parameters.build());
  }

  /** The jobs that ended before. */
  JobStream history() throws IOException {
    return source.history();
  }

  /** The jobs, in the order of submission. */
  ImmutableList<WorkloadJob> jobs() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    ImmutableList<WorkloadJob> jobs;
    try (JobStream stream = source.jobs()) {
      jobs =
          ImmutableList.sortedCopyOf(
              Comparator.comparingLong(WorkloadJob::submitMillis),
              Iterables.concat(ImmutableList.copyOf(stream), burst()));
    }
    return scaleCase.nodeClasses() == ScaleCase.GENERATED_CLASSES
        ? jobs
        : jobs.stream().map(job -> preferring(job, random)).collect(toImmutableList());
  }

  /** Jobs of the same kind, with as long to their deadlines as if they were not all at once. */
  private ImmutableList<WorkloadJob> burst() throws IOException {
    if (scaleCase.burst() == 0) {
      return ImmutableList.of();
    }
    long atMillis = burstAt.toMillis();
    try (JobStream stream =
        source(scaleCase, parameters(scaleCase, BURST_SEED).jobs(scaleCase.burst())).jobs()) {
      return Streams.stream(stream)
          .map(
              job ->
                  job.at(
                      "burst-" + job.id(),
                      atMillis,
                      job.isSlo()
                          ? OptionalLong.of(
                              atMillis + job.deadlineMillis().getAsLong() - job.submitMillis())
                          : OptionalLong.empty()))
          .collect(toImmutableList());
    }
  }

  private WorkloadJob preferring(WorkloadJob job, SplittableRandom random) {
    boolean all = job.preference().nodeClasses().isEmpty() || scaleCase.nodeClasses() == 1;
    return job.preferring(
        all ? NodePreference.NONE : NodePreference.drawAllButOne(random, classNames()));
  }

  /** The nodes. */
  ClusterSpec cluster() {
    ClusterHint hint = new ClusterHint(scaleCase.nodes(), 1, classNames());
    return new ClusterSpec(
        ImmutableList.of("memory-mb", "vcores"),
        hint.nodesOfClasses().entrySet().stream()
            .map(c -> NodeClass.ofSlots(c.getKey(), c.getValue(), hint.slotsPerNode()))
            .collect(toImmutableList()));
  }

  private ImmutableList<String> classNames() {
    return IntStream.range(0, scaleCase.nodeClasses())
        .mapToObj(number -> "c" + number)
        .collect(toImmutableList());
  }
}
