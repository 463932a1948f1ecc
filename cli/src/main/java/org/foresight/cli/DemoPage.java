package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.foresight.cli.support.HtmlPage;
import org.foresight.cli.support.OutputFile;
import org.foresight.traces.JobRun;
import org.jspecify.annotations.Nullable;

/** A page about the runs of a demo: one file that needs no other and no network. */
final class DemoPage {

  private static final String TEMPLATE = "demo.html";
  private static final String NOTHING = "–";
  private static final double MILLIS_PER_MINUTE = 60_000.0;

  private DemoPage() {}

  /**
   * Writes the page; whoever reads the file meanwhile sees the old one or the new one.
   *
   * @throws IOException if it cannot be written
   */
  static void write(Path file, ImmutableList<DemoResult> results) throws IOException {
    OutputFile.replace(file, page(results));
  }

  private static String page(ImmutableList<DemoResult> results) {
    return HtmlPage.fill(
        DemoPage.class,
        TEMPLATE,
        ImmutableMap.of(
            "title", HtmlPage.escape(title(results.get(0).runs())),
            "summary", summary(results),
            "seeds", seeds(results),
            "data", HtmlPage.json(DemoPageData.of(results))));
  }

  private static String title(ImmutableList<DemoRun> runs) {
    return "Demo: "
        + String.join(
            " against ", runs.stream().map(run -> run.scheduler().title()).distinct().toList());
  }

  private static String summary(ImmutableList<DemoResult> results) {
    if (results.size() == 1) {
      return "";
    }
    StringBuilder html =
        new StringBuilder("<h2>All seeds together, with 95 % intervals</h2>\n<ul>");
    DemoSummary.lines(
            results.stream().map(DemoResult::runs).collect(ImmutableList.toImmutableList()))
        .forEach(line -> html.append("<li>").append(HtmlPage.escape(line)).append("</li>\n"));
    return html.append("</ul>\n").toString();
  }

  private static String seeds(ImmutableList<DemoResult> results) {
    StringBuilder html = new StringBuilder();
    for (int i = 0; i < results.size(); i++) {
      seed(html, i, results.get(i));
    }
    return html.toString();
  }

  private static void seed(StringBuilder html, int number, DemoResult result) {
    html.append("<section>\n<h2>Seed ").append(result.seed()).append("</h2>\n<p>");
    html.append(HtmlPage.escape(result.workload().description())).append("</p>\n");
    html.append(HtmlPage.table("Figures, in workload time", DemoText.columns(result.runs())));
    result.runs().subList(1, result.runs().size()).stream()
        .map(run -> DemoText.comparison(result.runs().get(0), run))
        .forEach(line -> html.append("<p>").append(HtmlPage.escape(line)).append("</p>\n"));
    html.append("<h3>When jobs waited and ran, and how full the cluster was</h3>\n");
    html.append("<div class=\"runs\" id=\"seed-").append(number).append("\"></div>\n");
    for (int i = 0; i < result.runs().size(); i++) {
      run(html, result.runs().get(i), result.outcomes().get(i), "predictions-" + number + "-" + i);
    }
    html.append("</section>\n");
  }

  private static void run(StringBuilder html, DemoRun run, DemoOutcome outcome, String chart) {
    String title = HtmlPage.escape(run.scheduler().title());
    run.stopped()
        .ifPresent(
            stopped -> {
              html.append("<h3>").append(title).append(": stopped for deadlines</h3>\n<p>");
              html.append(HtmlPage.escape(StoppedText.sentence(stopped))).append("</p>\n");
              if (!stopped.isEmpty()) {
                html.append(
                    HtmlPage.table(
                        "By the exit status PREEMPTED of their containers, and the reason given",
                        StoppedText.columns(stopped)));
              }
            });
    if (!outcome.forecasts().isEmpty()) {
      html.append("<h3>").append(title).append(": what was foretold</h3>\n");
      html.append("<div class=\"pair\"><div class=\"chart\" id=\"").append(chart);
      html.append("\"></div>\n<div>");
      html.append(
          HtmlPage.table(
              "Predictions and plans, as they were when jobs came",
              ForecastScore.of(outcome).columns()));
      html.append("</div></div>\n");
    }
    for (String remark : outcome.remarks()) {
      html.append("<p class=\"note\">").append(HtmlPage.escape(remark)).append("</p>\n");
    }
    html.append("<details><summary>").append(title).append(": every job</summary>\n");
    html.append(HtmlPage.table("Times in minutes from the start of the workload", jobs(outcome)));
    html.append("</details>\n");
  }

  private static List<List<String>> jobs(DemoOutcome outcome) {
    ImmutableMap<String, Long> longest = ForecastScore.longestTaskMillis(outcome);
    List<List<String>> columns = new ArrayList<>();
    for (String title :
        List.of(
            "job",
            "name",
            "user",
            "tasks",
            "submitted",
            "planned start",
            "start",
            "end",
            "deadline",
            "",
            "longest task",
            "predicted p50",
            "p90",
            "run again")) {
      columns.add(new ArrayList<>(List.of(title)));
    }
    for (JobRun run : outcome.jobs()) {
      JobForecast forecast = outcome.forecasts().get(run.id());
      Long longestMillis = longest.get(run.id());
      List<String> cells =
          List.of(
              run.id(),
              run.job().name(),
              run.job().user(),
              Integer.toString(run.job().width()),
              minutes(run.submitMillis()),
              forecast == null ? NOTHING : minutes(forecast.plannedStartMillis()),
              minutes(run.firstTaskStartMillis()),
              minutes(run.finishMillis()),
              minutes(run.deadlineMillis()),
              verdict(run),
              longestMillis == null ? NOTHING : minutes(longestMillis),
              predicted(forecast, true),
              predicted(forecast, false),
              Integer.toString(run.tasksRerun()));
      for (int i = 0; i < cells.size(); i++) {
        columns.get(i).add(cells.get(i));
      }
    }
    return columns;
  }

  private static String predicted(@Nullable JobForecast forecast, boolean median) {
    return forecast == null
        ? NOTHING
        : forecast
            .runtime()
            .map(runtime -> minutes(median ? runtime.p50Millis() : runtime.p90Millis()))
            .orElse(NOTHING);
  }

  private static String verdict(JobRun run) {
    if (!run.succeeded()) {
      return "did not finish";
    }
    if (!run.isSlo()) {
      return "best effort";
    }
    return run.missedDeadline() ? "missed" : "met";
  }

  private static String minutes(OptionalLong millis) {
    return millis.isPresent() ? minutes(millis.getAsLong()) : NOTHING;
  }

  private static String minutes(long millis) {
    return String.format(Locale.ROOT, "%.1f", millis / MILLIS_PER_MINUTE);
  }
}
