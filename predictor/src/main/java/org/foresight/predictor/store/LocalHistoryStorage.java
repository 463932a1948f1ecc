package org.foresight.predictor.store;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A history in a folder of a local file system, which others than its owner may look into only if
 * somebody else made it so. What is written survives a power cut as far as the disk keeps its
 * promises. One writer on a machine: the file {@code lock} is locked.
 *
 * <p>In place of the folder there may be a history of version 1, which was a single file; {@link
 * #prepare} makes a folder with this file in it.
 */
public final class LocalHistoryStorage implements HistoryStorage {

  private static final String TEMPORARY = ".tmp";
  private static final String LOCK = "lock";

  private static final Pattern OURS_LEFT_HALF =
      Pattern.compile("(segment|checkpoint|owner)-[\\d-]+" + Pattern.quote(TEMPORARY));

  /** More than the first line of a file of version 1. */
  private static final int HEADER_BYTES = 64;

  private static final ImmutableSet<PosixFilePermission> OWNERS_ALONE =
      ImmutableSet.copyOf(PosixFilePermissions.fromString("rwx------"));

  /**
   * The locks of this process. The system's lock is the process's: whoever opens and closes the
   * file a second time, if only to look, lets it go for all.
   */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path folder;

  /** A storage in this folder, which need not exist. */
  public LocalHistoryStorage(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  @Override
  public String location() {
    return folder.toString();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException also if another writer has the folder, or if there is a file in its place
   *     which is no history
   */
  @Override
  public Closeable prepare() throws IOException {
    makeFolder();
    Closeable lock = lock(folder.resolve(LOCK));
    try {
      removeTemporaries("");
      return lock;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private void makeFolder() throws IOException {
    Path migrating = folder.resolveSibling(folder.getFileName() + ".migrating");
    if (Files.isRegularFile(folder)) {
      requireOldHistory();
      // A build that still appends to it must not go on to do so.
      lock(folder).close();
      makeFor(migrating);
      Files.move(folder, migrating.resolve(OLD_HISTORY), StandardCopyOption.ATOMIC_MOVE);
      sync(migrating);
    }
    if (Files.isDirectory(migrating) && !Files.exists(folder)) {
      Files.move(migrating, folder, StandardCopyOption.ATOMIC_MOVE);
      syncParent(folder);
    }
    // A link to a folder is one too, but not to createDirectories.
    if (!Files.isDirectory(folder)) {
      makeFor(folder);
      syncParent(folder);
    }
  }

  /** Makes a folder that its owner alone may look into, for a history names users and jobs. */
  private static void makeFor(Path history) throws IOException {
    makeParent(history);
    if (history.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectories(history, PosixFilePermissions.asFileAttribute(OWNERS_ALONE));
    } else {
      Files.createDirectories(history);
    }
  }

  private void requireOldHistory() throws IOException {
    try (InputStream in = Files.newInputStream(folder)) {
      if (!Segment.isVersion1(in.readNBytes(HEADER_BYTES))) {
        throw new IOException(
            "The file " + folder + " is no history of version 1, and no folder for a history.");
      }
    }
  }

  private Closeable lock(Path file) throws IOException {
    String message = "The history in " + folder + " is open for another writer.";
    Path key = folderOf(file).toRealPath().resolve(file.getFileName());
    if (!LOCKED.add(key)) {
      throw new IOException(message);
    }
    try {
      return lock(file, message, key);
    } catch (Throwable e) {
      LOCKED.remove(key);
      throw e;
    }
  }

  private static Path folderOf(Path file) {
    @Nullable Path parent = file.getParent();
    return parent == null ? file : parent;
  }

  private static Closeable lock(Path file, String message, Path key) throws IOException {
    FileChannel channel = FileChannel.open(file, WRITE, CREATE);
    try {
      @Nullable FileLock lock = channel.tryLock();
      if (lock == null) {
        throw new IOException(message);
      }
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new IOException(message, e);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    return () -> {
      try {
        channel.close(); // That ends the lock.
      } finally {
        LOCKED.remove(key);
      }
    };
  }

  private void removeTemporaries(String inside) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(inside))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (isTemporary(file)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** Whether a writer has left it half; the folder may hold others' files, too. */
  private static boolean isTemporary(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && OURS_LEFT_HALF.matcher(file.getFileName().toString()).matches();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException also if there is a file in place of the folder which is no history
   */
  @Override
  public ImmutableList<String> list(String inside) throws IOException {
    if (inside.isEmpty() && Files.isRegularFile(folder)) {
      requireOldHistory();
      return ImmutableList.of(OLD_HISTORY);
    }
    try (Stream<Path> files = Files.list(folder.resolve(inside))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(TEMPORARY) && !name.equals(LOCK))
          .collect(ImmutableList.toImmutableList());
    } catch (NoSuchFileException | NotDirectoryException e) {
      return ImmutableList.of();
    }
  }

  @Override
  public InputStream read(String name) throws IOException {
    boolean isOldHistory = name.equals(OLD_HISTORY) && Files.isRegularFile(folder);
    return Files.newInputStream(isOldHistory ? folder : folder.resolve(name));
  }

  @Override
  public void write(String name, Content content) throws IOException {
    Path file = folder.resolve(name);
    Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
    makeParent(file);
    try {
      writeNew(temporary, content, Set.of(WRITE, CREATE, TRUNCATE_EXISTING));
      move(temporary, file);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  @Override
  public boolean create(String name, Content content) throws IOException {
    Path file = folder.resolve(name);
    try {
      writeNew(file, content, Set.of(WRITE, CREATE_NEW));
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    syncParent(file);
    return true;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Path target = folder.resolve(to);
    makeParent(target);
    move(folder.resolve(from), target);
    sync(folder);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name));
  }

  private static void writeNew(Path file, Content content, Set<StandardOpenOption> options)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file, options)) {
      OutputStream out = Channels.newOutputStream(channel);
      content.writeTo(out);
      out.flush();
      // On the disk before a move, else a power cut could leave the new name with old bytes.
      channel.force(true);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    syncParent(to);
  }

  private static void makeParent(Path file) throws IOException {
    @Nullable Path parent = file.getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      Files.createDirectories(parent);
      syncParent(parent);
    }
  }

  private static void syncParent(Path file) {
    @Nullable Path parent = file.getParent();
    if (parent != null) {
      sync(parent);
    }
  }

  /** Makes sure that the disk has the names that are in a folder. */
  private static void sync(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every system can open a folder; those that can't keep names by themselves.
    }
  }
}
