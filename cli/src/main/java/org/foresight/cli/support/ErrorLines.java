package org.foresight.cli.support;

import com.google.common.base.CharMatcher;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in one line what went wrong. */
public final class ErrorLines {

  private ErrorLines() {}

  /** The error's message as one line that a user understands, for a terminal. */
  public static String of(Throwable error) {
    return TerminalText.of(CharMatcher.breakingWhitespace().collapseFrom(message(error), ' '));
  }

  private static String message(Throwable error) {
    // The messages of these are the bare file name.
    if (error instanceof NoSuchFileException missing) {
      return missing.getFile() + ": there is no such file.";
    }
    if (error instanceof AccessDeniedException denied) {
      return denied.getFile() + ": reading or writing it is not permitted.";
    }
    if (error instanceof FileSystemException failed && failed.getReason() == null) {
      return failed.getFile() + ": " + failed.getClass().getSimpleName();
    }
    if (error instanceof InterruptedException) {
      return "interrupted.";
    }
    Throwable cause = error.getCause();
    // Its message is the cause's class and message.
    if (error instanceof UncheckedIOException
        && cause != null
        && cause.toString().equals(error.getMessage())) {
      return message(cause);
    }
    String message = error.getMessage();
    return message == null || message.isBlank() ? error.toString() : message;
  }
}
