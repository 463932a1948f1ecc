package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.Optional;
import org.foresight.traces.statistics.Interval;
import org.jspecify.annotations.Nullable;

/**
 * All results for programs.
 *
 * @param runs the figures of every run
 * @param summary what they say together
 */
@JsonPropertyOrder({"runs", "summary"})
record SimulationJson(ImmutableList<FolderRun> runs, ImmutableList<SummaryJson> summary) {

  /** The figures of a run, and its folder where there are several. */
  @JsonPropertyOrder("folder")
  record FolderRun(
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String folder,
      @JsonUnwrapped RunJson figures) {}

  /**
   * A figure of a policy over all seeds; null where no run has it, and ends of the interval null
   * where one seed has none. The folder is there where there are several.
   */
  @JsonPropertyOrder({"folder", "policy", "metric", "mean", "low", "high"})
  record SummaryJson(
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String folder,
      String policy,
      String metric,
      @Nullable Double mean,
      @Nullable Double low,
      @Nullable Double high) {}

  /** The results in one or several folders. */
  static SimulationJson of(ImmutableList<Column> columns) {
    boolean several = columns.stream().map(Column::folder).distinct().count() > 1;
    return new SimulationJson(
        columns.stream()
            .flatMap(
                column ->
                    column.runs().stream()
                        .map(run -> new FolderRun(folder(column, several), run.figures())))
            .collect(toImmutableList()),
        columns.stream()
            .flatMap(
                column -> Arrays.stream(Figure.values()).map(figure -> of(column, figure, several)))
            .collect(toImmutableList()));
  }

  private static @Nullable String folder(Column column, boolean several) {
    return several ? column.folder().toString() : null;
  }

  private static SummaryJson of(Column column, Figure figure, boolean several) {
    Optional<Estimate> estimate = Estimates.of(column, figure);
    Optional<Interval> interval = estimate.flatMap(Estimate::interval);
    return new SummaryJson(
        folder(column, several),
        column.policy(),
        figure.key(),
        estimate.map(Estimate::value).orElse(null),
        interval.map(Interval::low).orElse(null),
        interval.map(Interval::high).orElse(null));
  }

  /** One JSON object on one line. */
  String text() {
    try {
      return new ObjectMapper().writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Records of text and finite numbers are always JSON.", e);
    }
  }
}
