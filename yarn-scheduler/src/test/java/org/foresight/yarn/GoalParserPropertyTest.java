package org.foresight.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class GoalParserPropertyTest {

  @Property
  void noStringsMakeItThrow(
      @ForAll("tags") List<String> tags,
      @ForAll("values") String deadline,
      @ForAll String gang,
      @ForAll String jobClass,
      @ForAll("values") String other,
      @ForAll long submitMillis) {
    Map<String, String> environment =
        Map.of(
            "FORESIGHT_DEADLINE",
            deadline,
            "FORESIGHT_GANG",
            gang,
            "FORESIGHT_CLASS",
            jobClass,
            "FORESIGHT_VALUE",
            other,
            "FORESIGHT_PREFER",
            other,
            "FORESIGHT_MAX_WAIT",
            other);
    Map<String, String> queue = Map.of("deadline", deadline, "class", jobClass, "gang", gang);

    GoalParser.Parsed parsed = GoalParser.parse(tags, environment, queue, submitMillis);

    assertThat(parsed.problems()).allSatisfy(problem -> assertThat(problem).endsWith("."));
  }

  @Provide
  Arbitrary<List<String>> tags() {
    Arbitrary<String> ours =
        Combinators.combine(
                Arbitraries.of(
                    "deadline", "class", "gang", "value", "prefer", "max-wait", "dead", ""),
                Arbitraries.of("=", "", " = "),
                values())
            .as((key, equals, value) -> "foresight." + key + equals + value);
    return Arbitraries.oneOf(ours, Arbitraries.strings()).list().ofMaxSize(5);
  }

  /** Near misses of what is accepted, among anything. */
  @Provide
  Arbitrary<String> values() {
    Arbitrary<String> durations = Arbitraries.longs().map(seconds -> "PT" + seconds + "S");
    Arbitrary<String> years =
        Arbitraries.integers()
            .between(-999_999_999, 999_999_999)
            .map(year -> String.format("%+d-12-31T23:59:59+18:00", year));
    return Arbitraries.oneOf(
        durations,
        years,
        Arbitraries.of("slo", "be", "true", "FALSE", "PT", "-P1D", "2026-02-30T00:00:00Z"),
        Arbitraries.of("service", "1e400", "0x1p3", "1d", "NaN", "label:a*1e9", "label:a*.", "*"),
        Arbitraries.strings());
  }
}
