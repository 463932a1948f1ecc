package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.foresight.testbed.Testbed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What needs no daemons. */
class TestbedCommandTest {
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "up",
        "up --dir D --nodes 0",
        "up --dir D --vcores 0",
        "up --dir D --vcores 4 --offered-vcores 3",
        "up --dir D --memory 512m",
        "up --dir D --policy nosuch",
        "up --dir D --policy sjf-oracle",
        "up --dir D --mode maybe",
        "up --dir D --web-port 65536",
        "run",
        "submit",
        "submit --dir D --tasks 0",
        "submit --dir D --seconds 0",
        "submit --dir D --deadline soon",
        "submit --dir D --tag",
        "rmadmin -refreshQueues",
        "down",
        "lay-out",
        "lay-out --dir D --vcores 0",
        "lay-out --dir D --nodes 2",
        "lay-out --dir D --web-port 8088"
      })
  void wrongUsageIsExplainedAndStartsNothing(String line) {
    String all = ("testbed " + line).replace(" D", " " + folder.resolve("new").toString()).strip();

    assertThat(execute(all.split(" ", -1))).isEqualTo(2);

    assertThat(err.toString()).startsWith("foresight testbed").contains("Try 'foresight testbed");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void whatIsNotThereIsNeitherUsedNorEnded() {
    for (String command : new String[] {"run", "down"}) {
      assertThat(execute("testbed", command, "--dir", folder.toString())).isEqualTo(1);
    }
    assertThat(execute("testbed", "rmadmin", "-refreshQueues", "--dir", folder.toString()))
        .isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            "foresight testbed run: " + folder + ": this is no folder of a testbed.",
            "foresight testbed down: " + folder + ": this is no folder of a testbed.",
            "foresight testbed rmadmin: " + folder + ": this is no folder of a testbed.");
  }

  @Test
  void oneThatIsDownRunsNothing() throws IOException {
    Files.createDirectories(folder.resolve("nodes"));
    Files.createDirectories(folder.resolve("conf"));
    Files.createFile(folder.resolve("conf/yarn-site.xml"));

    assertThat(execute("testbed", "run", "--dir", folder.toString())).isEqualTo(1);

    assertThat(err.toString())
        .isEqualTo(
            "foresight testbed run: "
                + folder
                + ": no ResourceManager of the testbed runs; foresight testbed restart starts it.\n");
  }

  @Test
  void whoseDaemonsAreOnHostsIsEndedThere() throws IOException {
    Files.createDirectories(folder.resolve("nodes/nodemanager"));
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        folder.resolve("conf/yarn-site.xml"),
        "<configuration><property><name>yarn.resourcemanager.webapp.address</name>"
            + "<value>127.0.0.1:1</value></property></configuration>");

    for (String command : new String[] {"down", "restart", "run"}) {
      assertThat(execute("testbed", command, "--dir", folder.toString())).isEqualTo(1);
    }
    assertThat(err.toString().lines())
        .containsExactly(
            "foresight testbed down: "
                + folder
                + ": the daemons of this testbed are on hosts of their own; whoever runs these"
                + " ends and restarts them.",
            "foresight testbed restart: "
                + folder
                + ": the daemons of this testbed are on hosts of their own; whoever runs these"
                + " ends and restarts them.",
            "foresight testbed run: "
                + folder
                + ": no ResourceManager of the testbed runs; whoever runs its host resourcemanager"
                + " starts it.");
  }

  @Test
  void queueThatIsNotThereIsRefusedWithThoseThatAre() throws IOException {
    Files.createDirectories(folder.resolve("nodes"));
    Files.createDirectories(folder.resolve("conf"));
    Files.createFile(folder.resolve("conf/yarn-site.xml"));
    Files.writeString(
        folder.resolve("conf/capacity-scheduler.xml"),
        "<configuration><property><name>yarn.scheduler.capacity.root.queues</name>"
            + "<value>production,adhoc</value></property></configuration>");

    for (String queue : new String[] {"root.nightly", "root"}) {
      assertThat(execute("testbed", "submit", "--dir", folder.toString(), "--queue", queue))
          .isEqualTo(2);
      assertThat(err.toString())
          .contains("--queue is (" + queue + ") and must be one of: root.production, root.adhoc.");
    }
    assertThat(execute("testbed", "submit", "--dir", folder.toString(), "--queue", "adhoc"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("foresight testbed submit: " + folder + ": no Resource");
  }

  @ParameterizedTest
  @CsvSource({
    "org.foresight.yarn.ForesightScheduler, ' --rm http://127.0.0.1:8088'",
    "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler,"
  })
  void explanationIsOfferedWhereSomebodyAnswers(String scheduler, @Nullable String offered)
      throws IOException {
    Files.createDirectories(folder.resolve("nodes"));
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(
        folder.resolve("conf/yarn-site.xml"),
        "<configuration><property><name>yarn.resourcemanager.scheduler.class</name><value>"
            + scheduler
            + "</value></property><property><name>yarn.resourcemanager.webapp.address</name>"
            + "<value>127.0.0.1:8088</value></property></configuration>");

    assertThat(TestbedSubmitCommand.explanation(Testbed.of(folder)))
        .isEqualTo(Optional.ofNullable(offered));
  }

  private int execute(String... arguments) {
    CommandLine commandLine = Foresight.commandLine(new TestbedCommand());
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }
}
