package org.foresight.testbed;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Trials of what the agent of a node does, on a testbed of one node under {@code kairos} with
 * nothing else to do and a quantum that is longer than any of them. For one thread.
 */
public final class TestbedTrials {
  private static final String QUEUE = "adhoc";

  private final Testbed testbed;

  public TestbedTrials(Testbed testbed) {
    this.testbed = testbed;
  }

  /**
   * How long short tasks take alone, and beside long ones.
   *
   * @param longTasks how many long ones there are; all of them must find a place
   * @param repeatsAlone how many short tasks run alone
   * @param repeats how many short tasks run beside long ones
   */
  public ShortTaskTimes shortTasks(int longTasks, int repeatsAlone, int repeats)
      throws IOException, InterruptedException {
    Configuration conf = testbed.configuration();
    try (YarnClients clients = new YarnClients(conf);
        UnmanagedApplication shortJob = submit(clients, conf, "short");
        UnmanagedApplication longJob = submit(clients, conf, "long")) {
      return new ShortTaskTrial(shortJob, longJob, groups(), folder())
          .run(longTasks, repeatsAlone, repeats);
    }
  }

  /**
   * For how long nothing is heard of a JVM that is suspended, from each beat to the next; one is
   * due every {@value BeatingTask#BEAT_MILLIS} ms.
   *
   * @param suspended how long it is suspended
   * @return in milliseconds
   */
  public ImmutableList<Long> silencesOfSuspendedJvm(Duration suspended)
      throws IOException, InterruptedException {
    Configuration conf = testbed.configuration();
    try (YarnClients clients = new YarnClients(conf);
        UnmanagedApplication application = submit(clients, conf, "beats")) {
      return new SuspendedJvmTrial(application, groups(), folder(), InstantSource.system())
          .silencesMillis(suspended, testbed.slots());
    }
  }

  private static UnmanagedApplication submit(YarnClients clients, Configuration conf, String name)
      throws IOException, InterruptedException {
    return UnmanagedApplication.start(clients, conf, name, QUEUE, Set.of());
  }

  private ContainerGroups groups() throws IOException {
    return ContainerGroups.named(testbed.folder().group(TestbedFolder.node(1)));
  }

  private Path folder() {
    return testbed.folder().root();
  }
}
