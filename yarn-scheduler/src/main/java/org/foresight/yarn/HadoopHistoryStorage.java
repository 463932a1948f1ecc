package org.foresight.yarn;

import com.google.common.collect.ImmutableList;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.foresight.predictor.store.HistoryStorage;

/**
 * A history in a folder of any file system that Hadoop knows, which both ResourceManagers of a pair
 * see.
 *
 * <p>A file is written under another name and then renamed, except where a file appears only when
 * it is complete anyway and a rename would copy it. The writers keep each other out by {@link
 * #create}, which is as good as the file system's own promise that one of two creations fails.
 */
final class HadoopHistoryStorage implements HistoryStorage {

  private static final String TEMPORARY = ".tmp";

  /** The scheme of the object store whose files appear whole. */
  private static final String OBJECT_STORE = "s3a";

  private final Path folder;
  private final Configuration conf;

  /** A storage in this folder, which need not exist. */
  HadoopHistoryStorage(Path folder, Configuration conf) {
    this.folder = folder;
    this.conf = conf;
  }

  @Override
  public String location() {
    return folder.toString();
  }

  @Override
  public Closeable prepare() throws IOException {
    FileSystem files = files();
    files.mkdirs(folder);
    for (FileStatus file : files.listStatus(folder)) {
      if (file.getPath().getName().endsWith(TEMPORARY)) {
        files.delete(file.getPath(), false);
      }
    }
    return () -> {}; // There are no locks in HDFS that last as long.
  }

  @Override
  public ImmutableList<String> list(String inside) throws IOException {
    ImmutableList.Builder<String> names = ImmutableList.builder();
    try {
      for (FileStatus file : files().listStatus(inside.isEmpty() ? folder : path(inside))) {
        String name = file.getPath().getName();
        if (file.isFile() && !name.endsWith(TEMPORARY)) {
          names.add(name);
        }
      }
    } catch (FileNotFoundException e) {
      return ImmutableList.of();
    }
    return names.build();
  }

  @Override
  public InputStream read(String name) throws IOException {
    return files().open(path(name));
  }

  @Override
  public void write(String name, Content content) throws IOException {
    FileSystem files = files();
    Path file = path(name);
    if (OBJECT_STORE.equals(files.getScheme())) {
      write(files.create(file, true), content);
      return;
    }
    Path temporary = new Path(file.getParent(), file.getName() + TEMPORARY);
    write(files.create(temporary, true), content);
    move(files, temporary, file);
  }

  @Override
  public boolean create(String name, Content content) throws IOException {
    try {
      write(files().create(path(name), false), content);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    FileSystem files = files();
    Path target = path(to);
    files.mkdirs(target.getParent());
    move(files, path(from), target);
  }

  @Override
  public void delete(String name) throws IOException {
    files().delete(path(name), false);
  }

  /** Cached by Hadoop, and made again when it was closed. */
  private FileSystem files() throws IOException {
    return folder.getFileSystem(conf);
  }

  private Path path(String name) {
    return new Path(folder, name);
  }

  private static void write(FSDataOutputStream stream, Content content) throws IOException {
    try (FSDataOutputStream out = stream) {
      content.writeTo(out);
      if (out.hasCapability(StreamCapabilities.HSYNC)) {
        out.hsync();
      }
    }
  }

  /** A file of the new name is the same one of a write that seemed to fail, so it may go first. */
  private static void move(FileSystem files, Path from, Path to) throws IOException {
    if (files.rename(from, to)) {
      return;
    }
    files.delete(to, false);
    if (!files.rename(from, to)) {
      throw new IOException("The file " + from + " could not be renamed to " + to + ".");
    }
  }
}
