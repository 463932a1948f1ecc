package org.foresight.agent.cpu;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The processes of this machine, as {@code /proc} shows them. Holds no state. */
final class ProcessTable {
  private static final char ZOMBIE = 'Z';
  private static final char DEAD = 'X';

  private final Path proc;
  private final FileAccess files;

  ProcessTable(Path proc, FileAccess files) {
    this.proc = proc;
    this.files = files;
  }

  /**
   * A process that has not ended.
   *
   * @param id its id
   * @param parent the id of the one that began it, or has adopted it
   * @param group its process group, to which signals go
   * @param session its session
   * @param startTicks when it began, in the kernel's ticks after the machine did
   * @param cpuTicks the processor time that it and those of its children have taken that have ended
   *     and were waited for, in the kernel's ticks
   */
  record Entry(long id, long parent, long group, long session, long startTicks, long cpuTicks) {}

  /** All processes; those that begin or end meanwhile may be missing. */
  ImmutableList<Entry> all() throws IOException {
    ImmutableList.Builder<Entry> entries = ImmutableList.builder();
    for (Path file : files.list(proc)) {
      if (Character.isDigit(file.getFileName().toString().charAt(0))) {
        entry(file).ifPresent(entries::add);
      }
    }
    return entries.build();
  }

  /** The process of this id; empty if there is none, or it has ended. */
  Optional<Entry> process(long id) {
    return entry(proc.resolve(Long.toString(id)));
  }

  /** The processes of a session, and all that they have begun, whatever their session is now. */
  ImmutableList<Entry> family(long session) throws IOException {
    ImmutableList<Entry> all = all();
    Set<Long> family = new HashSet<>();
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Entry entry : all) {
        if (entry.session() == session
            || entry.id() == session
            || family.contains(entry.parent())) {
          grows |= family.add(entry.id());
        }
      }
    }
    return all.stream().filter(entry -> family.contains(entry.id())).collect(toImmutableList());
  }

  /** The process groups of a family. */
  static ImmutableSet<Long> groups(List<Entry> family) {
    return family.stream().map(Entry::group).collect(toImmutableSet());
  }

  /** Tells this start of the machine from others. */
  String boot() throws IOException {
    return files.read(proc.resolve("sys/kernel/random/boot_id"));
  }

  private Optional<Entry> entry(Path folder) {
    try {
      return parse(files.read(folder.resolve("stat")));
    } catch (IOException e) {
      return Optional.empty(); // It has ended.
    }
  }

  /** The name, which is in brackets, may have blanks and brackets in it. */
  private static Optional<Entry> parse(String stat) {
    int nameEnds = stat.lastIndexOf(')');
    List<String> fields = Splitter.on(' ').splitToList(stat.substring(nameEnds + 2));
    char state = fields.get(0).charAt(0);
    if (state == ZOMBIE || state == DEAD) {
      return Optional.empty();
    }
    return Optional.of(
        new Entry(
            Long.parseLong(stat.substring(0, stat.indexOf(' '))),
            Long.parseLong(fields.get(1)),
            Long.parseLong(fields.get(2)),
            Long.parseLong(fields.get(3)),
            Long.parseLong(fields.get(19)),
            Long.parseLong(fields.get(11))
                + Long.parseLong(fields.get(12))
                + Long.parseLong(fields.get(13))
                + Long.parseLong(fields.get(14))));
  }
}
