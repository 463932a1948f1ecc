package org.foresight.benchmarks;

import java.io.IOException;
import java.nio.file.FileSystemException;
import picocli.CommandLine;

/**
 * The command line of a benchmark. Exit codes: 0 success, 1 failure, which is one line where files
 * are the reason, and 2 wrong usage. Stateless.
 */
public final class BenchmarkProgram {

  private BenchmarkProgram() {}

  /** The command line of a program with picocli's annotations. */
  public static CommandLine commandLine(Object program) {
    return new CommandLine(program)
        .setExecutionExceptionHandler(
            (exception, commandLine, parsed) -> {
              if (!(exception instanceof IOException ofFiles)) {
                throw exception;
              }
              commandLine.getErr().println(line(ofFiles));
              return CommandLine.ExitCode.SOFTWARE;
            });
  }

  /** The message of some of Java's is the bare file name. */
  private static String line(IOException exception) {
    if (exception instanceof FileSystemException failed && failed.getReason() == null) {
      return failed.getFile() + ": " + failed.getClass().getSimpleName();
    }
    return String.valueOf(exception.getMessage());
  }
}
