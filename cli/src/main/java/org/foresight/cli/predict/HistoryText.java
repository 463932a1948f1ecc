package org.foresight.cli.predict;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.foresight.cli.support.TextTable;
import org.foresight.predictor.Counts;
import org.foresight.predictor.EstimateBasis;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.PredictionScore;
import org.foresight.predictor.RuntimeDistribution;
import org.foresight.predictor.StageEstimate;

/** Says what is in a history in words. */
final class HistoryText {

  private static final double MILLIS_PER_SECOND = 1_000.0;
  private static final double PERCENT = 100.0;
  private static final String UNKNOWN = "unknown";

  private HistoryText() {}

  /** What it holds. */
  static ImmutableList<String> lines(HistoryFacts facts) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    lines.add("Records: " + facts.records());
    if (facts.learned() != facts.records()) {
      lines.add("Learned: " + Counts.of(facts.learned(), "record"));
    }
    lines.add("Time: " + time(facts.firstSubmitMillis()) + " to " + time(facts.lastEndMillis()));
    lines.add("Users: " + facts.users());
    lines.add("Names: " + facts.names());
    facts.values().ifPresent(values -> lines.add("Feature values: " + values));
    facts.score().ifPresent(score -> lines.add(line(score)));
    if (facts.problems().isEmpty()) {
      lines.add("Problems: none");
    } else {
      lines.add("Problems: " + facts.problems().size());
      facts.problems().forEach(problem -> lines.add("  " + problem.message()));
    }
    return lines.build();
  }

  private static String time(OptionalLong epochMillis) {
    return epochMillis.isPresent()
        ? Instant.ofEpochMilli(epochMillis.getAsLong()).toString()
        : UNKNOWN;
  }

  private static String line(PredictionScore score) {
    if (score.jobs() == 0) {
      return "Past predictions: none is scored yet (" + score.unknown() + " unknown)";
    }
    return String.format(
        Locale.ROOT,
        "Past predictions: %d scored (%d unknown); median error %.1f %%, off by 2 or more"
            + " %.1f %%, NMAE %.2f, within the 50/80/95 %% intervals %.1f/%.1f/%.1f %%",
        score.jobs(),
        score.unknown(),
        PERCENT * score.medianRelativeError(),
        PERCENT * score.shareOffByTwo(),
        score.nmae(),
        PERCENT * score.coverage50(),
        PERCENT * score.coverage80(),
        PERCENT * score.coverage95());
  }

  /** What is predicted. */
  static ImmutableList<String> lines(Optional<JobEstimate> estimate) {
    return estimate
        .map(HistoryText::lines)
        .orElse(ImmutableList.of("Such a job is unknown: nothing is predicted."));
  }

  private static ImmutableList<String> lines(JobEstimate estimate) {
    EstimateBasis basis = estimate.basis();
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    RuntimeDistribution span = estimate.span();
    lines.add(
        String.format(
            Locale.ROOT,
            "Runtime with all tasks at once: %s s; p10 %s s, p50 %s s, p90 %s s",
            seconds(estimate.pointMillis()),
            seconds(span.quantile(0.1)),
            seconds(span.quantile(0.5)),
            seconds(span.quantile(0.9))));
    lines.add(
        "Confidence (less than a factor of 2 off): "
            + (estimate.statedConfidence().isPresent()
                ? String.format(
                    Locale.ROOT, "%.1f %%", PERCENT * estimate.statedConfidence().getAsDouble())
                : "too few jobs to say"));
    lines.add(String.format(Locale.ROOT, "Tasks: %.1f", estimate.meanWidth()));
    lines.add(
        "Basis: "
            + basis.estimator()
            + ", "
            + Counts.of(basis.samples(), "job")
            + " like this one, NMAE "
            + (Double.isNaN(basis.nmae())
                ? UNKNOWN
                : String.format(Locale.ROOT, "%.2f", basis.nmae())));
    lines.addAll(
        table(
            ImmutableList.of("  feature", "value", "jobs", "weight"),
            basis.sources().stream()
                .map(
                    source ->
                        ImmutableList.of(
                            "  " + source.feature(),
                            source.value(),
                            String.valueOf(source.samples()),
                            String.format(Locale.ROOT, "%.3f", source.weight())))
                .collect(toImmutableList())));
    if (!estimate.stages().isEmpty()) {
      lines.add("Stages:");
      lines.addAll(
          table(
              ImmutableList.of("  stage", "tasks", "task p50 (s)", "longest/mean", "memory (MiB)"),
              estimate.stages().stream().map(HistoryText::row).collect(toImmutableList())));
    }
    return lines.build();
  }

  private static ImmutableList<String> row(StageEstimate stage) {
    return ImmutableList.of(
        "  " + stage.name(),
        String.format(Locale.ROOT, "%.1f", stage.meanWidth()),
        seconds(stage.taskRuntime().quantile(0.5)),
        String.format(Locale.ROOT, "%.2f", stage.longestToMean()),
        stage.memoryAskedMb().isPresent()
            ? String.valueOf(stage.memoryAskedMb().getAsLong())
            : UNKNOWN);
  }

  private static String seconds(double millis) {
    return String.format(Locale.ROOT, "%.1f", millis / MILLIS_PER_SECOND);
  }

  private static ImmutableList<String> table(
      ImmutableList<String> header, ImmutableList<ImmutableList<String>> rows) {
    List<List<String>> columns = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      List<String> column = new ArrayList<>();
      column.add(header.get(i));
      for (ImmutableList<String> row : rows) {
        column.add(row.get(i));
      }
      columns.add(column);
    }
    return TextTable.lines(columns);
  }
}
