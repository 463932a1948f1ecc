package org.foresight.agent.cpu;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was done to containers and may not be undone yet, a small file for each of them. It is
 * written before anything is done, and taken away when that is undone, or with the container where
 * it says nothing wrong until then; so whoever finds a file, in the next life of a process that was
 * killed, knows what may have to be undone. A file is whole or not there. Not thread-safe.
 */
final class Journal {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private static final String SUFFIX = ".changed";
  private static final String UNREADABLE = ".unreadable";

  /** The first line; another number means another meaning of those that follow. */
  private static final String HEAD = "foresight-change=1";

  private static final Splitter LINES = Splitter.on('\n').omitEmptyStrings();

  private final Path folder;
  private final FileAccess files;

  /** What the files of this life say, as far as that is known. */
  private final Map<String, Optional<Change>> written = new HashMap<>();

  /**
   * @param folder where the files are; nobody else's
   */
  Journal(Path folder, FileAccess files) {
    this.folder = folder;
    this.files = files;
  }

  /**
   * Makes the folder, and tries whether it can be written.
   *
   * @throws IOException if not
   */
  void check() throws IOException {
    files.makeFolder(folder);
    Path probe = folder.resolve("probe");
    files.replace(probe, HEAD);
    files.delete(probe);
  }

  /** To be called before a container is changed. Nothing is written that is there already. */
  void write(Change change) throws IOException {
    Optional<Change> known = Optional.of(change);
    // Somebody may have tidied up the folder meanwhile.
    if (known.equals(written.get(change.container())) && files.isFile(file(change.container()))) {
      return;
    }
    written.put(change.container(), Optional.empty()); // If it fails, who knows.
    StringBuilder text = new StringBuilder(HEAD).append('\n');
    fields(change)
        .forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    files.replace(file(change.container()), text.toString());
    written.put(change.container(), known);
  }

  /** To be called when a container is as it was. */
  void delete(String container) throws IOException {
    files.delete(file(container));
    written.remove(container);
  }

  /** The containers of which this life has written and not deleted anything. */
  ImmutableSet<String> written() {
    return ImmutableSet.copyOf(written.keySet());
  }

  /** To be called when a container goes that is as it was; does nothing where there is no file. */
  void forget(String container) throws IOException {
    if (written.containsKey(container)) {
      delete(container);
    }
  }

  /**
   * All changes that are not undone. A file that says nothing that is understood is put aside, one
   * that can't be read now is passed over; either with an error in the log.
   *
   * @throws IOException if the folder can't be read
   */
  ImmutableList<Change> all() throws IOException {
    ImmutableList.Builder<Change> changes = ImmutableList.builder();
    for (Path file : files.list(folder)) {
      try {
        change(file).ifPresent(changes::add);
      } catch (NoSuchFileException e) {
        LOG.debug("{} is gone.", file, e);
      } catch (IOException | RuntimeException e) { // The others' changes are to be undone.
        LOG.error("{} is passed over; the next start tries again what it is about.", file, e);
      }
    }
    return changes.build();
  }

  /** What a file of the folder says; nothing if it is of no change, or is put aside. */
  private Optional<Change> change(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (name.endsWith(DefaultFileAccess.DRAFT)) {
      files.delete(file); // What it announces never happened.
    } else if (name.endsWith(SUFFIX)) {
      try {
        return Optional.of(
            parse(name.substring(0, name.length() - SUFFIX.length()), files.read(file)));
      } catch (IllegalArgumentException e) {
        LOG.error(
            "{} can't be read; what was done to its container is not undone. It is kept as *{}.",
            file,
            UNREADABLE,
            e);
        putAside(file);
      }
    }
    return Optional.empty();
  }

  private void putAside(Path file) throws IOException {
    files.replace(file.resolveSibling(file.getFileName() + UNREADABLE), files.read(file));
    files.delete(file);
  }

  private Path file(String container) {
    return folder.resolve(container + SUFFIX);
  }

  private static ImmutableMap<String, String> fields(Change change) {
    if (change instanceof Change.Quota quota) {
      return ImmutableMap.of(
          "kind",
          "quota",
          "cgroup-version",
          quota.version().name(),
          "folder",
          quota.folder().toString(),
          "found-quota-micros",
          Long.toString(quota.found().quotaMicros()),
          "found-period-micros",
          Long.toString(quota.found().periodMicros()),
          "quota-micros",
          Long.toString(quota.quotaMicros()));
    }
    Change.Stop stop = (Change.Stop) change;
    return ImmutableMap.of(
        "kind",
        "stop",
        "boot",
        stop.boot(),
        "session",
        Long.toString(stop.session()),
        "start-ticks",
        Long.toString(stop.startTicks()),
        "groups",
        Joiner.on(',').join(stop.groups()));
  }

  private static Change parse(String container, String text) {
    Map<String, String> fields = new HashMap<>();
    for (String line : LINES.split(text)) {
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("The line (" + line + ") must have a = in it.");
      }
      fields.put(line.substring(0, equals), line.substring(equals + 1));
    }
    if (!text.startsWith(HEAD)) {
      throw new IllegalArgumentException("The first line must be (" + HEAD + ").");
    }
    String kind = field(fields, "kind");
    return switch (kind) {
      case "quota" ->
          new Change.Quota(
              container,
              CgroupVersion.valueOf(field(fields, "cgroup-version")),
              Path.of(field(fields, "folder")),
              new CpuLimit(
                  number(fields, "found-quota-micros"), number(fields, "found-period-micros")),
              number(fields, "quota-micros"));
      case "stop" ->
          new Change.Stop(
              container,
              field(fields, "boot"),
              number(fields, "session"),
              number(fields, "start-ticks"),
              Splitter.on(',')
                  .omitEmptyStrings()
                  .splitToStream(field(fields, "groups"))
                  .map(Long::valueOf)
                  .collect(toImmutableList()));
      default ->
          throw new IllegalArgumentException("The kind (" + kind + ") must be quota or stop.");
    };
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("There is no line of " + name + ".");
    }
    return value;
  }

  private static long number(Map<String, String> fields, String name) {
    return Long.parseLong(field(fields, name));
  }
}
