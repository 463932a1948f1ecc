package org.foresight.cli;

import com.google.common.annotations.VisibleForTesting;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.foresight.cli.doctor.DoctorCommand;
import org.foresight.cli.mode.AdminRefresh;
import org.foresight.cli.mode.ModeCommand;
import org.foresight.cli.mode.OffCommand;
import org.foresight.cli.predict.HistoryCommand;
import org.foresight.cli.predict.PredictEvalCommand;
import org.foresight.cli.simulate.ReportCommand;
import org.foresight.cli.simulate.SimulateCommand;
import org.foresight.cli.status.ExplainCommand;
import org.foresight.cli.status.PredictCommand;
import org.foresight.cli.status.QueueCommand;
import org.foresight.cli.support.ErrorLines;
import org.foresight.cli.support.NumberConverters;
import org.foresight.cli.support.PathConverter;
import org.foresight.cli.support.Versions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Entry point of the {@code foresight} command. Exit codes: 0 success, 1 failure, 2 wrong usage.
 * Results go to standard output, everything else to standard error.
 */
@Command(
    name = "foresight",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    scope = ScopeType.INHERIT,
    description = "A predictive, deadline-aware scheduler for Apache Hadoop YARN.",
    synopsisSubcommandLabel = "COMMAND")
public final class Foresight implements Runnable {

  static final int FAILURE = 1;
  static final int USAGE = 2;

  private static final String ERROR_PREFIX = "Error: ";

  /** What is being stopped gets this long before the JVM ends. */
  private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  private boolean verbose;

  /** Picocli makes commands by their constructor without arguments and then fills the fields. */
  @SuppressWarnings("NullAway.Init")
  private Foresight() {}

  /** Runs the command line and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    Thread main = Thread.currentThread();
    CountDownLatch ended = new CountDownLatch(1);
    // Ctrl-C: whatever waits stops waiting, so that nothing is reported as if it had ended; the JVM
    // goes on until the command has said what is left of its work.
    Thread interrupt =
        new Thread(
            () -> {
              if (ended.getCount() > 0) {
                System.err.printf("%nforesight: interrupted; stopping what runs …%n");
                main.interrupt();
                boolean unused = Uninterruptibles.awaitUninterruptibly(ended, LONGEST_STOP);
              }
            },
            "interrupt-main");
    Runtime.getRuntime().addShutdownHook(interrupt);
    // An error of the JVM, such as too little memory, ends it though daemons run in other threads.
    main.setUncaughtExceptionHandler(
        (thread, error) -> {
          error.printStackTrace();
          ended.countDown();
          System.exit(FAILURE);
        });
    int exitCode = run(arguments);
    ended.countDown();
    System.exit(exitCode);
  }

  private static int run(String[] arguments) {
    CommandLine commandLine =
        commandLine(
            new DemoCommand(new YarnDemoRunner(), new TestbedDemoRunner()),
            new TestbedCommand(),
            SimulateCommand.create(),
            new ReportCommand(),
            new PredictEvalCommand(),
            new HistoryCommand(),
            new ExplainCommand(),
            new PredictCommand(),
            new QueueCommand(),
            new DoctorCommand(System.getenv()),
            new ModeCommand(System.getenv(), new AdminRefresh()),
            new OffCommand(System.getenv(), new AdminRefresh()));
    int exitCode = commandLine.execute(arguments);
    // Such as to a disk that is full; a writer does not say so by itself.
    commandLine.getOut().flush();
    if (System.out.checkError()) {
      commandLine.getErr().println("foresight: not all of the output could be written.");
      return FAILURE;
    }
    return exitCode;
  }

  /**
   * The command line.
   *
   * @param commands what comes after {@code foresight}
   */
  @VisibleForTesting
  public static CommandLine commandLine(Object... commands) {
    Foresight foresight = new Foresight();
    CommandLine commandLine = new CommandLine(foresight);
    for (Object command : commands) {
      commandLine.addSubcommand(command);
    }
    NumberConverters.register(commandLine);
    PathConverter.register(commandLine);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setParameterExceptionHandler(Foresight::reportUsage);
    commandLine.setExecutionExceptionHandler(
        (error, failed, parsed) -> reportFailure(error, failed, foresight.verbose));
    return commandLine;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing.");
  }

  private static int reportUsage(ParameterException error, String[] arguments) {
    CommandLine failed = error.getCommandLine();
    PrintWriter err = failed.getErr();
    String command = failed.getCommandSpec().qualifiedName();
    err.println(command + ": " + withoutPrefix(String.valueOf(error.getMessage())));
    err.println("Try '" + command + " --help'.");
    return USAGE;
  }

  /** Picocli puts it before some of its messages. */
  private static String withoutPrefix(String message) {
    return message.startsWith(ERROR_PREFIX) ? message.substring(ERROR_PREFIX.length()) : message;
  }

  private static int reportFailure(Exception error, CommandLine failed, boolean verbose) {
    PrintWriter err = failed.getErr();
    err.println(failed.getCommandSpec().qualifiedName() + ": " + ErrorLines.of(error));
    if (verbose) {
      error.printStackTrace(err);
    }
    return FAILURE;
  }
}
