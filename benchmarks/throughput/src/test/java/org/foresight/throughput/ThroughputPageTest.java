package org.foresight.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foresight.benchmarks.KeptSections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThroughputPageTest {

  private static final ThroughputSizes SIZES =
      new ThroughputSizes(
          ImmutableList.of(new Load(1_000, 4, 1_000, 7, 50, 0, 0, 1, 1, 2_000, 6_000)),
          ImmutableList.of(1_000_000),
          6,
          3,
          100);

  @TempDir private Path folder;

  private final List<String> asked = new ArrayList<>();

  @Test
  void thePageComparesWithTheAsynchronousScheduler() throws Exception {
    String page = page((subject, load, seed) -> figures(subject == Subject.FORESIGHT ? 2 : 1, 9));

    assertThat(page)
        .contains("Foresight allocates 2.00 (2.00–2.00) times as many containers a second")
        .contains("At least as many: **holds**.")
        .contains("| Foresight | 200 (200–200) | 300 |")
        .contains("asks for 1,000,000 containers")
        .doesNotContain("it may be faster");
  }

  @Test
  void eachRepeatUnderEachLoadCountsAlikeInTheWhole() throws Exception {
    // Four times as fast under one of three loads, as fast under the others.
    String page =
        page(
            (subject, load, seed) ->
                figures(subject == Subject.FORESIGHT && load.bigTasks() > 0 ? 4 : 1, 9));

    assertThat(page.lines().filter(line -> line.startsWith("Over all 3 loads")))
        .singleElement()
        .asString()
        .contains("Foresight allocates 1.59 (")
        .contains("**is undecided**");
  }

  @Test
  void aSlowerSchedulerIsSaidToBeSlower() throws Exception {
    assertThat(page((subject, load, seed) -> figures(subject == Subject.FORESIGHT ? 1 : 2, 9)))
        .contains("At least as many: **does not hold**.");
  }

  @Test
  void nothingIsComparedWithASchedulerThatAllocatedNothing() throws Exception {
    assertThat(page((subject, load, seed) -> figures(subject == Subject.CAPACITY_ASYNC ? 0 : 1, 9)))
        .contains("Foresight allocates – times as many containers a second")
        .contains("At least as many: **is undecided**.")
        .doesNotContain("NaN")
        .doesNotContain("∞");
  }

  @Test
  void whatTheLoadMayHaveBoundedIsMarked() throws Exception {
    assertThat(page((subject, load, seed) -> figures(1, subject == Subject.FAIR ? 0 : 9)))
        .contains("| FairScheduler* | 100")
        .contains("it may be faster");
  }

  @Test
  void schedulersTakeTurns() throws Exception {
    String unused = page((subject, load, seed) -> figures(1, 9));

    int subjects = Subject.values().length;
    int round = 2 * subjects + 2;
    assertThat(asked).hasSize(3 * round);
    assertThat(asked.subList(0, subjects)).doesNotHaveDuplicates();
    assertThat(asked.get(0)).isEqualTo("CAPACITY_HEARTBEAT 0 1");
    assertThat(asked.get(round)).isEqualTo("CAPACITY_ASYNC 0 2");
  }

  @Test
  void deadlinesAreMeasuredOfThoseThatAreCompared() throws Exception {
    String page =
        page(
            (subject, load, seed) ->
                figures(subject == Subject.FORESIGHT && load.deadlineMinutes() == 6 ? 2 : 1, 9));

    assertThat(page.substring(page.indexOf("### Deadlines 6 minutes after submission")))
        .contains("Plans of up to 40 such jobs")
        .contains("Foresight allocates 2.00 (2.00–2.00)")
        .contains("| CapacityScheduler, asynchronous | 100 (100–100) |")
        .contains("| Foresight | 200 (200–200) |")
        .doesNotContain("FairScheduler");
  }

  @Test
  void whatIsWrittenByHandStays() throws Exception {
    Path page = folder.resolve("page.md");
    Files.writeString(page, "<!-- notes:begin -->\nJudged.\n<!-- notes:end -->\n");

    assertThat(
            new ThroughputPage((subject, load, seed) -> figures(1, 9), SIZES, quiet())
                .write(KeptSections.of(page, ImmutableSet.of(ThroughputPage.NOTES))))
        .contains("Judged.");
  }

  private String page(Measurer measurer) throws Exception {
    Measurer noting =
        (subject, load, seed) -> {
          asked.add(subject + " " + load.bigTasks() + " " + seed);
          return measurer.measure(subject, load, seed);
        };
    return new ThroughputPage(noting, SIZES, quiet())
        .write(KeptSections.of(folder.resolve("none.md"), ImmutableSet.of(ThroughputPage.NOTES)));
  }

  private static PrintStream quiet() {
    return new PrintStream(OutputStream.nullOutputStream());
  }

  private static Figures figures(double speed, long pending) {
    Latency latency = new Latency(10, 20, 30, 40);
    return new Figures(
        "3",
        100 * speed,
        150 * speed,
        100 * speed,
        pending,
        1_000,
        latency,
        latency,
        0,
        0,
        0,
        40,
        0,
        1,
        1,
        1);
  }
}
