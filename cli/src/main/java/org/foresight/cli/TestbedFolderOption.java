package org.foresight.cli;

import java.io.IOException;
import java.nio.file.Path;
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
   * The testbed.
   *
   * @throws IOException if there is none
   */
  Testbed testbed() throws IOException {
    return Testbed.of(dir);
  }
}
