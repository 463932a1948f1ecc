package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.foresight.traces.JobRun;
import org.foresight.traces.WorkloadJob;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one job of a workload as a YARN application with an unmanaged application master.
 *
 * <p>A state machine without a thread of its own: {@link #submit} once, then {@link #heartbeat}
 * again and again until {@link #result} is complete. Heartbeats must not overlap; those before the
 * submission do nothing. {@link #abandon} may be called from any thread at any time.
 */
final class JobMaster {

  /** Is told what a job has reached. */
  interface Events {
    void submitted();

    void firstTaskStarted();

    void ended(boolean succeeded);
  }

  private static final Logger LOG = LoggerFactory.getLogger(JobMaster.class);
  private static final String APPLICATION_TYPE = "WORKLOAD";
  private static final Set<YarnApplicationState> ENDED =
      EnumSet.of(
          YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

  private final WorkloadJob job;
  private final WorkloadClock clock;
  private final DriverParameters parameters;
  private final Configuration conf;
  private final YarnClients clients;
  private final Executor launches;
  private final Events events;
  private final ContainerListener containers;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final CompletableFuture<JobRun> result = new CompletableFuture<>();

  /** Guarded by itself: containers are started by other threads than the heartbeat's. */
  private final TaskBoard board;

  private volatile Instant submission = Instant.EPOCH;
  private volatile long submitMillis;
  private volatile OptionalLong firstTaskStartMillis = OptionalLong.empty();
  private volatile @Nullable ApplicationId application;
  private volatile boolean accepted;
  private volatile @Nullable MasterSession session;

  JobMaster(
      WorkloadJob job,
      WorkloadClock clock,
      DriverParameters parameters,
      Configuration conf,
      YarnClients clients,
      Executor launches,
      Events events,
      ContainerListener containers) {
    this.job = job;
    this.clock = clock;
    this.parameters = parameters;
    this.conf = conf;
    this.clients = clients;
    this.launches = launches;
    this.events = events;
    this.containers = containers;
    this.board = new TaskBoard(job.stages());
    this.submitMillis = job.submitMillis();
  }

  /** Completes, never exceptionally, when the job has ended, well or badly. */
  CompletableFuture<JobRun> result() {
    return result;
  }

  /** Submits the application; blocks until the ResourceManager has accepted it. */
  void submit() {
    try {
      YarnClient client = clients.of(job.user());
      ApplicationSubmissionContext context =
          client.createApplication().getApplicationSubmissionContext();
      Instant now = clock.now();
      submission = now;
      submitMillis = clock.workloadMillis(now);
      describe(context, now);
      application = context.getApplicationId();
      containers.submitted(context.getApplicationId(), job);
      client.submitApplication(context);
      accepted = true;
      events.submitted();
      if (ended.get()) {
        kill();
      }
    } catch (YarnException | IOException | RuntimeException e) {
      fail("submit it", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void describe(ApplicationSubmissionContext context, Instant submission) {
    Optional<Instant> deadline =
        job.deadlineMillis().isPresent()
            ? Optional.of(submission.plus(clock.real(deadlineAfterSubmission())))
            : Optional.empty();
    ImmutableSet<String> tags =
        JobTags.of(
            deadline,
            job.gang(),
            parameters.tellsOutcomes() ? Optional.of(OutcomeTag.of(job, clock)) : Optional.empty(),
            parameters.tags());
    context.setApplicationName(job.name());
    context.setApplicationType(APPLICATION_TYPE);
    context.setQueue(job.queue());
    context.setApplicationTags(tags);
    context.setUnmanagedAM(true);
    context.setMaxAppAttempts(1);
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of(), Map.of(), null, Map.of()));
  }

  private long deadlineAfterSubmission() {
    return job.deadlineMillis().orElseThrow() - job.submitMillis();
  }

  /** Talks to the ResourceManager once: takes what it has allocated and what has ended. */
  void heartbeat() {
    if (!accepted || ended.get()) {
      return;
    }
    try {
      MasterSession registered = session;
      if (registered == null) {
        register();
      } else {
        exchange(registered);
      }
    } catch (YarnException | IOException | RuntimeException e) {
      fail("run it", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void register() throws YarnException, IOException, InterruptedException {
    ApplicationId id = Objects.requireNonNull(application);
    YarnClient client = clients.of(job.user());
    ApplicationReport report = client.getApplicationReport(id);
    if (ENDED.contains(report.getYarnApplicationState())) {
      throw new YarnException(report.getDiagnostics());
    }
    if (report.getAMRMToken() == null) {
      return;
    }
    MasterSession registered =
        MasterSession.register(
            conf, report.getCurrentApplicationAttemptId(), client.getAMRMToken(id));
    askForOpened(registered);
    session = registered;
    containers.asks(submission, clock.now());
    exchange(registered);
  }

  private void askForOpened(MasterSession registered) {
    ImmutableList<Integer> opened;
    synchronized (board) {
      opened = board.open();
    }
    opened.forEach(stage -> registered.ask(job.stages().get(stage).width(), stage));
  }

  private void exchange(MasterSession registered) throws YarnException, IOException {
    AllocateResponse response = registered.allocate(progress());
    for (ContainerStatus status : response.getCompletedContainersStatuses()) {
      ended(registered, status);
    }
    askForOpened(registered);
    for (Container container : response.getAllocatedContainers()) {
      allocated(registered, container);
    }
    if (isDone()) {
      finish(registered);
    }
  }

  private void finish(MasterSession registered) throws YarnException, IOException {
    OptionalLong now = OptionalLong.of(clock.nowMillis());
    try {
      registered.unregister();
      registered.close();
    } finally {
      complete(now);
    }
  }

  private void ended(MasterSession registered, ContainerStatus status) {
    if (status.getExitStatus() == ContainerExitStatus.SUCCESS) {
      synchronized (board) {
        board.succeeded(status.getContainerId());
      }
      containers.succeeded(status.getContainerId(), clock.now());
    } else {
      lost(registered, status.getContainerId(), status.getExitStatus(), status.getDiagnostics());
    }
  }

  private void lost(MasterSession registered, ContainerId container, int exitStatus, String why) {
    OptionalInt stage;
    synchronized (board) {
      stage = board.lost(container);
    }
    containers.lost(container, exitStatus, why, clock.now());
    if (stage.isPresent()) {
      LOG.info("The task in {} of the job ({}) is run again: {}", container, job.id(), why);
      registered.ask(1, stage.getAsInt());
    }
  }

  private void allocated(MasterSession registered, Container container) {
    Optional<Long> taskMillis;
    synchronized (board) {
      taskMillis = board.assign(container.getId(), MasterSession.stage(container));
    }
    if (taskMillis.isPresent()) {
      Duration taskTime = clock.real(taskMillis.get());
      containers.allocated(container.getId(), taskTime);
      String command = parameters.command().of(taskTime);
      launches.execute(() -> launch(registered, container, command));
    } else {
      LOG.info("The job ({}) has no task for {}.", job.id(), container.getId());
      registered.release(container.getId());
    }
  }

  private void launch(MasterSession registered, Container container, String command) {
    try {
      registered.launch(container, command);
      containers.launched(container.getId(), clock.now());
      started();
    } catch (YarnException | IOException | RuntimeException e) {
      registered.release(container.getId());
      lost(registered, container.getId(), ContainerExitStatus.INVALID, e.toString());
    }
  }

  private void started() {
    synchronized (board) {
      if (firstTaskStartMillis.isPresent()) {
        return;
      }
      firstTaskStartMillis = OptionalLong.of(clock.nowMillis());
    }
    events.firstTaskStarted();
  }

  private float progress() {
    synchronized (board) {
      return board.progress();
    }
  }

  private boolean isDone() {
    synchronized (board) {
      return board.isDone();
    }
  }

  private void fail(String attempted, Exception cause) {
    LOG.warn("The job ({}) failed, could not {}", job.id(), attempted, cause);
    if (!ended.get()) {
      String why = cause.getMessage();
      containers.failed(job, "Could not " + attempted + ": " + (why == null ? cause : why));
    }
    abandon();
  }

  /** Ends a job that is not done: its application is killed and the result says unfinished. */
  void abandon() {
    if (!complete(OptionalLong.empty())) {
      return;
    }
    MasterSession registered = session;
    if (registered != null) {
      registered.close();
    }
    kill();
  }

  private void kill() {
    ApplicationId id = application;
    if (id == null) {
      return;
    }
    try {
      clients.of(job.user()).killApplication(id);
    } catch (YarnException | IOException | RuntimeException e) {
      LOG.warn("Could not kill {} of the job ({})", id, job.id(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The job has not ended, as far as anybody will know; calls nobody. */
  void giveUp() {
    boolean unused = complete(OptionalLong.empty());
  }

  /** Returns whether the job had not ended before. */
  private boolean complete(OptionalLong finishMillis) {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    int rerun;
    synchronized (board) {
      rerun = board.rerun();
    }
    // A clock that was put back meanwhile must not keep the result from coming.
    OptionalLong firstTask = firstTaskStartMillis;
    long startMillis = Math.max(submitMillis, firstTask.orElse(submitMillis));
    OptionalLong endMillis =
        finishMillis.isPresent()
            ? OptionalLong.of(Math.max(startMillis, finishMillis.getAsLong()))
            : finishMillis;
    JobRun run =
        new JobRun(
            job,
            submitMillis,
            job.deadlineMillis().isPresent()
                ? OptionalLong.of(submitMillis + deadlineAfterSubmission())
                : OptionalLong.empty(),
            firstTask.isPresent() ? OptionalLong.of(startMillis) : OptionalLong.empty(),
            endMillis,
            rerun,
            0);
    events.ended(run.succeeded());
    result.complete(run);
    return true;
  }
}
