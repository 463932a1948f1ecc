package org.foresight.agent.cpu;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Real files.
 *
 * <p>What is replaced is not forced to the disk: it has to outlive this process, not the machine,
 * and no cgroup outlives a machine either.
 */
final class DefaultFileAccess implements FileAccess {

  /** Ends the name of a file that is not whole yet. */
  static final String DRAFT = ".tmp";

  @Override
  public String read(Path file) throws IOException {
    return Files.readString(file).strip();
  }

  @Override
  public OpenFile open(Path file) throws IOException {
    return new OpenChannel(FileChannel.open(file, StandardOpenOption.READ));
  }

  /** Not thread-safe. */
  private static final class OpenChannel implements OpenFile {
    private static final Logger LOG = LoggerFactory.getLogger(OpenChannel.class);

    private final FileChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(256);

    OpenChannel(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public String read() throws IOException {
      buffer.clear();
      while (channel.read(buffer, buffer.position()) > 0) {
        if (!buffer.hasRemaining()) {
          buffer = ByteBuffer.allocateDirect(2 * buffer.capacity()).put(buffer.flip());
        }
      }
      return UTF_8.decode(buffer.flip()).toString().strip();
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.debug("A file that was only read can't be closed.", e);
      }
    }
  }

  @Override
  public void write(Path file, String text) throws IOException {
    // Truncated as shells do it: kernels do not mind, and plain files need it.
    Files.write(
        file, text.getBytes(UTF_8), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  @Override
  public void replace(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + DRAFT);
    Files.writeString(draft, text);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public List<Path> list(Path folder) throws IOException {
    try {
      return entries(folder);
    } catch (NoSuchFileException e) {
      return ImmutableList.of();
    }
  }

  private static ImmutableList<Path> entries(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().collect(ImmutableList.toImmutableList());
    } catch (UncheckedIOException e) { // The folder could be opened, and then not read.
      throw e.getCause();
    }
  }

  @Override
  public void makeFolder(Path folder) throws IOException {
    Files.createDirectories(folder);
  }

  @Override
  public boolean isFile(Path file) {
    return Files.isRegularFile(file);
  }

  @Override
  public boolean isFolder(Path folder) {
    return Files.isDirectory(folder);
  }
}
