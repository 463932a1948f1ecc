package org.foresight.testbed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A process of this machine, told by its start from another one that has its number later.
 *
 * @param id its number
 * @param startTicks when it began, as the kernel counts
 */
record LinuxProcess(long id, long startTicks) {
  private static final Path PROCESSES = Path.of("/proc");

  // Of what follows the name in /proc/ID/stat.
  private static final int STATE = 0;
  private static final int START = 19;

  /** One that has ended, and whose parent has not asked how. */
  private static final String ZOMBIE = "Z";

  private static final Splitter BLANK = Splitter.on(' ');
  private static final Splitter NUL = Splitter.on('\0');

  /** The process of this number that runs now; empty if none does. */
  static Optional<LinuxProcess> of(long id) {
    try {
      String stat = Files.readString(folder(id).resolve("stat"), ISO_8859_1);
      // A name is in brackets, and may have brackets and blanks.
      List<String> fields = BLANK.splitToList(stat.substring(stat.lastIndexOf(')') + 2));
      return fields.get(STATE).equals(ZOMBIE)
          ? Optional.empty()
          : Optional.of(new LinuxProcess(id, Long.parseLong(fields.get(START))));
    } catch (IOException e) {
      return Optional.empty(); // It has ended.
    }
  }

  /**
   * The processes whose environment, as it was when their program began, has a variable of this
   * value; of those that this user may look at.
   *
   * @param variable as {@code NAME=VALUE}
   */
  static ImmutableList<LinuxProcess> withVariable(String variable) throws IOException {
    ImmutableList.Builder<LinuxProcess> found = ImmutableList.builder();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
      for (Path folder : folders) {
        of(Long.parseLong(folder.getFileName().toString()))
            .filter(process -> process.hasVariable(variable))
            .ifPresent(found::add);
      }
    }
    return found.build();
  }

  private static Path folder(long id) {
    return PROCESSES.resolve(Long.toString(id));
  }

  /** Whether it runs still. */
  boolean isAlive() {
    return of(id).equals(Optional.of(this));
  }

  /** Whether its environment has a variable of this value; false if this user may not look. */
  boolean hasVariable(String variable) {
    return isIn("environ", variable);
  }

  /** Whether it was started with this argument; false if this user may not look. */
  boolean hasArgument(String argument) {
    return isIn("cmdline", argument);
  }

  private boolean isIn(String list, String word) {
    try {
      byte[] words = Files.readAllBytes(folder(id).resolve(list));
      return NUL.splitToList(new String(words, UTF_8)).contains(word);
    } catch (IOException e) {
      return false;
    }
  }

  /** Processor time that it has had, without that of processes that it has started. */
  Optional<Duration> processorTime() {
    return handle().flatMap(handle -> handle.info().totalCpuDuration());
  }

  /** Asks it to end. */
  void terminate() {
    handle().ifPresent(ProcessHandle::destroy);
  }

  /** Ends it. */
  void kill() {
    handle().ifPresent(ProcessHandle::destroyForcibly);
  }

  private Optional<ProcessHandle> handle() {
    return isAlive() ? ProcessHandle.of(id) : Optional.empty();
  }
}
