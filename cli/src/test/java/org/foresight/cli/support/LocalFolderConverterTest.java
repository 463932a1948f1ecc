package org.foresight.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class LocalFolderConverterTest {
  private final LocalFolderConverter converter = new LocalFolderConverter();

  @ParameterizedTest
  @CsvSource({
    "a/b, a/b",
    "/a/b, /a/b",
    "file:/a/b, /a/b",
    "file:///a/b, /a/b",
    "odd:name, odd:name",
  })
  void localFoldersAreRead(String text, String folder) {
    assertThat(converter.convert(text)).isEqualTo(Path.of(folder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdfs:///apps/foresight", "hdfs://name/a", "s3a://bucket/a", "HDFS:/a"})
  void foldersElsewhereAreRefused(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageStartingWith(
            "\"" + text + "\" is not on this machine; accepted: a local folder");
  }

  @Test
  void whatNamesNoFolderIsRefused() {
    assertThatThrownBy(() -> converter.convert("")).isInstanceOf(TypeConversionException.class);
  }
}
