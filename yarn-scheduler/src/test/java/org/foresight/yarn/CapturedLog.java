package org.foresight.yarn;

import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * What is said to a logger, from information on, until this is closed: the logger's level is then
 * what it was before.
 */
final class CapturedLog implements AutoCloseable {

  private final Logger logger;
  private final @Nullable Level levelBefore;
  private final LogCapturer lines;

  private CapturedLog(String name) {
    logger = Logger.getLogger(name);
    levelBefore = logger.getLevel();
    logger.setLevel(Level.INFO);
    lines = LogCapturer.captureLogs(LoggerFactory.getLogger(name));
  }

  static CapturedLog of(String name) {
    return new CapturedLog(name);
  }

  static CapturedLog of(Class<?> logs) {
    return of(logs.getName());
  }

  /** All that was said so far. */
  String text() {
    return lines.getOutput();
  }

  @Override
  public void close() {
    lines.stopCapturing();
    logger.setLevel(levelBefore);
  }
}
