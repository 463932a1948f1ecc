package org.foresight.yarn.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteEditorTest {
  private static final String SITE =
      "<configuration><property><name>a</name><value>1\n 2</value></property></configuration>";

  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void tellsAbsentFromEmpty() throws IOException {
    String file =
        file(SITE.replace("</configuration>", property("empty", "") + "</configuration>"));

    assertThat(run("get", file, "a", "none", "empty")).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("=1 2\n\n=\n");
  }

  @Test
  void printsTheChangedText() throws IOException {
    String file = file(SITE);

    assertThat(run("set", file, "a", "é", "b", "2")).isZero();

    SiteFile changed = SiteFile.parse("x.xml", out.toString(StandardCharsets.UTF_8));
    assertThat(changed.get("a")).hasValue("é");
    assertThat(changed.get("b")).hasValue("2");
    out.reset();
    assertThat(run("unset", file, "a")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("<configuration></configuration>");
    assertThat(Path.of(file)).hasContent(SITE);
  }

  @Test
  void saysInOneLineWhatIsWrong() throws IOException {
    assertThat(run("get", folder.resolve("none").toString(), "a")).isEqualTo(1);
    assertError("none can't be read.");
    assertThat(run("get", file("<configuration>"), "a")).isEqualTo(1);
    assertError("this is not XML");
    Path latin = Files.write(folder.resolve("latin"), new byte[] {(byte) 0xe9});
    assertThat(run("get", latin.toString(), "a")).isEqualTo(1);
    assertError("is not written in UTF-8.");
    assertThat(run("set", file(SITE), "a")).isEqualTo(1);
    assertError("The key (a) has no value.");
    assertThat(run("put", file(SITE), "a")).isEqualTo(1);
    assertError("(put) must be get, set or unset.");
    assertThat(run("get", file(SITE))).isEqualTo(2);
    assertError("usage:");
  }

  private void assertError(String text) {
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(text).hasLineCount(1);
    assertThat(out.size()).isZero();
    err.reset();
  }

  private int run(String... arguments) {
    return SiteEditor.run(
        List.of(arguments),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("site.xml"), text).toString();
  }

  private static String property(String key, String value) {
    return "<property><name>" + key + "</name><value>" + value + "</value></property>";
  }
}
