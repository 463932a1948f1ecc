package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import javax.xml.parsers.DocumentBuilderFactory;
import org.foresight.planner.ClusterEvent;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.Reason;
import org.foresight.planner.cluster.JobGoal;
import org.foresight.planner.outlook.Outlook;
import org.foresight.planner.outlook.OutlookScore;
import org.foresight.planner.outlook.TimeRange;
import org.foresight.planner.outlook.Waiting;
import org.foresight.planner.outlook.WaitingReason;
import org.foresight.predictor.JobFeatures;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class StatusPageTest {
  private static final long NOW = 1_700_000_000_000L;

  private static final JobStatus RUNNING =
      job(
          1,
          "runs",
          Optional.empty(),
          outlook(OptionalLong.of(NOW - 60_000), Optional.empty(), range(60, 120)));

  private static final JobStatus WAITING =
      job(
          2,
          "<script>alert('x')</script>",
          Optional.of(new Waiting(WaitingReason.CAPACITY, "2 < 3 & \"no\" room")),
          outlook(OptionalLong.empty(), range(30, 90), range(200, 540)));

  private static final JobStatus UNKNOWN = job(3, "unknown", Optional.empty(), Optional.empty());

  @Test
  void barsLieOnOneAxisOfTime() throws Exception {
    Element svg = svg(page(RUNNING, WAITING, UNKNOWN));
    NodeList bars = svg.getElementsByTagName("rect");

    // The axis goes from a minute ago to nine minutes ahead, 76 units a minute from 240 on.
    assertThat(bars.getLength()).isEqualTo(6);
    assertBar(bars, 0, "sure", 240, 152);
    assertBar(bars, 1, "perhaps", 392, 76);
    assertBar(bars, 2, "sure", 354, 215.3);
    assertBar(bars, 3, "perhaps", 569.3, 430.7);
    assertBar(bars, 4, "startp", 354, 76);
    assertBar(bars, 5, "start", 354, 2);
  }

  @Test
  void whatUsersWriteIsEscaped() {
    assertThat(page(WAITING))
        .doesNotContain("<script>")
        .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;")
        .contains("<code>capacity</code> 2 &lt; 3 &amp; &quot;no&quot; room");
  }

  @Test
  void pageIsNotAsLongAsSomebodyLikes() {
    String name = "n".repeat(100_000);
    Outlook outlook = RUNNING.outlook().orElseThrow();
    JobStatus job =
        job(
            1,
            name,
            Optional.of(new Waiting(WaitingReason.CAPACITY, name)),
            Optional.of(
                new Outlook(
                    outlook.startedMillis(),
                    outlook.start(),
                    outlook.startsAfterMillis(),
                    outlook.finish(),
                    "from name (" + name + ")")));

    assertThat(page(job))
        .hasSizeLessThan(10_000)
        .contains("<td>" + "n".repeat(199) + "…<td>ada<td>");
  }

  @Test
  void timesAreRangesOrUnknown() {
    assertThat(page(WAITING)).contains("<td>+30 s, +90 s<td>+3.3 min, +9.0 min</tr>");
    assertThat(page(RUNNING)).contains("<td>started 2023-11-14T22:12:20Z<td>+60 s, +2.0 min</tr>");
    assertThat(page(UNKNOWN))
        .contains("<td>unknown<td>unknown</tr>", "Of no job is it known when it starts");
    JobStatus later =
        job(
            4,
            "later",
            Optional.empty(),
            Optional.of(
                new Outlook(
                    OptionalLong.empty(),
                    Optional.empty(),
                    OptionalLong.of(NOW),
                    Optional.empty(),
                    "")));
    assertThat(page(later)).contains("<td>later than 2023-11-14T22:13:20Z<td>unknown</tr>");
  }

  @Test
  void whatThePlanSaysIsShown() {
    assertThat(page(planned(Mode.ON, "No room.")))
        .contains("</code> No room.<td>0 of &lt;1&gt; pilot ended<td>+30 s");
  }

  @Test
  void whatThePlanSaysIsShownOnce() {
    assertThat(page(planned(Mode.ON, "No room. 0 of <1> pilot ended")))
        .contains("</code> No room.<td>0 of &lt;1&gt; pilot ended<td>+30 s");
  }

  @Test
  void inShadowModeThePlanIsWhatForesightWouldDo() {
    assertThat(page(planned(Mode.SHADOW, "No room. 0 of <1> pilot ended")))
        .contains("</code> No room.<td>Foresight would: 0 of &lt;1&gt; pilot ended<td>");
  }

  private static JobStatus planned(Mode mode, String detail) {
    return new JobStatus(
        WAITING.submitted(),
        WAITING.queue(),
        mode,
        PartitionTasks.withoutLabel(0, 39),
        Optional.of(new Waiting(WaitingReason.CAPACITY, detail)),
        Optional.of(
            new PlannedJob(
                WAITING.id(),
                OptionalLong.empty(),
                1,
                false,
                new Reason(Reason.Code.PILOTS_FIRST, "0 of <1> pilot ended"))),
        Optional.empty(),
        WAITING.outlook());
  }

  @Test
  void pastAnswersAreScored() {
    assertThat(page(RUNNING))
        .contains("<td>50 % by p50, 75 % by p90 of 4; 3 unknown<td>none scored yet; 5 unknown");
  }

  @Test
  void jobsThatOneMayNotSeeAreLeftOut() {
    assertThat(StatusPage.of(report(RUNNING, WAITING), job -> job.equals(RUNNING), NOW))
        .contains("runs")
        .doesNotContain("alert");
  }

  private static void assertBar(NodeList bars, int index, String style, double x, double width) {
    Element bar = (Element) bars.item(index);
    assertThat(bar.getAttribute("class")).isEqualTo(style);
    assertThat(Double.parseDouble(bar.getAttribute("x"))).isEqualTo(x);
    assertThat(Double.parseDouble(bar.getAttribute("width"))).isEqualTo(width);
  }

  private static Element svg(String page) throws Exception {
    String svg = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + "</svg>".length());
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  private static String page(JobStatus... jobs) {
    Predicate<JobStatus> all = job -> true;
    return StatusPage.of(report(jobs), all, NOW);
  }

  private static StatusReport report(JobStatus... jobs) {
    ImmutableSortedMap.Builder<String, JobStatus> byId = ImmutableSortedMap.naturalOrder();
    for (JobStatus job : jobs) {
      byId.put(job.id(), job);
    }
    OutlookScore score =
        new OutlookScore(new OutlookScore.Part(4, 2, 3, 3), new OutlookScore.Part(0, 0, 0, 5));
    return new StatusReport(
        new Modes(true, Mode.OFF, new QueueTree<>(ImmutableMap.of("root.etl", Mode.ON))),
        "threesigma",
        ImmutableList.of(
            new PlannerStatus(
                Mode.ON,
                true,
                0,
                new LaneStatus(OptionalLong.of(NOW - 500), "a plan", byId.buildOrThrow(), score))),
        ImmutableList.of());
  }

  private static JobStatus job(
      int number, String name, Optional<Waiting> waiting, Optional<Outlook> outlook) {
    return new JobStatus(
        new ClusterEvent.JobSubmitted(
            NOW - 100_000,
            "application_1_000" + number,
            new JobFeatures("ada", name, "root.etl"),
            JobGoal.BEST_EFFORT),
        "root.etl",
        Mode.ON,
        PartitionTasks.withoutLabel(1, 2),
        waiting,
        Optional.empty(),
        Optional.empty(),
        outlook);
  }

  private static Optional<Outlook> outlook(
      OptionalLong startedMillis, Optional<TimeRange> start, Optional<TimeRange> finish) {
    return Optional.of(
        new Outlook(startedMillis, start, OptionalLong.empty(), finish, "made by hand"));
  }

  private static Optional<TimeRange> range(long p50Seconds, long p90Seconds) {
    return Optional.of(new TimeRange(NOW + 1_000 * p50Seconds, NOW + 1_000 * p90Seconds));
  }
}
