package org.foresight.agent.cpu;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Sends signals through one shell, which lives as long as this, so that a signal costs no new
 * process. When its input ends, because this was closed or because the whole process was killed,
 * the shell lets everybody go on whom it has stopped; it does not end where nobody reads its
 * answers any more.
 */
final class ShellSignals implements Signals {

  /** A line for each request: the signal, and the group; answered by yes or no. */
  static final String SCRIPT =
      """
      trap '' TERM INT HUP PIPE
      declare -A stopped
      while read -r signal group; do
        if [[ "$signal" == STOP ]]; then stopped[$group]=yes; else unset "stopped[$group]"; fi
        if kill -s "$signal" -- "-$group" 2>/dev/null; then echo yes; else echo no; fi
      done
      for group in "${!stopped[@]}"; do kill -s CONT -- "-$group" 2>/dev/null; done
      """;

  private @Nullable Shell shell;
  private boolean closed;

  /** A shell that runs. */
  private record Shell(Process process, Writer requests, BufferedReader answers) {}

  @Override
  public synchronized boolean send(Kind kind, long group) throws IOException {
    if (group <= 1) { // 0 and 1 would mean more than a group.
      throw new IllegalArgumentException("The group (" + group + ") must be more than 1.");
    }
    Shell running = running();
    String answer;
    try {
      running.requests().write(kind.text() + " " + group + "\n");
      running.requests().flush();
      answer = running.answers().readLine();
    } catch (IOException e) {
      drop();
      throw e;
    }
    if (answer == null) {
      drop();
      throw new IOException("The shell that sends signals has ended.");
    }
    return answer.equals("yes");
  }

  private Shell running() throws IOException {
    if (closed) {
      throw new IOException("No signals are sent any more.");
    }
    Shell running = shell;
    if (running == null) {
      Process process =
          new ProcessBuilder("bash", "-c", SCRIPT)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      running =
          new Shell(
              process,
              new OutputStreamWriter(process.getOutputStream(), US_ASCII),
              new BufferedReader(new InputStreamReader(process.getInputStream(), US_ASCII)));
      shell = running;
    }
    return running;
  }

  @Override
  public synchronized void close() {
    closed = true;
    drop();
  }

  /** Ends the shell; the next signal gets another one. */
  private void drop() {
    if (shell != null) {
      try {
        shell.requests().close();
      } catch (IOException e) {
        shell.process().destroyForcibly(); // It can't be told; who was stopped is in the journal.
      }
      shell = null;
    }
  }
}
