package org.foresight.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class PathConverterTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "a\0b"})
  void whatNamesNoFileIsSaidInWords(String text) {
    CommandLine line = line(new Outer());

    assertThatThrownBy(() -> line.parseArgs("inner", "--out", text))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("--out")
        .hasMessageContaining("\"" + text + "\" is not the name of a file or folder.");
  }

  @Test
  void namesAreRead() {
    Inner inner = new Inner();
    CommandLine line = new CommandLine(inner);
    PathConverter.register(line);

    line.parseArgs("--out", "a/b");

    assertThat(inner.out).isEqualTo(Path.of("a", "b"));
  }

  private static CommandLine line(Outer outer) {
    CommandLine line = new CommandLine(outer).addSubcommand(new Inner());
    PathConverter.register(line);
    return line;
  }

  @Command(name = "outer")
  private static final class Outer {}

  @Command(name = "inner")
  private static final class Inner {
    @Option(names = "--out")
    private Path out = Path.of("none");
  }
}
