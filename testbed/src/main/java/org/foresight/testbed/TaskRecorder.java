package org.foresight.testbed;

import static com.google.common.collect.ImmutableList.sortedCopyOf;

import com.google.common.collect.ImmutableList;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.foresight.testbed.TaskRun.Ending;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;

/**
 * Records when tasks ran and how they ended, by what application masters hear of YARN.
 *
 * <p>For one run of a workload. Thread-safe.
 */
public final class TaskRecorder implements ContainerListener {

  private static final Pattern APPLICATION = Pattern.compile("application_\\d+_\\d+");

  private static final class OpenTask {
    /** Null until its node has accepted it. */
    @Nullable Instant start;
  }

  private final double timeScale;

  // All guarded by this.
  private Instant begin = Instant.EPOCH;
  private Instant last = Instant.EPOCH;
  private final Map<String, String> jobs = new HashMap<>();
  private final Map<ContainerId, OpenTask> open = new HashMap<>();
  private final List<TaskRun> ended = new ArrayList<>();

  /**
   * @param timeScale real time per workload time
   */
  public TaskRecorder(double timeScale) {
    this.timeScale = timeScale;
  }

  @Override
  public synchronized void begins(Instant start) {
    begin = start;
    last = start;
  }

  @Override
  public synchronized void submitted(ApplicationId application, WorkloadJob job) {
    jobs.put(application.toString(), job.id());
  }

  @Override
  public synchronized void allocated(ContainerId container, Duration taskTime) {
    open.put(container, new OpenTask());
  }

  @Override
  public synchronized void launched(ContainerId container, Instant now) {
    heard(now);
    OpenTask task = open.get(container);
    if (task != null) {
      task.start = now;
    }
  }

  @Override
  public synchronized void succeeded(ContainerId container, Instant now) {
    end(container, now, Ending.SUCCEEDED, Optional.empty());
  }

  @Override
  public synchronized void lost(
      ContainerId container, int exitStatus, String diagnostics, Instant now) {
    if (exitStatus == ContainerExitStatus.PREEMPTED) {
      end(container, now, Ending.PREEMPTED, beneficiary(container, diagnostics));
    } else {
      end(container, now, Ending.LOST, Optional.empty());
    }
  }

  @Override
  public synchronized void ends(Instant now) {
    heard(now);
  }

  /** The reason that a scheduler gives names the application that the room is for. */
  private Optional<String> beneficiary(ContainerId container, String diagnostics) {
    String own = container.getApplicationAttemptId().getApplicationId().toString();
    return APPLICATION
        .matcher(diagnostics)
        .results()
        .map(MatchResult::group)
        .filter(application -> !application.equals(own))
        .flatMap(application -> job(application).stream())
        .findFirst();
  }

  private void end(
      ContainerId container, Instant now, Ending ending, Optional<String> beneficiary) {
    heard(now);
    OpenTask task = open.remove(container);
    if (task != null) {
      // A container may be gone before its node has answered.
      add(container, task.start == null ? now : task.start, now, ending, beneficiary);
    }
  }

  private void add(
      ContainerId container,
      Instant start,
      Instant end,
      Ending ending,
      Optional<String> beneficiary) {
    job(container.getApplicationAttemptId().getApplicationId().toString())
        .ifPresent(
            job ->
                ended.add(
                    new TaskRun(
                        job,
                        workloadMillis(start),
                        workloadMillis(end.isBefore(start) ? start : end),
                        ending,
                        beneficiary)));
  }

  private void heard(Instant now) {
    last = now.isAfter(last) ? now : last;
  }

  private long workloadMillis(Instant instant) {
    return Math.round(Duration.between(begin, instant).toMillis() / timeScale);
  }

  /** The job of the workload that was submitted as this application; empty if none was. */
  public synchronized Optional<String> job(String application) {
    return Optional.ofNullable(jobs.get(application));
  }

  /** When the workload started, in real time. */
  public synchronized Instant begin() {
    return begin;
  }

  /** The runs of all tasks that were started, in the order of their starts. */
  public synchronized ImmutableList<TaskRun> tasks() {
    open.forEach(
        (container, task) -> {
          if (task.start != null) {
            add(container, task.start, last, Ending.CUT_OFF, Optional.empty());
          }
        });
    open.clear();
    return sortedCopyOf(Comparator.comparingLong(TaskRun::startMillis), ended);
  }
}
