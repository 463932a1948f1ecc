package org.foresight.testbed;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.varia.NullAppender;

/**
 * Sends what Hadoop logs to a file, so that the console stays the program's own.
 *
 * <p>Log4j 1 has one configuration for the JVM: while a local cluster or a workload runs,
 * everything that the process logs goes to its file.
 */
public final class HadoopLogging {

  private static final String LAYOUT = "%d{ISO8601} %-5p [%t] %c{1} %m%n";

  private HadoopLogging() {}

  /** Replaces all appenders by the given file. */
  public static void toFile(Path file) throws IOException {
    LogManager.resetConfiguration();
    LogManager.getRootLogger()
        .addAppender(new FileAppender(new PatternLayout(LAYOUT), file.toString()));
    LogManager.getRootLogger().setLevel(Level.INFO);
  }

  /** Closes the file. What is logged later is dropped. */
  public static void off() {
    LogManager.resetConfiguration();
    LogManager.getRootLogger().addAppender(new NullAppender());
    LogManager.getRootLogger().setLevel(Level.OFF);
  }
}
