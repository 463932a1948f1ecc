package org.foresight.throughput;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.sls.AMDefinition;
import org.apache.hadoop.yarn.sls.AMDefinitionSLS;
import org.apache.hadoop.yarn.sls.SLSRunner;
import org.apache.hadoop.yarn.sls.TaskContainerDefinition;
import org.apache.hadoop.yarn.sls.appmaster.AMSimulator;
import org.apache.hadoop.yarn.sls.appmaster.MRAMSimulator;
import org.apache.hadoop.yarn.sls.scheduler.ContainerSimulator;
import org.apache.hadoop.yarn.sls.scheduler.TaskRunner;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's simulator, with application masters of a {@link Load} instead of a trace: its reader of
 * traces of its own kind does not accept lists of tasks since Hadoop 3.4, and of the other kinds
 * each of a million tasks would be a text or on a node drawn by lot.
 *
 * <p>The simulator's threads ask for masters while others are added; else one thread.
 */
final class LoadRunner extends SLSRunner {

  /** A MapReduce task without a place where it would rather run. */
  private static final String TASK_TYPE = "map";

  /** Threads that play application masters: they shall not crowd out the scheduler's. */
  private static final int MASTER_THREADS = 2;

  /** For how long a master may be unknown whose application has been submitted. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Map<ApplicationId, AMSimulator> masters = new ConcurrentHashMap<>();

  LoadRunner(Configuration conf) throws ClassNotFoundException, YarnException {
    super(conf);
  }

  /** Starts the ResourceManager and the nodes, and waits until they are all there. */
  void startCluster(LoadFiles files)
      throws IOException, ClassNotFoundException, YarnException, InterruptedException {
    setSimulationParams(
        TraceType.SLS,
        new String[] {files.noJobs().toString()},
        files.nodes().toString(),
        files.folder().toString(),
        Set.of(),
        false);
    start();
  }

  /** Submits all applications, each in its time from now on. */
  void submit(Load load, long seed, ResourceManager resourceManager) throws YarnException {
    TaskRunner runner = new TaskRunner();
    runner.setQueueSize(MASTER_THREADS);
    for (Load.Application application : load.generate(seed)) {
      AMSimulator master = new MRAMSimulator();
      master.init(
          definition(application),
          resourceManager,
          this,
          false,
          0,
          LoadConfiguration.APPLICATION_HEARTBEAT_MILLIS,
          masters);
      runner.schedule(master);
    }
    runner.start();
  }

  private static AMDefinition definition(Load.Application application) throws YarnException {
    Resource slot = Resource.newInstance(LoadConfiguration.SLOT_MEMORY_MB, 1);
    ContainerSimulator task =
        ContainerSimulator.createFromTaskContainerDefinition(
            TaskContainerDefinition.Builder.create()
                .withCount(1)
                .withDuration(application.taskMillis())
                .withResource(slot)
                .withType(TASK_TYPE)
                .build());
    // The master only counts them, so that one can stand for all.
    List<ContainerSimulator> tasks = Collections.nCopies(application.tasks(), task);
    String submitMillis = Integer.toString(application.submitMillis());
    Map<String, String> fields =
        Map.of(
            "id",
            application.id(),
            "queue",
            application.queue(),
            "type",
            "mapreduce",
            "user",
            "user",
            "start",
            submitMillis,
            "end",
            submitMillis);
    return AMDefinitionSLS.Builder.create(fields)
        .withAmType("type")
        .withUser("user")
        .withQueue("queue")
        .withJobId("id")
        .withJobStartTime("start")
        .withJobFinishTime("end")
        .withTaskContainers(tasks)
        .withAmResource(slot)
        .build();
  }

  /**
   * Waits a little for one that is not known: the simulator submits an application before it notes
   * who plays its master, and a quick scheduler launches that one in between.
   */
  @Override
  public @Nullable AMSimulator getAMSimulatorByAppId(ApplicationId id) {
    long startNanos = System.nanoTime();
    AMSimulator master = masters.get(id);
    while (master == null && System.nanoTime() - startNanos < PATIENCE_NANOS) {
      LockSupport.parkNanos(LOOK_NANOS);
      master = masters.get(id);
    }
    return master;
  }

  /** An application has ended: no reason to end the process, as it would be without a trace. */
  @Override
  public void decreaseRemainingApps() {}
}
