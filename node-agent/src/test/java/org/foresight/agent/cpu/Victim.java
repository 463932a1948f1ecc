package org.foresight.agent.cpu;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;

/**
 * A process to be killed: it suspends and resumes the processes that it is told, as fast as it can.
 */
final class Victim {
  private Victim() {}

  /**
   * Works until it is killed.
   *
   * @param arguments its folder, the means, a seed, and the sessions
   */
  public static void main(String[] arguments) throws IOException {
    CpuControllers controllers = new CpuControllers(Path.of(arguments[0]), 0.05);
    CpuController controller =
        arguments[1].equals("signals")
            ? controllers.ofSignals()
            : controllers.ofOwnCgroups(Optional.empty());
    Random random = new Random(Long.parseLong(arguments[2]));
    int containers = arguments.length - 3;
    for (int i = 0; i < containers; i++) {
      controller.attach("container_" + i, Long.parseLong(arguments[3 + i]));
    }
    System.out.println("At work.");
    while (true) {
      String container = "container_" + random.nextInt(containers);
      if (random.nextInt(3) > 0) {
        controller.suspend(container);
      } else {
        controller.resume(container);
      }
    }
  }
}
