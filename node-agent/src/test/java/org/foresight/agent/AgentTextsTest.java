package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Whatever is said of the keys elsewhere is made from the registry, by this test if asked to. */
class AgentTextsTest {
  private static final String COMMAND =
      "mvn -pl node-agent -am test -Dtest=AgentTextsTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dforesight.write-docs=true";

  private static final Path EXAMPLE = Path.of("..", "conf", "yarn-site-nodemanager.xml");
  private static final Path DOCUMENT = Path.of("..", "docs", "node-agent.md");
  private static final String EXAMPLE_STARTS =
      "  <!-- The agent's keys, with their defaults. -->\n";
  private static final String EXAMPLE_ENDS = "</configuration>\n";
  private static final String TABLE_STARTS = "<!-- Made from the registry of keys. -->\n";
  private static final String TABLE_ENDS = "<!-- End of what is made. -->\n";
  private static final int WIDTH = 92;

  @Test
  void exampleStatesTheDefaults() throws IOException {
    StringBuilder keys = new StringBuilder();
    for (AgentKey<?> key : AgentKeys.ALL) {
      keys.append("\n  <property>\n    <name>")
          .append(key.name())
          .append("</name>\n    <value>")
          .append(key.defaultText())
          .append("</value>\n    <description>\n")
          .append(wrapped(key.description() + " Accepted: " + key.accepted() + ".").indent(6))
          .append("    </description>\n  </property>\n");
    }
    assertUpToDate(EXAMPLE, EXAMPLE_STARTS, keys.toString(), EXAMPLE_ENDS);
  }

  @Test
  void documentHasTheTable() throws IOException {
    StringBuilder table = new StringBuilder("\n| key | default | accepted | what it does |\n");
    table.append("|---|---|---|---|\n");
    for (AgentKey<?> key : AgentKeys.ALL) {
      table.append("| `" + key.name() + "` | ");
      table.append(key.defaultText().isEmpty() ? "" : "`" + key.defaultText() + "`");
      table.append(" | " + key.accepted() + " | " + key.description() + " |\n");
    }
    assertUpToDate(DOCUMENT, TABLE_STARTS, table.append('\n').toString(), TABLE_ENDS);
  }

  @Test
  void exampleNamesTheClasses() {
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(EXAMPLE.toUri()));

    assertThat(conf.getStrings("yarn.nodemanager.aux-services")).contains("foresight_agent");
    assertThat(conf.get("yarn.nodemanager.aux-services.foresight_agent.class"))
        .isEqualTo(ForesightNodeService.class.getName());
    assertThat(conf.get("yarn.nodemanager.container-state-transition-listener.classes"))
        .isEqualTo(ContainerListener.class.getName());
    assertThat(AgentSettings.read(conf)).isEqualTo(AgentSettings.read(new Configuration(false)));
  }

  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int column = 0;
    for (String word : Splitter.on(' ').split(text)) {
      if (column > 0 && column + 1 + word.length() > WIDTH) {
        lines.append('\n');
        column = 0;
      } else if (column > 0) {
        lines.append(' ');
        column++;
      }
      lines.append(word);
      column += word.length();
    }
    return lines.append('\n').toString();
  }

  /** Compares what is between two marks in a file. */
  private static void assertUpToDate(Path file, String starts, String made, String ends)
      throws IOException {
    String found = Files.readString(file);
    int start = found.indexOf(starts) + starts.length();
    int end = found.indexOf(ends, start);
    assertThat(end).as("marks in " + file).isGreaterThanOrEqualTo(start);
    String text = found.substring(0, start) + made + found.substring(end);
    if (Boolean.getBoolean("foresight.write-docs")) {
      Files.writeString(file, text);
    }
    assertThat(file).as("made anew by: " + COMMAND).hasContent(text);
  }
}
