package org.foresight.testbed;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.foresight.traces.JobRun;
import org.foresight.traces.Workload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a workload on a YARN through YARN's public client interfaces, at the workload's own submit
 * times on a scaled clock.
 *
 * <p>Every job is an application of the job's user with an unmanaged application master, which
 * lives in this process: it asks for a container of 1 vcore and 1024 MB for each task of a stage at
 * once, when the stages before it have ended, and in each container runs a process that by default
 * sleeps for the task's runtime. The task of a container that fails, is lost or is preempted is
 * asked for again. The application's tags carry the deadline, see {@link JobTags}; the deadline
 * moves by as much as the submission was late.
 *
 * <p>Not to be confused with a measurement of a scheduler alone: the start of a process and the
 * heartbeats of nodes and masters cost every task some hundred milliseconds of real time.
 *
 * <p>Thread-safe; each call of {@link #run} has threads of its own, a fixed number.
 */
public final class WorkloadDriver {

  private static final Logger LOG = LoggerFactory.getLogger(WorkloadDriver.class);
  private static final int HEARTBEAT_THREADS = 4;
  private static final int CALL_THREADS = 8;
  private static final Duration CLEANUP_TIMEOUT = Duration.ofSeconds(20);

  private final Configuration conf;
  private final DriverParameters parameters;
  private final InstantSource source;

  /**
   * @param conf how to reach the YARN
   * @param source the time that submissions and results are measured by
   */
  public WorkloadDriver(Configuration conf, DriverParameters parameters, InstantSource source) {
    this.conf = conf;
    this.parameters = parameters;
    this.source = source;
  }

  /**
   * Runs the workload and returns when all jobs have ended or the timeout has passed; what then
   * still runs is killed and its result says that it did not finish.
   *
   * @return one result for each job, in the order of the workload
   * @throws InterruptedException if interrupted while waiting, after all applications were killed
   */
  public ImmutableList<JobRun> run(Workload workload, ProgressListener listener)
      throws InterruptedException {
    return run(workload, listener, ContainerListener.NONE);
  }

  /**
   * As above.
   *
   * @param containers follows the containers
   */
  public ImmutableList<JobRun> run(
      Workload workload, ProgressListener listener, ContainerListener containers)
      throws InterruptedException {
    WorkloadClock clock = new WorkloadClock(source, parameters.timeScale());
    containers.begins(clock.start());
    ProgressCounter counter = new ProgressCounter(workload.jobs().size(), listener);
    ScheduledThreadPoolExecutor heartbeats =
        new ScheduledThreadPoolExecutor(HEARTBEAT_THREADS, threads("workload-heartbeat-%d"));
    heartbeats.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    heartbeats.setRemoveOnCancelPolicy(true);
    ExecutorService calls = Executors.newFixedThreadPool(CALL_THREADS, threads("workload-call-%d"));
    try (YarnClients clients = new YarnClients(conf)) {
      ImmutableList<JobMaster> masters =
          workload.jobs().stream()
              .map(
                  job ->
                      new JobMaster(
                          job,
                          clock,
                          parameters,
                          conf,
                          clients,
                          calls,
                          counter.newJob(),
                          containers))
              .collect(toImmutableList());
      for (int i = 0; i < masters.size(); i++) {
        JobMaster master = masters.get(i);
        // To the nanosecond: a delay cut to milliseconds submits jobs before they are due.
        long delayNanos = clock.until(workload.jobs().get(i).submitMillis()).toNanos();
        start(master, delayNanos, heartbeats, calls);
      }
      try {
        await(masters);
      } finally {
        containers.ends(source.instant());
        // Not shutdownNow: an interrupted heartbeat would leave its application behind.
        heartbeats.shutdown();
        abandonAll(masters, calls);
      }
      masters.forEach(JobMaster::giveUp); // Of those, too, of which a call hangs.
      return masters.stream().map(master -> master.result().join()).collect(toImmutableList());
    } finally {
      calls.shutdownNow();
    }
  }

  private void start(
      JobMaster master,
      long delayNanos,
      ScheduledThreadPoolExecutor heartbeats,
      ExecutorService calls) {
    ScheduledFuture<?> submission =
        heartbeats.schedule(() -> calls.execute(master::submit), delayNanos, TimeUnit.NANOSECONDS);
    long heartbeatNanos = parameters.heartbeat().toNanos();
    ScheduledFuture<?> heartbeat =
        heartbeats.scheduleWithFixedDelay(
            master::heartbeat, delayNanos + heartbeatNanos, heartbeatNanos, TimeUnit.NANOSECONDS);
    CompletableFuture<Void> unused =
        master
            .result()
            .thenRun(
                () -> {
                  submission.cancel(false);
                  heartbeat.cancel(false);
                });
  }

  private void await(ImmutableList<JobMaster> masters) throws InterruptedException {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(
            masters.stream().map(JobMaster::result).toArray(CompletableFuture<?>[]::new));
    try {
      all.get(parameters.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn("The workload did not end within {}.", parameters.timeout());
    } catch (ExecutionException e) {
      throw new IllegalStateException("A job's result never completes exceptionally.", e);
    }
  }

  private static void abandonAll(ImmutableList<JobMaster> masters, ExecutorService calls)
      throws InterruptedException {
    calls.invokeAll(
        masters.stream().map(master -> Executors.callable(master::abandon)).toList(),
        CLEANUP_TIMEOUT.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private static ThreadFactory threads(String nameFormat) {
    return new ThreadFactoryBuilder().setDaemon(true).setNameFormat(nameFormat).build();
  }
}
