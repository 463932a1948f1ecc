package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultFileAccessTest {
  private final FileAccess files = new DefaultFileAccess();

  @Test
  void listsByName(@TempDir Path folder) throws IOException {
    Path second = Files.createFile(folder.resolve("b"));
    Path first = Files.createFile(folder.resolve("a"));

    assertThat(files.list(folder)).containsExactly(first, second);
    assertThat(files.list(folder.resolve("none"))).isEmpty();
  }

  @Test
  void aFolderThatCanBeOpenedButNotReadFailsLikeAnyOther() throws IOException {
    IOException failure = new IOException("Input/output error");

    assertThatThrownBy(() -> files.list(failing(failure))).isSameAs(failure);
  }

  @Test
  void aFolderThatGoesWhileItIsReadIsNone() throws IOException {
    assertThat(files.list(failing(new NoSuchFileException("/gone")))).isEmpty();
  }

  @Test
  void anOpenFileIsReadAsItIsNowHoweverLong(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("usage");
    Files.writeString(file, " 1\n");
    try (FileAccess.OpenFile open = files.open(file)) {
      assertThat(open.read()).isEqualTo("1");
      Files.writeString(file, "a number ".repeat(500));
      assertThat(open.read()).isEqualTo("a number ".repeat(500).strip());
      Files.writeString(file, "22\n");
      assertThat(open.read()).isEqualTo("22");
    }
    assertThatThrownBy(() -> files.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  /** A folder that fails after it was opened. */
  private static Path failing(IOException failure) throws IOException {
    Iterator<Path> entries = mock();
    when(entries.hasNext()).thenThrow(new DirectoryIteratorException(failure));
    DirectoryStream<Path> stream = mock();
    when(stream.iterator()).thenReturn(entries);
    FileSystemProvider provider = mock();
    when(provider.newDirectoryStream(any(), any())).thenReturn(stream);
    FileSystem system = mock();
    when(system.provider()).thenReturn(provider);
    Path folder = mock();
    when(folder.getFileSystem()).thenReturn(system);
    return folder;
  }
}
