package org.foresight.testbed;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** A testbed as those see it who run something on it, wherever its daemons are. */
public interface ReachableTestbed {

  /**
   * The one of a folder, whether it runs or not.
   *
   * @throws IOException if there is none
   */
  static ReachableTestbed of(Path folder) throws IOException {
    TestbedFolder found = TestbedFolder.of(folder);
    return found.isOfHosts() ? new HostsTestbed(found) : Testbed.of(folder);
  }

  /** Where it is. */
  TestbedFolder folder();

  /** The configuration with which clients of it are made; a copy. */
  default Configuration configuration() {
    return TestbedConfiguration.read(folder());
  }

  /** The ResourceManager's web address. */
  default String webAddress() {
    return "http://" + configuration().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
  }

  /**
   * Tasks of a workload that run at once where none takes turns with another one.
   *
   * @throws IOException if nobody can say so now
   */
  int slots() throws IOException, InterruptedException;

  /** Whether its ResourceManager runs, whoever has started it. */
  boolean isUp() throws IOException, InterruptedException;

  /** Whether it is known that nobody will start its ResourceManager again. */
  boolean isDown();

  /** What starts its ResourceManager, for people. */
  String start();
}
