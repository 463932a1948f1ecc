package org.foresight.cli.status;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * An application master as users have them, in a process of its own, which has nothing but the
 * tokens that YARN gave it. It runs one task and ends well when that has ended.
 */
final class OneTaskMaster extends AMRMClientAsync.AbstractCallbackHandler {
  private static final int HEARTBEAT_MILLIS = 100;

  private final NMClient nodes;
  private final String command;
  private final CountDownLatch ended = new CountDownLatch(1);

  private OneTaskMaster(NMClient nodes, String command) {
    this.nodes = nodes;
    this.command = command;
  }

  /**
   * Runs it.
   *
   * @param arguments the file of YARN's configuration; the command of the task
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = new YarnConfiguration();
    conf.addResource(new Path(arguments[0]));
    UserGroupInformation.setConfiguration(conf);
    try (NMClient nodes = NMClient.createNMClient()) {
      OneTaskMaster master = new OneTaskMaster(nodes, arguments[1]);
      try (AMRMClientAsync<ContainerRequest> yarn =
          AMRMClientAsync.createAMRMClientAsync(HEARTBEAT_MILLIS, master)) {
        nodes.init(conf);
        nodes.start();
        yarn.init(conf);
        yarn.start();
        yarn.registerApplicationMaster("localhost", -1, "");
        yarn.addContainerRequest(
            new ContainerRequest(
                Resource.newInstance(512, 1), null, null, Priority.newInstance(1)));
        master.ended.await();
        yarn.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "", "");
      }
    }
  }

  @Override
  public void onContainersAllocated(List<Container> containers) {
    for (Container container : containers) {
      try {
        nodes.startContainer(
            container,
            ContainerLaunchContext.newInstance(
                Map.of(), Map.of(), List.of(command), Map.of(), null, Map.of()));
      } catch (YarnException | IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void onContainersCompleted(List<ContainerStatus> statuses) {
    if (statuses.stream().allMatch(status -> status.getExitStatus() == 0)) {
      ended.countDown();
    }
  }

  @Override
  public void onContainersUpdated(List<UpdatedContainer> containers) {}

  @Override
  public void onShutdownRequest() {}

  @Override
  public void onNodesUpdated(List<NodeReport> updated) {}

  @Override
  public float getProgress() {
    return 0;
  }

  @Override
  public void onError(Throwable error) {
    throw new IllegalStateException(error);
  }
}
