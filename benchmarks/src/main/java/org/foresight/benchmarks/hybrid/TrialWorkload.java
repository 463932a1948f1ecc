package org.foresight.benchmarks.hybrid;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStream;
import org.foresight.traces.JobStreams;
import org.foresight.traces.NodePreference;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.foresight.traces.generators.GeneratorParameters;
import org.foresight.traces.generators.Generators;

/**
 * The jobs of a trial.
 *
 * <p>Immutable.
 *
 * @param name of the generated workload, or of the trace
 * @param trace the jobs of a trace, which are the same for every seed; empty if they are generated
 * @param jobs how many jobs, fewer if the trace has fewer
 * @param nodes for how many nodes it is generated
 * @param taskShare share of each job's tasks that are kept, rounded up; from 0 to 1
 * @param expectedTasks about how many tasks that are
 */
record TrialWorkload(
    String name,
    ImmutableList<WorkloadJob> trace,
    int jobs,
    int nodes,
    double taskShare,
    double expectedTasks) {

  /**
   * The jobs of a seed, whose submissions are stretched or packed so that their work divided by
   * what the nodes offer until the last submission is the load.
   *
   * @throws IOException if they cannot be generated
   */
  ImmutableList<WorkloadJob> of(long seed, double load) throws IOException {
    List<WorkloadJob> all = new ArrayList<>();
    double workMillis = 0;
    try (JobStream stream = stream(seed)) {
      while (stream.hasNext()) {
        WorkloadJob job = thinned(stream.next());
        workMillis += job.workMillis();
        all.add(job);
      }
    }
    long firstMillis = all.get(0).submitMillis();
    long spanMillis = Math.max(1, all.get(all.size() - 1).submitMillis() - firstMillis);
    double stretch = workMillis / (load * nodes) / spanMillis;
    return all.stream()
        .map(job -> moved(job, Math.round((job.submitMillis() - firstMillis) * stretch)))
        .collect(ImmutableList.toImmutableList());
  }

  private JobStream stream(long seed) throws IOException {
    JobStream stream =
        trace.isEmpty()
            ? Generators.find(name)
                .source(GeneratorParameters.builder().seed(seed).slots(nodes).jobs(jobs).build())
                .jobs()
            : JobStream.of(trace);
    return JobStreams.first(stream, jobs);
  }

  private WorkloadJob thinned(WorkloadJob job) {
    ImmutableLongArray taskMillis = job.stages().get(0).taskMillis();
    int kept = (int) Math.ceil(taskShare * taskMillis.length());
    return kept == taskMillis.length()
        ? job
        : with(job, job.submitMillis(), taskMillis.subArray(0, kept).trimmed());
  }

  private static WorkloadJob moved(WorkloadJob job, long submitMillis) {
    return with(job, submitMillis, job.stages().get(0).taskMillis());
  }

  private static WorkloadJob with(
      WorkloadJob job, long submitMillis, ImmutableLongArray taskMillis) {
    ImmutableSortedMap<String, Long> slot = WorkloadStage.ONE_SLOT;
    return new WorkloadJob(
        job.id(),
        submitMillis,
        job.user(),
        job.name(),
        job.queue(),
        job.deadlineMillis(),
        false,
        ImmutableList.of(new WorkloadStage(taskMillis, job.stages().get(0).parents(), slot, "")),
        NodePreference.NONE,
        JobRequest.NONE);
  }

  /** All that the jobs of a seed depend on, in one line for people. */
  String describe() {
    return String.format(
        Locale.ROOT,
        "%s`%s`, %d jobs%s",
        trace.isEmpty() ? "generated " : "the first of ",
        name,
        jobs,
        taskShare < 1
            ? String.format(Locale.ROOT, ", %.0f %% of the tasks of each", 100 * taskShare)
            : "");
  }
}
