package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** What tests need of the machine they run on. */
final class RealMachine {
  private static final String REQUIRE_ALL = "FORESIGHT_REQUIRE_ALL_TESTS";
  static final Path PROC = Path.of("/proc");

  private RealMachine() {}

  /** Skips the test where no cgroup can be written; fails it there if no test may be skipped. */
  static void requireCgroups(Path folder) {
    try (CpuController controller =
        new CpuControllers(folder, 0.05).ofOwnCgroups(Optional.empty())) {
      controller.tidy();
    } catch (IOException e) {
      skip("This test needs root and cgroups that can be written: " + e.getMessage());
    }
  }

  /** Skips the test where a program is not installed; fails it there if none may be skipped. */
  static void requireProgram(String... command) {
    try {
      if (new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() != 0) {
        skip("This test needs the program " + command[0] + ".");
      }
    } catch (IOException e) {
      skip("This test needs the program " + command[0] + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static void skip(String why) {
    if (Boolean.parseBoolean(System.getenv(REQUIRE_ALL))) {
      fail(why + " " + REQUIRE_ALL + " is true, so that it may not be skipped.");
    }
    Assumptions.abort(why);
  }
}
