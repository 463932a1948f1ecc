package org.foresight.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

/**
 * An application whose master is whoever holds this, and whose containers run shell commands one by
 * one. For one thread; every wait ends after two minutes, with an {@link IOException}.
 */
final class UnmanagedApplication implements AutoCloseable {
  /** Longer than any trial; whoever forgets one finds its core free again. */
  private static final Duration LONGEST_BURN = Duration.ofMinutes(30);

  /** A command that uses a core for as long as it is let, at most half an hour. */
  static final String BURN = burnWhile("true");

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
      YarnClients clients, Configuration conf, String name, String queue, Set<String> tags)
      throws IOException, InterruptedException {
    YarnClient client = clients.of(USER);
    try {
      ApplicationSubmissionContext context =
          client.createApplication().getApplicationSubmissionContext();
      context.setApplicationName(name);
      context.setApplicationTags(tags);
      context.setQueue(queue);
      context.setUnmanagedAM(true);
      context.setMaxAppAttempts(1);
      context.setAMContainerSpec(
          ContainerLaunchContext.newInstance(
              Map.of(), Map.of(), List.of(), Map.of(), null, Map.of()));
      ApplicationId application = client.submitApplication(context);
      await("its token", () -> client.getAMRMToken(application) != null);
      return new UnmanagedApplication(
          MasterSession.register(
              conf,
              client.getApplicationReport(application).getCurrentApplicationAttemptId(),
              client.getAMRMToken(application)));
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  /** Something that YARN is asked. */
  @FunctionalInterface
  private interface Question {
    boolean holds() throws YarnException, IOException;
  }

  private static void await(String what, Question question)
      throws IOException, InterruptedException {
    boolean came =
        Waiting.until(
            PATIENCE,
            () -> {
              try {
                return question.holds();
              } catch (YarnException e) {
                throw new IOException(e);
              }
            });
    if (!came) {
      throw new IOException("An application has waited for " + what + " for " + PATIENCE + ".");
    }
  }

  /** A command that uses a core until a file exists, at most half an hour. */
  static String burnUntil(Path file) {
    return burnWhile("[[ ! -e \"" + file + "\" ]]");
  }

  private static String burnWhile(String condition) {
    return String.format(
        "exec bash -c 'while ((SECONDS < %d)) && %s; do :; done'",
        LONGEST_BURN.toSeconds(), condition);
  }

  /** Asks for containers. */
  void ask(int containers) {
    master.ask(containers, 0);
  }

  /** Asks for a container, and runs a command in it once it is there. */
  ContainerId launch(String command) throws IOException, InterruptedException {
    ask(1);
    return launchNext(command);
  }

  /** Runs a command in the next of the containers that were asked for. */
  ContainerId launchNext(String command) throws IOException, InterruptedException {
    await("a container", this::hasContainer);
    Container container = allocated.remove(0);
    try {
      master.launch(container, command);
    } catch (YarnException e) {
      throw new IOException(e);
    }
    return container.getId();
  }

  /** Waits until a container has ended, and returns its exit status. */
  int awaitEnd(ContainerId container) throws IOException, InterruptedException {
    await("the end of " + container, () -> heartbeat().containsKey(container));
    return Objects.requireNonNull(ended.get(container));
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

  /** Has a container ended, and waits until it has. */
  void end(ContainerId container) throws IOException, InterruptedException {
    master.release(container);
    int unused = awaitEnd(container);
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
