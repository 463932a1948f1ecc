package org.foresight.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A testbed whose daemons are on hosts of their own, such as containers, with the same folder on
 * each. Somebody else starts and ends them.
 *
 * <p>For one thread, and another one that asks whether it is up.
 */
public final class HostsTestbed implements ReachableTestbed {
  private final TestbedFolder folder;
  private final String manager;
  private final DaemonWeb web = new DaemonWeb();

  HostsTestbed(TestbedFolder folder) {
    this.folder = folder;
    this.manager = webAddress();
  }

  /**
   * Makes the folder, with what Java needs to start the daemons.
   *
   * @param folder where it is on every host: a folder that is empty or not there
   * @throws IOException if something of it is missing
   */
  public static HostsTestbed layOut(TestbedParameters parameters, ForesightBuild build, Path folder)
      throws IOException, InterruptedException {
    TestbedFolder made = TestbedFolder.create(folder);
    build.check(parameters.foresight().isPresent());
    TestbedLayout.write(parameters, TestbedAddresses.ofHosts(), build, made);
    write(DaemonLaunch.manager(made), made);
    write(DaemonLaunch.node(made, TestbedFolder.NODE_OF_HOSTS), made);
    return new HostsTestbed(made);
  }

  private static void write(DaemonLaunch daemon, TestbedFolder folder) throws IOException {
    Files.writeString(folder.arguments(daemon.name()), daemon.argumentFile());
  }

  @Override
  public TestbedFolder folder() {
    return folder;
  }

  /** What Java reads to start the ResourceManager. */
  public Path managerArguments() {
    return folder.arguments(TestbedFolder.RESOURCE_MANAGER);
  }

  /** What Java reads to start a NodeManager. */
  public Path nodeArguments() {
    return folder.arguments(TestbedFolder.NODE_OF_HOSTS);
  }

  /** Those of the nodes that run now; how many there are to be, nobody here knows. */
  @Override
  public int slots() throws IOException, InterruptedException {
    int nodes = web.runningNodes(manager);
    if (nodes == 0) {
      throw new IOException("No node of the testbed runs; " + manager + " shows those that do.");
    }
    return nodes * TestbedConfiguration.slots(folder, TestbedFolder.NODE_OF_HOSTS);
  }

  @Override
  public boolean isUp() throws InterruptedException {
    return web.managerInfo(manager).isPresent();
  }

  /** Whoever ends it does not say so here. */
  @Override
  public boolean isDown() {
    return false;
  }

  @Override
  public String start() {
    return "whoever runs its host " + TestbedFolder.RESOURCE_MANAGER + " starts it";
  }
}
