package org.foresight.traces;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.BitSet;
import java.util.OptionalLong;

/**
 * One job of a workload: what its user submits, and what only the trace knows (how long every task
 * runs).
 *
 * <p>Immutable. All times are on the workload's own clock, which starts at zero.
 *
 * @param id unique in its workload
 * @param submitMillis when the job is submitted, from the start of the workload; negative for jobs
 *     of the history part
 * @param user who submits it
 * @param name the job's name as its user gives it, not normalised
 * @param queue the leaf queue it is submitted to
 * @param deadlineMillis when an SLO job must have ended, on the clock of {@code submitMillis};
 *     empty for a best-effort job
 * @param gang whether all tasks that are ready at one time must start together
 * @param stages at least one, each after its parents
 * @param preference which nodes suit it
 * @param request how else it was submitted
 */
public record WorkloadJob(
    String id,
    long submitMillis,
    String user,
    String name,
    String queue,
    OptionalLong deadlineMillis,
    boolean gang,
    ImmutableList<WorkloadStage> stages,
    NodePreference preference,
    JobRequest request) {

  public WorkloadJob {
    if (stages.isEmpty()) {
      throw new IllegalArgumentException("The job (" + id + ") must have at least one stage.");
    }
    for (int i = 0; i < stages.size(); i++) {
      int stage = i;
      stages
          .get(i)
          .parents()
          .forEach(
              parent -> {
                if (parent < 0 || parent >= stage) {
                  throw new IllegalArgumentException(
                      "The parent ("
                          + parent
                          + ") of stage ("
                          + stage
                          + ") of the job ("
                          + id
                          + ") must be an earlier stage.");
                }
              });
    }
  }

  /** A job of one stage of one-slot tasks to which all nodes are the same. */
  public static WorkloadJob ofOneStage(
      String id,
      long submitMillis,
      String user,
      String name,
      String queue,
      OptionalLong deadlineMillis,
      boolean gang,
      ImmutableList<Long> taskMillis) {
    return new WorkloadJob(
        id,
        submitMillis,
        user,
        name,
        queue,
        deadlineMillis,
        gang,
        ImmutableList.of(WorkloadStage.of(taskMillis)),
        NodePreference.NONE,
        JobRequest.NONE);
  }

  /** Whether the job has a deadline. */
  public boolean isSlo() {
    return deadlineMillis.isPresent();
  }

  /** Number of tasks of all stages. */
  public int width() {
    return stages.stream().mapToInt(WorkloadStage::width).sum();
  }

  /** Runtime of each task, stage by stage. */
  public ImmutableList<Long> taskMillis() {
    ImmutableList.Builder<Long> all = ImmutableList.builder();
    stages.forEach(stage -> all.addAll(stage.taskMillis().asList()));
    return all.build();
  }

  /** Sum of the task runtimes, in task-milliseconds. */
  public long workMillis() {
    return stages.stream().mapToLong(WorkloadStage::workMillis).sum();
  }

  /**
   * The job's runtime when it never waits: the longest chain of stages, each as long as its longest
   * task, on nodes of speed 1 that suit it.
   */
  public long spanMillis() {
    long[] endMillis = new long[stages.size()];
    long span = 0;
    for (int i = 0; i < endMillis.length; i++) {
      WorkloadStage stage = stages.get(i);
      long startMillis = stage.parents().stream().mapToLong(p -> endMillis[p]).max().orElse(0);
      endMillis[i] = startMillis + stage.longestMillis();
      span = Math.max(span, endMillis[i]);
    }
    return span;
  }

  /**
   * The stages that may run beside a stage, itself included: those that are neither among what it
   * waits for nor wait for it. The tasks of a gang that are ready at one time start together, so
   * all of them must fit.
   */
  public ImmutableIntArray besides(int stage) {
    BitSet before = new BitSet();
    before.set(stage);
    for (int i = stage; i >= 0; i--) {
      if (before.get(i)) {
        stages.get(i).parents().forEach(before::set);
      }
    }
    BitSet after = new BitSet();
    after.set(stage);
    for (int i = stage + 1; i < stages.size(); i++) {
      if (stages.get(i).parents().stream().anyMatch(after::get)) {
        after.set(i);
      }
    }
    ImmutableIntArray.Builder besides = ImmutableIntArray.builder();
    for (int i = 0; i < stages.size(); i++) {
      if (i == stage || !(before.get(i) || after.get(i))) {
        besides.add(i);
      }
    }
    return besides.build();
  }

  /** This job in another queue. */
  public WorkloadJob inQueue(String newQueue) {
    return new WorkloadJob(
        id, submitMillis, user, name, newQueue, deadlineMillis, gang, stages, preference, request);
  }

  /** This job, but no gang. */
  public WorkloadJob withIndependentTasks() {
    return new WorkloadJob(
        id, submitMillis, user, name, queue, deadlineMillis, false, stages, preference, request);
  }

  /** This job with another preference. */
  public WorkloadJob preferring(NodePreference newPreference) {
    return new WorkloadJob(
        id, submitMillis, user, name, queue, deadlineMillis, gang, stages, newPreference, request);
  }

  /** This job, submitted in this way. */
  public WorkloadJob requested(JobRequest newRequest) {
    return new WorkloadJob(
        id, submitMillis, user, name, queue, deadlineMillis, gang, stages, preference, newRequest);
  }

  /** This job under another id, submission and deadline. */
  public WorkloadJob at(String newId, long newSubmitMillis, OptionalLong newDeadlineMillis) {
    return new WorkloadJob(
        newId,
        newSubmitMillis,
        user,
        name,
        queue,
        newDeadlineMillis,
        gang,
        stages,
        preference,
        request);
  }
}
