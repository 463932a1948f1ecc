package org.foresight.testbed;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** An application of which a test plays the master, and whose containers run shell commands. */
final class UnmanagedApplication implements AutoCloseable {
  /** A command that uses a core for as long as it is let. */
  static final String BURN = "exec bash -c 'while :; do :; done'";

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String USER = "somebody";

  private final MasterSession master;
  private final Map<ContainerId, Integer> ended = new HashMap<>();
  private final List<Container> allocated = new ArrayList<>();

  private UnmanagedApplication(MasterSession master) {
    this.master = master;
  }

  /**
   * Submits it and registers its master.
   *
   * @param conf how to reach the ResourceManager
   * @param tags of the application
   */
  static UnmanagedApplication start(
      YarnClients clients, Configuration conf, String name, Set<String> tags) throws Exception {
    YarnClient client = clients.of(USER);
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    context.setApplicationName(name);
    context.setApplicationTags(tags);
    context.setQueue("default");
    context.setUnmanagedAM(true);
    context.setMaxAppAttempts(1);
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of(), Map.of(), null, Map.of()));
    ApplicationId application = client.submitApplication(context);
    await().atMost(PATIENCE).until(() -> client.getAMRMToken(application) != null);
    return new UnmanagedApplication(
        MasterSession.register(
            conf,
            client.getApplicationReport(application).getCurrentApplicationAttemptId(),
            client.getAMRMToken(application)));
  }

  /** A command that uses a core until a file exists. */
  static String burnUntil(Path file) {
    return "exec bash -c 'while [[ ! -e \"" + file + "\" ]]; do :; done'";
  }

  /** Asks for containers. */
  void ask(int containers) {
    master.ask(containers);
  }

  /** Asks for a container, and runs a command in it once it is there. */
  ContainerId launch(String command) throws Exception {
    ask(1);
    return launchNext(command);
  }

  /** Runs a command in the next of the containers that were asked for. */
  ContainerId launchNext(String command) throws Exception {
    await().atMost(PATIENCE).until(this::hasContainer);
    Container container = allocated.remove(0);
    master.launch(container, command);
    return container.getId();
  }

  /** Talks to the ResourceManager; whether a container is there that runs nothing yet. */
  boolean hasContainer() throws YarnException, IOException {
    heartbeat();
    return !allocated.isEmpty();
  }

  /** Talks to the ResourceManager; returns the containers that have ended, with their status. */
  Map<ContainerId, Integer> heartbeat() throws YarnException, IOException {
    AllocateResponse response = master.allocate(0);
    allocated.addAll(response.getAllocatedContainers());
    response
        .getCompletedContainersStatuses()
        .forEach(status -> ended.put(status.getContainerId(), status.getExitStatus()));
    return ended;
  }

  /** Has a container ended. */
  void release(ContainerId container) {
    master.release(container);
  }

  /** Lets all containers end with it. */
  void finish() throws YarnException, IOException {
    master.unregister();
  }

  @Override
  public void close() {
    master.close();
  }
}
