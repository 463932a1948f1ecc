package org.foresight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foresight.testbed.TaskRun;
import org.foresight.testbed.TaskRun.Ending;
import org.foresight.traces.JobRun;
import org.foresight.traces.RunMetrics;
import org.foresight.traces.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoPageTest {

  private static final String NASTY = "</script><b>\"&'<!--{{title}}";
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  @TempDir private Path folder;

  @Test
  void nothingThatIsCalledLikeMarkupBreaksThePage() throws IOException {
    String html = page(result(1, NASTY, stopping(NASTY, "urgent")));

    assertThat(html).doesNotContain("<b>\"", "<!--{{", "src=\"", "href=\"");
    // The data, the charts' script and ours.
    assertThat(html.split("</script>", -1)).hasSize(4);
    JsonNode job = data(html).at("/seeds/0/runs/0/jobs/0");
    assertThat(job.path("id").asText()).isEqualTo(NASTY);
    assertThat(job.path("name").asText()).isEqualTo(NASTY);
  }

  @Test
  void theTimelineHasWhatBecameOfJobsTasksAndForecasts() throws IOException {
    String html = page(result(1, "made by hand", stopping("victim", "urgent")));

    JsonNode run = data(html).at("/seeds/0/runs/0");
    assertThat(run.at("/jobs/0"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
        {"id":"victim","name":"victim","user":"ana","width":1,"submit":0.0,"start":null,"end":1.5,
         "deadline":null,"missed":false,"planned":0.5,"p50":1.0,"p90":2.0,"real":0.75}
        """));
    assertThat(run.at("/jobs/1/deadline").asDouble()).isEqualTo(2);
    assertThat(run.at("/jobs/1/missed").asBoolean()).isTrue();
    assertThat(run.at("/tasks/0"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    "{\"job\":0,\"start\":0.0,\"end\":0.6,\"stopped\":true,\"beneficiary\":\"urgent\"}"));
    assertThat(html)
        .contains(
            "<td>ran no longer than their p50 (half of them would be right)</td><td>1 (100 %)")
        .contains(
            "1 task of 1 best-effort job stopped for 1 job with a deadline, 0 of which met it")
        .contains("id=\"seed-0\"", "id=\"predictions-0-0\"")
        .doesNotContain("All seeds together");
  }

  @Test
  void severalSeedsAreSummedUp() throws IOException {
    DemoOutcome outcome = stopping("victim", "urgent");

    String html = page(result(1, "first", outcome), result(2, "second", outcome));

    assertThat(html).contains("All seeds together", "<h2>Seed 1</h2>", "<h2>Seed 2</h2>");
    assertThat(data(html).path("seeds")).hasSize(2);
  }

  private static DemoOutcome stopping(String victim, String urgent) {
    JobRun stopped = DemoOutcomes.bestEffort(victim, OptionalLong.of(90));
    JobRun late = DemoOutcomes.slo(urgent, 120, OptionalLong.of(140));
    return DemoOutcomes.of(
        ImmutableList.of(stopped, late),
        ImmutableList.of(
            new TaskRun(victim, 0, 36_000, Ending.PREEMPTED, Optional.of(urgent)),
            new TaskRun(victim, 40_000, 85_000, Ending.SUCCEEDED, Optional.empty())),
        ImmutableMap.of(
            victim,
            new JobForecast(
                OptionalLong.of(30_000), Optional.of(new JobForecast.Range(60_000, 120_000)))));
  }

  private static DemoResult result(long seed, String description, DemoOutcome outcome) {
    DemoRun run =
        new DemoRun(
            DemoScheduler.FORESIGHT,
            true,
            RunMetrics.of(outcome.jobs()),
            Optional.of(StoppedTasks.of(outcome)));
    return new DemoResult(
        seed,
        new Workload("test", description, ImmutableList.of(), ImmutableList.of()),
        ImmutableList.of(run),
        ImmutableList.of(outcome),
        ImmutableList.of());
  }

  private String page(DemoResult... results) throws IOException {
    Path file = folder.resolve("page.html");
    DemoPage.write(file, ImmutableList.copyOf(results));
    return Files.readString(file);
  }

  private static JsonNode data(String html) throws IOException {
    Matcher matcher = DATA.matcher(html);
    assertThat(matcher.find()).isTrue();
    return new ObjectMapper().readTree(matcher.group(1));
  }
}
