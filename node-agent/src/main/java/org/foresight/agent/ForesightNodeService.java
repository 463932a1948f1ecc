package org.foresight.agent;

import com.google.common.collect.ImmutableSet;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.hadoop.yarn.server.api.AuxiliaryService;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.util.NodeManagerHardwareUtils;
import org.foresight.agent.cpu.CpuControllers;
import org.foresight.planner.node.NodeCondition;
import org.foresight.planner.node.NodeReport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent as a NodeManager sees it: an auxiliary service that begins and ends with it. Of
 * containers it hears by {@link ContainerListener}, which must be named as well.
 *
 * <p>If the agent can't do its work it says so, in the log and in the node's report, and does
 * nothing. Whatever goes wrong here, the NodeManager starts and goes on.
 */
public final class ForesightNodeService extends AuxiliaryService {
  private static final Logger LOG = LoggerFactory.getLogger(ForesightNodeService.class);

  private static final String NAME = "foresight_agent";
  private static final long STOP_PATIENCE_MILLIS = 10_000;
  private NodeManagers.@Nullable Known node;
  private @Nullable ReportingNodeResourceMonitor monitor;
  private volatile @Nullable AgentLoop loop;
  private volatile NodeReport idle = NodeReport.of(NodeCondition.SWITCHED_OFF);
  private final AgentMetrics metrics = new AgentMetrics(this::report, this::cpuMillis);

  public ForesightNodeService() {
    super(NAME);
  }

  @Override
  protected void serviceStart() throws Exception {
    giveBack(getConfig());
    try {
      begin(getConfig());
    } catch (CannotControlException e) {
      doNothing(e.condition(), e.getMessage(), null);
    } catch (Throwable e) { // Even of classes that are not there: the NodeManager must start.
      doNothing(NodeCondition.FAILED, e.toString(), e);
    }
    metrics.register();
    super.serviceStart();
  }

  /**
   * Gives back what an agent before this one has left taken. This comes before all that may fail,
   * for whoever does nothing never tries again; one that works does.
   */
  private static void giveBack(Configuration conf) {
    try {
      Optional<Path> folder = folder(namedFolder(conf), conf);
      if (folder.isPresent()) {
        CpuControllers.giveBack(folder.get());
      }
    } catch (Throwable e) { // The NodeManager must start.
      LOG.warn("Not all that an agent before this one has taken could be given back.", e);
    }
  }

