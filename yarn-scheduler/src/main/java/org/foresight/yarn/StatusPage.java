package org.foresight.yarn;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.html.HtmlEscapers.htmlEscaper;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.foresight.planner.Durations;
import org.foresight.planner.PlannedJob;
import org.foresight.planner.outlook.Outlook;
import org.foresight.planner.outlook.OutlookScore;
import org.foresight.planner.outlook.TimeRange;
import org.foresight.planner.outlook.Waiting;

/**
 * The page of the web UI: who waits for what, and when jobs are to start and to end. One file
 * without script that needs no other and no network; everything in it is escaped.
 */
final class StatusPage {

  /** More rows than this nobody reads; the REST service has them all. */
  private static final int MOST_JOBS = 500;

  private static final double WIDTH = 1_000;
  private static final double LEFT = 240;
  private static final double ROW = 18;
  private static final double BAR = 10;
  private static final long LEAST_SPAN_MILLIS = 60_000;
  private static final long MOST_PAST_MILLIS = 3_600_000;
  private static final int TICKS = 6;

  /** Of a name beside its bar; in the table there is room for more. */
  private static final int NAME_CHARACTERS = 34;

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Foresight</title><style>
      body{font:14px sans-serif;margin:1.5em;color:#222}
      table{border-collapse:collapse;margin:.5em 0}
      td,th{padding:.2em .6em;text-align:left;border-bottom:1px solid #ddd;vertical-align:top}
      code{background:#f3f3f3;padding:0 .2em}
      svg{width:100%;max-width:1400px;font:11px sans-serif}
      .sure{fill:#2b6cb0}.perhaps{fill:#2b6cb0;opacity:.35}.start{fill:#dd8a1f}
      .startp{fill:#dd8a1f;opacity:.4}.now{stroke:#c53030;stroke-width:1.5}
      .tick{stroke:#ddd}.wait{stroke:#aaa;stroke-dasharray:2 2}.quiet{fill:#777}
      </style></head><body><h1>Foresight</h1>
      """;

  private final StringBuilder page = new StringBuilder(HEAD);
  private final StatusReport status;
  private final ImmutableList<JobStatus> jobs;
  private final int visible;
  private final long nowMillis;

  private StatusPage(StatusReport status, Predicate<JobStatus> maySee, long nowMillis) {
    this.status = status;
    this.nowMillis = nowMillis;
    List<JobStatus> seen = status.jobs().stream().filter(maySee).toList();
    this.visible = seen.size();
    this.jobs =
        seen.stream()
            .sorted(
                Comparator.comparing((JobStatus job) -> startMillis(job).isEmpty())
                    .thenComparingLong(job -> startMillis(job).orElse(0))
                    .thenComparingLong(job -> job.submitted().atMillis()))
            .limit(MOST_JOBS)
            .collect(toImmutableList());
  }

  /**
   * The page.
   *
   * @param maySee whether the caller may see a job; the others are left out
   */
  static String of(StatusReport status, Predicate<JobStatus> maySee, long nowMillis) {
    StatusPage made = new StatusPage(status, maySee, nowMillis);
    made.planners();
    made.timeline();
    made.table();
    return made.page.append("</body></html>\n").toString();
  }

  private void planners() {
    page.append("<p>Modes: ").append(escape(status.modes().toString()));
    page.append("; policy: ").append(escape(status.policy())).append("</p>\n");
    if (status.planners().isEmpty()) {
      page.append("<p>Every queue is off: this is CapacityScheduler and nothing else.</p>\n");
      return;
    }
    page.append("<table><tr><th>Planner<th>In charge<th>Last plan<th>Failures in a row");
    page.append("<th>Starts foretold<th>Ends foretold</tr>\n");
    for (PlannerStatus planner : status.planners()) {
      page.append("<tr><td>").append(escape(planner.mode().text()));
      page.append("<td>").append(planner.isInCharge() ? "yes" : "no");
      page.append("<td>");
      planner
          .ageMillis(nowMillis)
          .ifPresent(age -> page.append(String.format(Locale.ROOT, "%.1f s ago: ", age / 1000.0)));
      page.append(escape(planner.lane().summary()));
      page.append("<td>").append(planner.failuresInARow());
      page.append("<td>").append(score(planner.lane().score().starts()));
      page.append("<td>").append(score(planner.lane().score().finishes())).append("</tr>\n");
    }
    page.append("</table>\n");
  }

  /** Such as {@code 52 % by p50, 91 % by p90 of 130; 20 unknown}. */
  private static String score(OutlookScore.Part part) {
    return part.scored() == 0
        ? "none scored yet; " + part.unknown() + " unknown"
        : String.format(
            Locale.ROOT,
            "%.0f %% by p50, %.0f %% by p90 of %d; %d unknown",
            100.0 * part.byP50() / part.scored(),
            100.0 * part.byP90() / part.scored(),
            part.scored(),
            part.unknown());
  }

  // --- the timeline -----------------------------------------------------------------------------

  private void timeline() {
    ImmutableList<JobStatus> drawn =
        jobs.stream().filter(job -> startMillis(job).isPresent()).collect(toImmutableList());
    if (drawn.isEmpty()) {
      page.append("<p>Of no job is it known when it starts.</p>\n");
      return;
    }
    long from =
        Math.max(
            nowMillis - MOST_PAST_MILLIS,
            drawn.stream().mapToLong(job -> startMillis(job).getAsLong()).min().orElse(nowMillis));
    from = Math.min(from, nowMillis);
    long to =
        Math.max(
            nowMillis + LEAST_SPAN_MILLIS,
            drawn.stream().flatMapToLong(StatusPage::moments).max().orElse(nowMillis));
    Scale scale = new Scale(from, to);
    double height = ROW * (drawn.size() + 2);
    page.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Jobs by time\">%n",
            WIDTH,
            height));
    for (int i = 0; i <= TICKS; i++) {
      long at = from + (to - from) * i / TICKS;
      line("tick", scale.x(at), scale.x(at), ROW, height);
      text(scale.x(at), "middle", relative(at));
    }
    for (int row = 0; row < drawn.size(); row++) {
      draw(drawn.get(row), scale, ROW * (row + 1.5));
    }
    line("now", scale.x(nowMillis), scale.x(nowMillis), ROW, height);
    page.append(
        "</svg>\n<p class=quiet>Orange: its start from p50 to p90. Blue: it runs until p50");
    page.append(" of its end, light until p90. Red: now.</p>\n");
  }

  /** Of the times of a job those that the axis has to show. */
  private static LongStream moments(JobStatus job) {
    Outlook outlook = job.outlook().orElseThrow();
    return LongStream.concat(
        outlook.start().stream().mapToLong(TimeRange::p90Millis),
        outlook.finish().stream().mapToLong(TimeRange::p90Millis));
  }

  private void draw(JobStatus job, Scale scale, double y) {
    Outlook outlook = job.outlook().orElseThrow();
    long start = startMillis(job).getAsLong();
    page.append("<g><title>")
        .append(escape(job.id() + ": " + ShortText.ofSentences(outlook.basis())));
    page.append("</title>");
    page.append(
        String.format(
            Locale.ROOT,
            "<text x=\"0\" y=\"%.1f\">%s</text>",
            y + BAR - 1,
            escape(ShortText.of(job.submitted().features().jobName(), NAME_CHARACTERS))));
    if (outlook.start().isPresent()) {
      line("wait", scale.x(nowMillis), scale.x(start), y + BAR / 2, y + BAR / 2);
    }
    outlook
        .finish()
        .ifPresentOrElse(
            finish -> {
              bar("sure", scale, start, finish.p50Millis(), y);
              bar("perhaps", scale, finish.p50Millis(), finish.p90Millis(), y);
            },
            () -> bar("perhaps", scale, start, Math.max(start, nowMillis), y));
    outlook
        .start()
        .ifPresent(
            range -> {
              bar("startp", scale, range.p50Millis(), range.p90Millis(), y);
              bar("start", scale, range.p50Millis(), range.p50Millis(), y);
            });
    page.append("</g>\n");
  }

  private void bar(String style, Scale scale, long fromMillis, long toMillis, double y) {
    double x = scale.x(fromMillis);
    page.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\"/>",
            style,
            x,
            y,
            Math.max(2, scale.x(toMillis) - x),
            BAR));
  }

  private void line(String style, double x1, double x2, double y1, double y2) {
    page.append(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
            style,
            x1,
            x2,
            y1,
            y2));
  }

  private void text(double x, String anchor, String text) {
    page.append(
        String.format(
            Locale.ROOT,
            "<text class=\"quiet\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            Math.min(x, WIDTH - 20),
            ROW - 5,
            anchor,
            escape(text)));
  }

  /** Where a time is drawn. */
  private record Scale(long fromMillis, long toMillis) {
    double x(long millis) {
      double share = (double) (millis - fromMillis) / (toMillis - fromMillis);
      return LEFT + (WIDTH - LEFT) * Math.max(0, Math.min(1, share));
    }
  }

  // --- the table --------------------------------------------------------------------------------

  private void table() {
    page.append("<h2>Jobs</h2>\n");
    if (visible > jobs.size()) {
      page.append("<p>The first ").append(jobs.size()).append(" of ").append(visible);
      page.append("; all of them: ").append(ForesightWebService.ROOT).append("/jobs</p>\n");
    }
    page.append(
        "<table><tr><th>Application<th>Name<th>User<th>Queue<th>Tasks<th>Waits for<th>Plan");
    page.append("<th>Start (p50, p90)<th>End (p50, p90)</tr>\n");
    for (JobStatus job : jobs) {
      Optional<Outlook> outlook = job.outlook();
      cell("<tr><td>", job.id());
      cell("<td>", ShortText.of(job.submitted().features().jobName()));
      cell("<td>", ShortText.of(job.submitted().features().user()));
      cell("<td>", job.queue() + (job.mode() == Mode.ON ? "" : " (" + job.mode().text() + ")"));
      cell("<td>", job.runningTasks() + " run, " + job.pendingTasks() + " wait");
      page.append("<td>");
      job.waiting()
          .ifPresent(
              waiting -> {
                cell("<code>", waiting.reason().token());
                cell("</code> ", ShortText.ofSentences(withoutPlan(waiting, job)));
              });
      cell("<td>", job.planned().map(planned -> plan(planned, job.mode())).orElse(""));
      cell("<td>", outlook.map(this::start).orElse("unknown"));
      cell("<td>", outlook.flatMap(Outlook::finish).map(this::range).orElse("unknown"));
      page.append("</tr>\n");
    }
    page.append("</table>\n");
  }

  /** Why it waits, but for what the plan says, which has a cell of its own. */
  private static String withoutPlan(Waiting waiting, JobStatus job) {
    String plan = job.planned().map(planned -> planned.reason().detail()).orElse("");
    String detail = waiting.detail();
    return detail.endsWith(plan)
        ? detail.substring(0, detail.length() - plan.length()).strip()
        : detail;
  }

  private static String plan(PlannedJob planned, Mode mode) {
    return (mode == Mode.SHADOW ? "Foresight would: " : "")
        + ShortText.ofSentences(planned.reason().detail());
  }

  private void cell(String before, String text) {
    page.append(before).append(escape(text));
  }

  private String start(Outlook outlook) {
    if (outlook.startedMillis().isPresent()) {
      return "started " + time(outlook.startedMillis().getAsLong());
    }
    if (outlook.startsAfterMillis().isPresent()) {
      return "later than " + time(outlook.startsAfterMillis().getAsLong());
    }
    return outlook.start().map(this::range).orElse("unknown");
  }

  private String range(TimeRange range) {
    return relative(range.p50Millis()) + ", " + relative(range.p90Millis());
  }

  /** Such as {@code +12.5 min}. */
  private String relative(long millis) {
    return (millis < nowMillis ? "" : "+") + Durations.text((double) millis - nowMillis);
  }

  private static String time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** When it started, or is to start; empty where that is unknown. */
  private static OptionalLong startMillis(JobStatus job) {
    if (job.outlook().isEmpty()) {
      return OptionalLong.empty();
    }
    Outlook outlook = job.outlook().get();
    return outlook.startedMillis().isPresent()
        ? outlook.startedMillis()
        : outlook.start().stream().mapToLong(TimeRange::p50Millis).findFirst();
  }

  private static String escape(String text) {
    return htmlEscaper().escape(text);
  }
}
