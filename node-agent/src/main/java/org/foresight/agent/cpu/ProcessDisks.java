package org.foresight.agent.cpu;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What processes of a control group have read from disks and written to them, by what the kernel
 * says of each process. What one does after it was looked at last is not known when it has ended.
 * Not thread-safe.
 */
final class ProcessDisks {
  private static final Splitter LINES = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();

  private static final String READ = "read_bytes:";
  private static final String WRITTEN = "write_bytes:";

  private final Path proc;
  private final FileAccess files;
  private Map<String, Long> last = new HashMap<>();
  private long bytes;

  ProcessDisks(Path proc, FileAccess files) {
    this.proc = proc;
    this.files = files;
  }

  /**
   * All that has been counted.
   *
   * @param processes their ids, one a line
   * @return in bytes; empty where of no process that runs can be told what it does
   */
  OptionalLong count(String processes) {
    Map<String, Long> now = new HashMap<>();
    for (String id : LINES.split(processes)) {
      OptionalLong count = ofProcess(id);
      if (count.isPresent()) {
        now.put(id, count.getAsLong());
        bytes += Math.max(0, count.getAsLong() - last.getOrDefault(id, 0L));
      }
    }
    boolean isKnown = !now.isEmpty() || !last.isEmpty();
    last = now;
    return isKnown || bytes > 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
  }

  private OptionalLong ofProcess(String id) {
    try {
      long count = 0;
      String before = "";
      for (String word : LINES.split(files.read(proc.resolve(id).resolve("io")))) {
        if (before.equals(READ) || before.equals(WRITTEN)) {
          count += Long.parseLong(word);
        }
        before = word;
      }
      return OptionalLong.of(count);
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty(); // It has ended, or is another user's.
    }
  }
}
