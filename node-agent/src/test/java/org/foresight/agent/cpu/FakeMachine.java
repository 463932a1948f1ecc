package org.foresight.agent.cpu;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Files, control groups and processes of a machine that exists in memory only. Any operation that
 * changes something can fail, or be the last one before the process that does it is killed.
 */
final class FakeMachine implements FileAccess, Signals {
  static final Path PROC = Path.of("/proc");
  static final String BOOT = "boot-1";

  /** A process group that no signal reaches. */
  static final long OUT_OF_REACH = 4_000_000;

  /** Ends the process that works on the machine, as far as a test is concerned. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** What becomes of the next operations that change something. */
  interface Fate {
    /** Called before an operation; throws what it is to throw. */
    void before() throws IOException;

    /** Called after it. */
    void after();
  }

  static final Fate KIND =
      new Fate() {
        @Override
        public void before() {}

        @Override
        public void after() {}
      };

  /** Lets the next operation fail as it is told. */
  static Fate failsOnce(Runnable thrower) {
    boolean[] failed = {false};
    return new Fate() {
      @Override
      public void before() {
        if (!failed[0]) {
          failed[0] = true;
          thrower.run();
        }
      }

      @Override
      public void after() {}
    };
  }

  private final Map<Path, String> texts = new TreeMap<>();
  private final TreeSet<Path> folders = new TreeSet<>();
  private final Map<Long, FakeProcess> processes = new TreeMap<>();

  Fate fate = KIND;

  /** Whether the signals are closed. */
  boolean sendsNoMore;

  /** Done when a process is moved into a group; a moment in which others may be begun. */
  Runnable onMove = () -> {};

  private record FakeProcess(long id, long parent, long group, long session, boolean stopped) {}

  FakeMachine() {
    texts.put(PROC.resolve("sys/kernel/random/boot_id"), BOOT);
    folders.add(PROC);
  }

  // --- what a test does to it -------------------------------------------------------------------

  /** A group of version 1 with this limit. */
  void addV1(Path folder, long quotaMicros, long periodMicros) {
    addFolder(folder);
    texts.put(folder.resolve("cpu.cfs_quota_us"), Long.toString(quotaMicros));
    texts.put(folder.resolve("cpu.cfs_period_us"), Long.toString(periodMicros));
    texts.put(folder.resolve("cgroup.procs"), "");
  }

  /** A group of version 2 with this text in cpu.max. */
  void addV2(Path folder, String limit) {
    addFolder(folder);
    texts.put(folder.resolve("cpu.max"), limit);
    texts.put(folder.resolve("cgroup.procs"), "");
  }

  void addFolder(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      folders.add(at);
    }
  }

  void removeFolder(Path folder) {
    texts.keySet().removeIf(file -> file.startsWith(folder));
    folders.removeIf(other -> other.startsWith(folder));
  }

  void set(Path file, String text) {
    texts.put(file, text);
  }

  String text(Path file) {
    return texts.getOrDefault(file, "");
  }

  void begin(long id, long parent, long group, long session) {
    processes.put(id, new FakeProcess(id, parent, group, session, false));
    show(id, 'S');
  }

  void end(long id) {
    processes.remove(id);
    texts.remove(PROC.resolve(Long.toString(id)).resolve("stat"));
    folders.remove(PROC.resolve(Long.toString(id)));
    texts.replaceAll(
        (file, text) ->
            file.endsWith("cgroup.procs") ? text.replaceAll("(?m)^" + id + "\n", "") : text);
  }

  boolean isStopped(long id) {
    FakeProcess process = processes.get(id);
    return process != null && process.stopped();
  }

  private void show(long id, char state) {
    FakeProcess process = processes.get(id);
    if (process != null) {
      addFolder(PROC.resolve(Long.toString(id)));
      texts.put(
          PROC.resolve(Long.toString(id)).resolve("stat"),
          id
              + " (a b) c) "
              + state
              + " "
              + process.parent()
              + " "
              + process.group()
              + " "
              + process.session()
              + " 0 0 0 0 0 0 0 10 20 3 4 0 0 0 0 "
              + (1_000 + id)
              + " 0");
    }
  }

  // --- what the code does to it -----------------------------------------------------------------

  @Override
  public String read(Path file) throws IOException {
    String text = texts.get(file);
    if (text == null) {
      throw new NoSuchFileException(file.toString());
    }
    return text.strip();
  }

  @Override
  public OpenFile open(Path file) throws IOException {
    String unused = read(file); // It must be there.
    return new OpenFile() {
      @Override
      public String read() throws IOException {
        return FakeMachine.this.read(file);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void write(Path file, String text) throws IOException {
    fate.before();
    if (!texts.containsKey(file)) {
      throw new NoSuchFileException(file.toString());
    }
    if (file.endsWith("cgroup.procs")) {
      move(Long.parseLong(text), file);
    } else {
      texts.put(file, text);
    }
    fate.after();
  }

  private void move(long process, Path file) throws IOException {
    if (!processes.containsKey(process)) {
      throw new IOException("No such process");
    }
    texts.replaceAll(
        (other, members) ->
            other.endsWith("cgroup.procs") && sameTree(other, file)
                ? members.replaceAll("(?m)^" + process + "\n", "")
                : members);
    texts.merge(file, process + "\n", String::concat);
    onMove.run();
  }

  private static boolean sameTree(Path one, Path other) {
    return one.getName(0).equals(other.getName(0)) && one.getName(1).equals(other.getName(1));
  }

  @Override
  public void replace(Path file, String text) throws IOException {
    fate.before();
    texts.put(file, text);
    fate.after();
  }

  @Override
  public void delete(Path file) throws IOException {
    fate.before();
    texts.remove(file);
    if (folders.contains(file)) {
      if (!text(file.resolve("cgroup.procs")).isEmpty()) {
        throw new DirectoryNotEmptyException(file.toString());
      }
      removeFolder(file);
    }
    fate.after();
  }

  @Override
  public List<Path> list(Path folder) {
    TreeSet<Path> entries = new TreeSet<>();
    for (Path file : texts.keySet()) {
      addChild(entries, folder, file);
    }
    for (Path other : folders) {
      addChild(entries, folder, other);
    }
    return ImmutableList.copyOf(entries);
  }

  private static void addChild(Set<Path> entries, Path folder, Path file) {
    @Nullable Path parent = file.getParent();
    if (folder.equals(parent)) {
      entries.add(file);
    }
  }

  @Override
  public void makeFolder(Path folder) throws IOException {
    fate.before();
    boolean isNew = !folders.contains(folder);
    addFolder(folder);
    if (isNew && folder.startsWith("/cg/cpu")) {
      addV1(folder, CpuLimit.UNLIMITED, 100_000);
    } else if (isNew && folder.startsWith("/cg")) {
      texts.put(folder.resolve("cgroup.procs"), "");
    }
    fate.after();
  }

  @Override
  public boolean isFile(Path file) {
    return texts.containsKey(file);
  }

  @Override
  public boolean isFolder(Path folder) {
    return folders.contains(folder);
  }

  @Override
  public boolean send(Kind kind, long group) throws IOException {
    fate.before();
    boolean found = false;
    for (FakeProcess process : ImmutableList.copyOf(processes.values())) {
      if (process.group() == group && group != OUT_OF_REACH) {
        found = true;
        processes.put(
            process.id(),
            new FakeProcess(
                process.id(),
                process.parent(),
                process.group(),
                process.session(),
                kind == Kind.STOP));
      }
    }
    fate.after();
    return found;
  }

  @Override
  public void close() {
    sendsNoMore = true;
  }
}
