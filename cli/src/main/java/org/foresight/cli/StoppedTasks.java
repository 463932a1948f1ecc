package org.foresight.cli;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foresight.testbed.TaskRun;
import org.foresight.traces.JobRun;

/**
 * Tasks of one job that were stopped for another one, by the exit status of their containers.
 *
 * @param victim whose tasks they were, and what became of it
 * @param beneficiary what became of the job that they were stopped for; empty if the scheduler did
 *     not say which
 * @param tasks how many
 * @param lostMillis for how long they had run, in task-milliseconds of workload time
 */
record StoppedTasks(JobRun victim, Optional<JobRun> beneficiary, int tasks, long lostMillis) {

  private record Pair(String victim, Optional<String> beneficiary) {}

  /** Of a whole run, in the order in which the first of each were stopped. */
  static ImmutableList<StoppedTasks> of(DemoOutcome outcome) {
    ImmutableMap<String, JobRun> jobs =
        outcome.jobs().stream().collect(toImmutableMap(JobRun::id, job -> job));
    Map<Pair, List<TaskRun>> stopped = new LinkedHashMap<>();
    outcome.tasks().stream()
        .filter(task -> task.ending() == TaskRun.Ending.PREEMPTED)
        .sorted(Comparator.comparingLong(TaskRun::endMillis))
        .forEach(
            task ->
                stopped
                    .computeIfAbsent(
                        new Pair(task.jobId(), task.beneficiary()), pair -> new ArrayList<>())
                    .add(task));
    return stopped.entrySet().stream()
        .map(
            pair ->
                new StoppedTasks(
                    requireNonNull(jobs.get(pair.getKey().victim())),
                    pair.getKey().beneficiary().map(jobs::get),
                    pair.getValue().size(),
                    pair.getValue().stream().mapToLong(TaskRun::runMillis).sum()))
        .collect(toImmutableList());
  }

  /** How many tasks were stopped. */
  static int tasks(ImmutableList<StoppedTasks> all) {
    return all.stream().mapToInt(StoppedTasks::tasks).sum();
  }

  /** The work that is lost, in task-hours of workload time. */
  static double lostHours(ImmutableList<StoppedTasks> all) {
    return all.stream().mapToLong(StoppedTasks::lostMillis).sum() / 3_600_000.0;
  }

  /** The jobs whose tasks were stopped. */
  static ImmutableList<JobRun> victims(ImmutableList<StoppedTasks> all) {
    return all.stream().map(StoppedTasks::victim).distinct().collect(toImmutableList());
  }

  /** The jobs that tasks were stopped for, as far as they are known. */
  static ImmutableList<JobRun> beneficiaries(ImmutableList<StoppedTasks> all) {
    return all.stream()
        .flatMap(stopped -> stopped.beneficiary().stream())
        .distinct()
        .collect(toImmutableList());
  }
}
