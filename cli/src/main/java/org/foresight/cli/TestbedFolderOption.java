package org.foresight.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.foresight.testbed.ReachableTestbed;
import org.foresight.testbed.Testbed;
import picocli.CommandLine.Option;

/** Says which testbed is meant, of those that have been started. */
final class TestbedFolderOption {

  @Option(names = "--dir", paramLabel = "DIR", required = true, description = "Its folder.")
  private Path dir;

  /** Picocli fills the fields. */
  @SuppressWarnings("NullAway.Init")
  TestbedFolderOption() {}

  /** As it was typed. */
  Path dir() {
    return dir;
  }

  /**
   * The testbed, whose daemons are processes of this machine.
   *
   * @throws IOException if there is none, or its daemons are elsewhere
   */
  Testbed processes() throws IOException {
    return Testbed.of(dir);
  }

  /**
   * The testbed, wherever its daemons are.
   *
   * @throws IOException if there is none
   */
  ReachableTestbed reachable() throws IOException {
    return ReachableTestbed.of(dir);
  }

  /**
   * Refuses one that is down.
   *
   * @throws IOException if no ResourceManager of it runs
   */
  void requireUp(ReachableTestbed testbed) throws IOException, InterruptedException {
    if (!testbed.isUp()) {
      throw new IOException(
          dir + ": no ResourceManager of the testbed runs; " + testbed.start() + ".");
    }
  }
}
