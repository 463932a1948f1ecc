package org.foresight.yarn;

import org.slf4j.Logger;

/** Reports failures where nothing may fail any more: where memory is short, a report may. */
final class SafeLog {
  private SafeLog() {}

  /**
   * Logs an error; never throws.
   *
   * @param arguments of the format, and what was thrown
   */
  static void error(Logger log, String format, Object... arguments) {
    try {
      log.error(format, arguments);
    } catch (Throwable unreported) {
      // Nobody is left to tell of it.
    }
  }
}