  /** None also if what is given is not accepted: no agent has ever worked there. */
  private static Optional<String> namedFolder(Configuration conf) {
    try {
      return AgentKeys.FOLDER.parser().apply(conf.getTrimmed(AgentKeys.FOLDER.name(), ""));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private void begin(Configuration conf) throws CannotControlException {
    NodeManagers.Known known =
        NodeManagers.of(conf)
            .orElseThrow(
                () ->
                    new CannotControlException(
                        NodeCondition.NO_LISTENER,
                        "Add "
                            + ContainerListener.class.getName()
                            + " to yarn.nodemanager.container-state-transition-listener.classes,"
                            + " and give the jar to the NodeManager's own class path."));
    node = known;
    reportThrough(known.context());
    AgentSettings settings;
    try {
      settings = AgentSettings.read(conf);
    } catch (IllegalArgumentException e) {
      throw new CannotControlException(NodeCondition.MISCONFIGURED, String.valueOf(e.getMessage()));
    }
    Path folder =
        folder(settings.folder(), conf)
            .orElseThrow(
                () ->
                    new CannotControlException(
                        NodeCondition.MISCONFIGURED,
                        "Neither "
                            + AgentKeys.FOLDER.name()
                            + " nor "
                            + YarnConfiguration.NM_LOCAL_DIRS
                            + " names a folder."));
    Context context = known.context();
    ControllerChoice choice =
        ControllerChoice.of(settings, folder, context.getContainerExecutor(), conf);
    NodeAgent agent =
        new NodeAgent(
            choice.controller(),
            settings.las(NodeManagerHardwareUtils.getVCores(conf)),
            id -> process(context, id),
            choice.needsProcess(),
            NodeManagerHardwareUtils.getContainerMemoryMB(conf),
            ForesightNodeService::millis);
    AgentLoop started =
        new AgentLoop(
            agent,
            new HostMeter(Path.of("/proc"), ForesightNodeService::millis),
            ForesightNodeService::millis);
    try {
      listen(known, settings, started);
      started.start();
    } catch (RuntimeException | Error e) {
      known.listener().tell(null);
      agent.close();
      throw e;
    }
    loop = started;
    LOG.info("Suspends containers by {}; {}.", choice.controller().name(), settings);
  }

  /** Hears of containers from now on, and of those that are here already. */
  private static void listen(NodeManagers.Known known, AgentSettings settings, AgentLoop started) {
    ImmutableSet<ContainerId> before =
        ImmutableSet.copyOf(known.context().getContainers().keySet());
    ContainerFacts facts = new ContainerFacts(settings.suspends(), before);
    ContainerListener.Listener listener =
        new ContainerListener.Listener() {
          @Override
          public void runs(Container container) {
            if (!ContainerFacts.counts(container)) {
              return;
            }
            TaskFacts task = facts.of(container, System.currentTimeMillis());
            started.tell(agent -> agent.started(task));
          }

          @Override
          public void ends(Container container) {
            String id = container.getContainerId().toString();
            started.tell(agent -> agent.ended(id));
          }
        };
    known.listener().tell(listener);
    for (ContainerId id : before) {
      Container container = known.context().getContainers().get(id);
      if (container != null && ContainerFacts.counts(container)) {
        // Looked at when its turn has come: an end that was told before it is seen then, and one
        // that comes after it is told after it.
        started.tell(
            agent -> {
              if (container.getContainerState() == ContainerState.RUNNING) {
                agent.started(facts.of(container, System.currentTimeMillis()));
              }
            });
      }
    }
  }

  private void reportThrough(Context context) {
    if (context instanceof NodeManager.NMContext nodeManager) {
      ReportingNodeResourceMonitor reporting =
          new ReportingNodeResourceMonitor(context, context.getNodeResourceMonitor(), this::report);
      nodeManager.setNodeResourceMonitor(reporting);
      monitor = reporting;
    }
  }

  private NodeReport report() {
    AgentLoop running = loop;
    return running == null ? idle : running.report();
  }

  private OptionalLong cpuMillis() {
    AgentLoop running = loop;
    return running == null ? OptionalLong.empty() : running.cpuMillis();
  }

  private void doNothing(NodeCondition condition, @Nullable String why, @Nullable Throwable cause) {
    idle = NodeReport.of(condition, vcores(getConfig()));
    if (condition == NodeCondition.SWITCHED_OFF) {
      LOG.info("Foresight's agent does nothing: {}", why);
    } else {
      LOG.error("Foresight's agent does nothing: {}", why, cause);
    }
  }

  /** Not to be sent more is for a node, too, on which the agent does nothing. */
  private static int vcores(Configuration conf) {
    return AgentSettings.vcores(conf, NodeManagerHardwareUtils.getVCores(conf));
  }

  /** A clock that does not go back. */
  private static long millis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private static long process(Context context, String container) {
    String process = context.getContainerExecutor().getProcessId(ContainerId.fromString(container));
    if (process == null || process.isEmpty()) {
      return 0;
    }
    try {
      return Long.parseLong(process);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /**
   * The agent's folder: the one that is named, or else the usual one; empty if there is neither.
   */
  private static Optional<Path> folder(Optional<String> named, Configuration conf) {
    return named
        .map(Path::of)
        .or(
            () ->
                Arrays.stream(conf.getTrimmedStrings(YarnConfiguration.NM_LOCAL_DIRS))
                    .findFirst()
                    .map(first -> Path.of(first.replaceFirst("^file:(//)?", "")))
                    .map(first -> first.resolve("foresight-agent")));
  }

  @Override
  protected void serviceStop() throws Exception {
    try {
      end();
    } catch (Throwable e) {
      LOG.error("Foresight's agent could not end as it should.", e);
    }
    super.serviceStop();
  }

  private void end() {
    metrics.unregister();
    NodeManagers.Known known = node;
    if (known != null) {
      known.listener().tell(null);
      ReportingNodeResourceMonitor reporting = monitor;
      if (reporting != null
          && known.context() instanceof NodeManager.NMContext nodeManager
          && nodeManager.getNodeResourceMonitor() == reporting) {
        nodeManager.setNodeResourceMonitor(reporting.own());
      }
    }
    AgentLoop running = loop;
    if (running != null) {
      running.stop(STOP_PATIENCE_MILLIS);
    }
  }

  @Override
  public void initializeApplication(ApplicationInitializationContext context) {}

  @Override
  public void stopApplication(ApplicationTerminationContext context) {}

  @Override
  public ByteBuffer getMetaData() {
    return ByteBuffer.allocate(0);
  }
}
