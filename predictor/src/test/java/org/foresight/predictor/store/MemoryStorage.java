package org.foresight.predictor.store;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A storage in memory whose process can be made to die at any of its changes, or that can be made
 * to fail for a while.
 */
final class MemoryStorage implements HistoryStorage {

  final Map<String, byte[]> files;

  /** So many changes succeed; the next one fails. */
  private int changesLeft = Integer.MAX_VALUE;

  /** Whether the change that fails happens nevertheless. */
  private boolean lastChangeHappens;

  private int changes;

  MemoryStorage() {
    this(new TreeMap<>());
  }

  /** A view of the same files by another process. */
  MemoryStorage(Map<String, byte[]> files) {
    this.files = files;
  }

  void failAfter(int changesMore, boolean butTheLastOneHappens) {
    changesLeft = changesMore;
    lastChangeHappens = butTheLastOneHappens;
  }

  void work() {
    changesLeft = Integer.MAX_VALUE;
  }

  int changes() {
    return changes;
  }

  private interface Change {
    void run() throws IOException;
  }

  private void change(Change change) throws IOException {
    if (changesLeft <= 0) {
      if (lastChangeHappens) {
        lastChangeHappens = false;
        change.run();
      }
      throw new IOException("The storage is gone.");
    }
    changesLeft--;
    changes++;
    change.run();
  }

  @Override
  public String location() {
    return "memory";
  }

  @Override
  public Closeable prepare() {
    return () -> {};
  }

  @Override
  public ImmutableList<String> list(String folder) {
    String prefix = folder.isEmpty() ? "" : folder + "/";
    return files.keySet().stream()
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .filter(name -> name.indexOf('/') < 0)
        .collect(ImmutableList.toImmutableList());
  }

  @Override
  public InputStream read(String name) throws IOException {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new NoSuchFileException(name);
    }
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public void write(String name, Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    content.writeTo(bytes);
    change(() -> files.put(name, bytes.toByteArray()));
  }

  @Override
  public boolean create(String name, Content content) throws IOException {
    if (files.containsKey(name)) {
      return false;
    }
    write(name, content);
    return true;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    byte[] bytes = files.get(from);
    if (bytes == null) {
      throw new NoSuchFileException(from);
    }
    change(
        () -> {
          files.put(to, bytes);
          files.remove(from);
        });
  }

  @Override
  public void delete(String name) throws IOException {
    change(() -> files.remove(name));
  }
}
