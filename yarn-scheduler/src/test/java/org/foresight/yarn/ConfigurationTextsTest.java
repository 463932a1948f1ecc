package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Whatever is said of the keys elsewhere is made from the registry, by this test if asked to. */
class ConfigurationTextsTest {
  private static final String COMMAND =
      "mvn -pl yarn-scheduler -am test -Dtest=ConfigurationTextsTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dforesight.write-docs=true";

  private static final Path DEFAULTS = Path.of("src", "main", "resources", "foresight-default.xml");
  private static final Path EXAMPLE = Path.of("..", "conf", "foresight-site.xml");
  private static final Path DOCUMENT = Path.of("..", "docs", "configuration.md");
  private static final String TABLE_STARTS = "<!-- Made from the registry of keys. -->\n";
  private static final String TABLE_ENDS = "<!-- End of what is made. -->\n";

  @Test
  void defaultsInTheJarAreThoseOfTheRegistry() throws IOException {
    assertUpToDate(
        DEFAULTS,
        ConfigurationTexts.xml(
            """
            All keys of Foresight with their defaults, to read; Foresight has them built in and
            does not read this file. Changes belong in foresight-site.xml.
            """));
  }

  @Test
  void exampleStatesTheDefaults() throws IOException {
    assertUpToDate(
        EXAMPLE,
        ConfigurationTexts.xml(
            """
            Foresight's keys. Put this file beside the ResourceManager's yarn-site.xml; a key in
            yarn-site.xml goes before the same key here. It is read when the ResourceManager starts
            and again at every "yarn rmadmin -refreshQueues".

            As Foresight comes, the values are the defaults. A line that is left out has its default, so
            that an empty file leaves every queue to CapacityScheduler. A key that Foresight does not
            know, or a value that it does not accept, refuses a refresh, and nothing changes; at the
            start it leaves the ResourceManager with CapacityScheduler alone and an error in its log.
            """));
  }

  @Test
  void documentHasTheTable() throws IOException {
    String document = Files.readString(DOCUMENT);
    int start = document.indexOf(TABLE_STARTS) + TABLE_STARTS.length();
    int end = document.indexOf(TABLE_ENDS);
    assertThat(end).as("marks in " + DOCUMENT).isGreaterThanOrEqualTo(start);

    assertUpToDate(
        DOCUMENT,
        document.substring(0, start)
            + "\n"
            + ConfigurationTexts.table()
            + "\n"
            + document.substring(end));
  }

  private static void assertUpToDate(Path file, String text) throws IOException {
    if (Boolean.getBoolean("foresight.write-docs")) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    }
    assertThat(file).as("made anew by: " + COMMAND).hasContent(text);
  }
}
