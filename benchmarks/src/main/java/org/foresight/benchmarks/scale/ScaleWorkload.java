package org.foresight.benchmarks.scale;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.time.Duration;
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

  private final ScaleCase scaleCase;
  private final WorkloadSource source;

  /**
   * @param duration the time in which jobs arrive; the load is that of this time
   */
  ScaleWorkload(ScaleCase scaleCase, Duration duration) {
    this.scaleCase = scaleCase;
    source =
        Generators.find("3sigma-scalability-" + scaleCase.jobsPerHour())
            .source(
                GeneratorParameters.builder()
                    .seed(SEED)
                    .slots(scaleCase.nodes())
                    .load(scaleCase.load())
                    .duration(duration)
                    .build());
  }

  /** The jobs that ended before. */
  JobStream history() throws IOException {
    return source.history();
  }

  /** The jobs, in the order of submission. */
  ImmutableList<WorkloadJob> jobs() throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    try (JobStream stream = source.jobs()) {
      ImmutableList<WorkloadJob> jobs = ImmutableList.copyOf(stream);
      return scaleCase.nodeClasses() == ScaleCase.GENERATED_CLASSES
          ? jobs
          : jobs.stream().map(job -> preferring(job, random)).collect(toImmutableList());
    }
  }

  private WorkloadJob preferring(WorkloadJob job, SplittableRandom random) {
    boolean all = job.preference().nodeClasses().isEmpty() || scaleCase.nodeClasses() == 1;
    return new WorkloadJob(
        job.id(),
        job.submitMillis(),
        job.user(),
        job.name(),
        job.queue(),
        job.deadlineMillis(),
        job.gang(),
        job.stages(),
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
