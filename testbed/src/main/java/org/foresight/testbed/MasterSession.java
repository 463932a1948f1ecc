package org.foresight.testbed;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;

/**
 * What a registered application master says to the ResourceManager and to the nodes.
 *
 * <p>All containers are alike: one slot, on any node. Each stage of the job has a priority of its
 * own, so that schedulers tell them apart; the first one that which MapReduce gives its maps.
 *
 * <p>Thread-safe, except that calls of {@link #allocate} must not overlap.
 */
final class MasterSession {

  private static final Resource SLOT =
      Resource.newInstance(LocalYarnConfiguration.SLOT_MEMORY_MB, 1);
  private static final int FIRST_PRIORITY = 20;

  private final AMRMClient<ContainerRequest> resourceManager;
  private final NMClient nodes;

  /** Requests that no container has answered; the client has to be told which one is answered. */
  private final ListMultimap<Integer, ContainerRequest> unanswered = ArrayListMultimap.create();

  private MasterSession(AMRMClient<ContainerRequest> resourceManager, NMClient nodes) {
    this.resourceManager = resourceManager;
    this.nodes = nodes;
  }

  /** Connects as the given attempt and registers it. */
  static MasterSession register(
      Configuration conf, ApplicationAttemptId attempt, Token<AMRMTokenIdentifier> token)
      throws IOException, InterruptedException {
    UserGroupInformation master = UserGroupInformation.createRemoteUser(attempt.toString());
    master.addToken(token);
    // The token's owner is bound to the client when it connects, not when it is called.
    PrivilegedExceptionAction<MasterSession> connect = () -> connect(conf);
    return master.doAs(connect);
  }

  private static MasterSession connect(Configuration conf) throws YarnException, IOException {
    // Node tokens belong to one attempt; the default cache is shared by all of the JVM.
    NMTokenCache nodeTokens = new NMTokenCache();
    AMRMClient<ContainerRequest> resourceManager = AMRMClient.createAMRMClient();
    resourceManager.setNMTokenCache(nodeTokens);
    resourceManager.init(conf);
    resourceManager.start();
    NMClient nodes = NMClient.createNMClient();
    nodes.setNMTokenCache(nodeTokens);
    nodes.init(conf);
    nodes.start();
    nodes.cleanupRunningContainersOnStop(false);
    MasterSession session = new MasterSession(resourceManager, nodes);
    try {
      resourceManager.registerApplicationMaster("localhost", -1, "");
      return session;
    } catch (YarnException | IOException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Asks for further containers for tasks of a stage with the next {@link #allocate}. */
  synchronized void ask(int containers, int stage) {
    Priority priority = Priority.newInstance(FIRST_PRIORITY + stage);
    for (int i = 0; i < containers; i++) {
      ContainerRequest request = new ContainerRequest(SLOT, null, null, priority);
      resourceManager.addContainerRequest(request);
      unanswered.put(stage, request);
    }
  }

  /** The stage that an allocated container was asked for. */
  static int stage(Container container) {
    return container.getPriority().getPriority() - FIRST_PRIORITY;
  }

  /** Sends the asks and gives back what has been allocated and what has ended since. */
  AllocateResponse allocate(float progress) throws YarnException, IOException {
    AllocateResponse response = resourceManager.allocate(progress);
    response.getAllocatedContainers().forEach(container -> withdrawAnswered(stage(container)));
    return response;
  }

  private synchronized void withdrawAnswered(int stage) {
    List<ContainerRequest> requests = unanswered.get(stage);
    if (!requests.isEmpty()) {
      resourceManager.removeContainerRequest(requests.remove(requests.size() - 1));
    }
  }

  /** Gives back a container that is not needed. */
  void release(ContainerId container) {
    resourceManager.releaseAssignedContainer(container);
  }

  /** Starts a shell command in a container; blocks until the node has answered. */
  void launch(Container container, String command) throws YarnException, IOException {
    nodes.startContainer(
        container,
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of(command), Map.of(), null, Map.of()));
  }

  /** Reports success; the ResourceManager then ends the application. */
  void unregister() throws YarnException, IOException {
    resourceManager.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "", "");
  }

  /** Disconnects. */
  void close() {
    nodes.stop();
    resourceManager.stop();
  }
}
