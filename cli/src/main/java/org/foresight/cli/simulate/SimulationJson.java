package org.foresight.cli.simulate;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.Optional;
import org.foresight.cli.support.Interval;
import org.jspecify.annotations.Nullable;

/**
 * All results for programs.
 *
 * @param runs the figures of every run
 * @param summary what they say together
 */
@JsonPropertyOrder({"runs", "summary"})
record SimulationJson(ImmutableList<RunJson> runs, ImmutableList<SummaryJson> summary) {

  /**
   * A figure of a policy over all seeds; null where no run has it, and ends of the interval null
   * where one seed has none.
   */
  @JsonPropertyOrder({"policy", "metric", "mean", "low", "high"})
  record SummaryJson(
      String policy,
      String metric,
      @Nullable Double mean,
      @Nullable Double low,
      @Nullable Double high) {}

  static SimulationJson of(ImmutableList<Column> columns) {
    return new SimulationJson(
        columns.stream()
            .flatMap(column -> column.runs().stream())
            .map(RunRecord::figures)
            .collect(toImmutableList()),
        columns.stream()
            .flatMap(column -> Arrays.stream(Figure.values()).map(figure -> of(column, figure)))
            .collect(toImmutableList()));
  }

  private static SummaryJson of(Column column, Figure figure) {
    Optional<Estimate> estimate = Estimates.of(column, figure);
    Optional<Interval> interval = estimate.flatMap(Estimate::interval);
    return new SummaryJson(
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
