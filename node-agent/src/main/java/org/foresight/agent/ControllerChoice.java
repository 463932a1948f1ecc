package org.foresight.agent;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.linux.resources.ResourceHandlerModule;
import org.foresight.agent.cpu.CpuController;
import org.foresight.agent.cpu.CpuControllers;
import org.foresight.planner.node.NodeCondition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The means by which containers are suspended on this node.
 *
 * @param controller by those means
 * @param needsProcess whether it must be told of the first process of a container
 */
record ControllerChoice(CpuController controller, boolean needsProcess) {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerChoice.class);
  private static final Path MOUNTS = Path.of("/proc/mounts");

  /**
   * Chooses what goes with the NodeManager's executor.
   *
   * @param folder the agent's folder
   * @throws CannotControlException if nothing does
   */
  static ControllerChoice of(
      AgentSettings settings, Path folder, ContainerExecutor executor, Configuration conf)
      throws CannotControlException {
    CpuControllers controllers = new CpuControllers(folder, settings.minimumCores());
    if (settings.cpuControl() == AgentKeys.CpuControl.OFF) {
      throw new CannotControlException(
          NodeCondition.SWITCHED_OFF, AgentKeys.CPU_CONTROL.name() + " is off.");
    }
    if (executor instanceof LinuxContainerExecutor) {
      return new ControllerChoice(ofHadoop(settings, controllers, conf), false);
    }
    if (executor instanceof DefaultContainerExecutor) {
      return new ControllerChoice(ofOurs(settings, controllers), true);
    }
    throw new CannotControlException(
        NodeCondition.WRONG_EXECUTOR,
        "The executor "
            + executor.getClass().getName()
            + " is neither a LinuxContainerExecutor nor a DefaultContainerExecutor.");
  }

  private static CpuController ofHadoop(
      AgentSettings settings, CpuControllers controllers, Configuration conf)
      throws CannotControlException {
    if (settings.cpuControl() == AgentKeys.CpuControl.SIGNALS) {
      throw new CannotControlException(
          NodeCondition.NO_CGROUPS,
          "Of a LinuxContainerExecutor, containers are other users' and get no signals of the"
              + " NodeManager's user.");
    }
    try {
      HadoopCgroupFolder folder =
          HadoopCgroupFolder.find(conf, ResourceHandlerModule.getCGroupsHandler(), MOUNTS)
              .orElseThrow(
                  () ->
                      new CannotControlException(
                          NodeCondition.NO_CGROUPS,
                          "The LinuxContainerExecutor makes no cgroups that limit processor time;"
                              + " set yarn.nodemanager.resource.cpu.enabled."));
      return controllers.ofHadoopCgroups(folder.isVersion2(), folder.root());
    } catch (IOException e) {
      throw new CannotControlException(
          NodeCondition.NO_CGROUPS, "Hadoop's cgroups can't be used.", e);
    }
  }

  private static CpuController ofOurs(AgentSettings settings, CpuControllers controllers)
      throws CannotControlException {
    try {
      if (settings.cpuControl() != AgentKeys.CpuControl.SIGNALS) {
        return controllers.ofOwnCgroups(settings.cgroup());
      }
    } catch (IOException e) {
      if (settings.cpuControl() == AgentKeys.CpuControl.CGROUPS) {
        throw new CannotControlException(NodeCondition.NO_CGROUPS, "No cgroups can be made.", e);
      }
      LOG.info("No cgroups can be made ({}); containers are suspended by signals.", e.toString());
    }
    try {
      return controllers.ofSignals();
    } catch (IOException e) {
      throw new CannotControlException(NodeCondition.NO_CGROUPS, "No signals can be sent.", e);
    }
  }
}
