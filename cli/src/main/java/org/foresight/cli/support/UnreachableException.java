package org.foresight.cli.support;

import java.io.IOException;

/** There is no web server at an address, or it does not answer in time. */
public final class UnreachableException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Of one address, or of several.
   *
   * @param message which, and what became of each
   */
  public UnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
