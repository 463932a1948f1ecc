package org.foresight.testbed;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * A testbed that lives no longer than this process: if the JVM ends before it was taken down, it is
 * killed. Meanwhile what Hadoop logs in this process goes to a file of the testbed's. For one
 * thread.
 */
public final class TemporaryTestbed {

  private final Testbed testbed;
  private final ShutdownHook hook;

  private TemporaryTestbed(Testbed testbed, ShutdownHook hook) {
    this.testbed = testbed;
    this.hook = hook;
  }

  /**
   * Starts one, as {@link Testbed#up}.
   *
   * @throws IOException if it does not start
   */
  public static TemporaryTestbed up(TestbedParameters parameters, ForesightBuild build, Path folder)
      throws IOException, InterruptedException {
    Testbed testbed = Testbed.up(parameters, build, folder);
    TemporaryTestbed temporary = new TemporaryTestbed(testbed, killedAtTheEnd(testbed));
    try {
      HadoopLogging.toFile(testbed.folder().log("workload"));
      return temporary;
    } catch (IOException e) {
      temporary.down();
      throw e;
    }
  }

  /** A JVM that ends, as by Ctrl-C, has no time for more. */
  private static ShutdownHook killedAtTheEnd(Testbed testbed)
      throws IOException, InterruptedException {
    try {
      return ShutdownHook.add("testbed-shutdown", () -> kill(testbed));
    } catch (InterruptedException e) {
      testbed.kill();
      throw e;
    }
  }

  private static void kill(Testbed testbed) {
    try {
      testbed.kill();
    } catch (IOException e) {
      System.err.println("foresight: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What runs. */
  public Testbed testbed() {
    return testbed;
  }

  /** The configuration with which clients of it are made; a copy. */
  public Configuration configuration() {
    return testbed.configuration();
  }

  /**
   * Takes it down.
   *
   * @throws IOException if something can't be ended
   */
  public void down() throws IOException, InterruptedException {
    HadoopLogging.off();
    testbed.down();
    boolean unused = hook.remove();
  }
}
