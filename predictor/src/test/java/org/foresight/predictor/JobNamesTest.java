package org.foresight.predictor;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobNamesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          daily-report-2026-03-14                        | daily-report-#
          daily-report-2026-03-15                        | daily-report-#
          daily_report_20260314                          | daily_report_#
          report20260314                                 | report#
          report 2026/03/14                              | report #
          logs.2026_03_14.avro                           | logs.#.avro
          load 2026-03-14T01:02:03.123Z                  | load #
          load 2026-03-14 01:02:03+01:00 eu              | load # eu
          load-20260314T0102                             | load-#
          hourly-2026-03-14-05                           | hourly-#
          hourly-2026031405                              | hourly-#
          billing 14-Mar-2026                            | billing #
          billing March 14, 2026                         | billing #
          billing-2026Mar14                              | billing-#
          weekly-2026-W11                                | weekly-#
          close-2026Q1                                   | close-#
          close-14.03.2026                               | close-#.#.#
          etl-hourly-000123                              | etl-hourly-#
          etl-7                                          | etl-#
          batch12345                                     | batch#
          ingest (3)                                     | ingest (#)
          spark-etl-2.3.1                                | spark-etl-#.#.#
          hive_123e4567-e89b-12d3-a456-426614174000      | hive_#
          HIVE-123E4567-E89B-12D3-A456-426614174000:load | HIVE-#:load
          tmp_123e4567_e89b_12d3_a456_426614174000       | tmp_#
          build-9f86d081884c7d65                         | build-#
          build-4a5b6c7d                                 | build-#
          distcp application_1700000000000_0042          | distcp application_#
          job_1700000000000_0042                         | job_#
          attempt_1700000000000_0042_m_000003_0          | attempt_#
          container_e17_1700000000000_0042_01_000002     | container_#
          etl-attempt2                                   | etl-attempt#
          etl_retry_3                                    | etl_retry_#
          oozie:launcher:T=mr:W=wf:A=act:ID=0000123-260314010203456-oozie-oozi-W \
          | oozie:launcher:T=mr:W=wf:A=act:ID=#-#-oozie-oozi-W
          """)
  void replacesWhatDiffersFromRunToRun(String jobName, String expected) {
    assertThat(JobNames.normalise(jobName)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "word count",
        "tpch-q5",
        "tpch-q6",
        "tpch_q5_sf100",
        "model-v2",
        "load-s3",
        "5min-rollup",
        "country5",
        "deadbeef",
        "facade-feedback",
        "mayor-of-march",
        "ETL",
        "etl-日報",
        "$a\\name"
      })
  void keepsWhatTellsJobsApart(String jobName) {
    assertThat(JobNames.normalise(jobName)).isEqualTo(jobName);
  }

  @Test
  void dropsWhiteSpaceAtTheEnds() {
    assertThat(JobNames.normalise("  etl \n")).isEqualTo("etl");
  }

  @Provide
  Arbitrary<String> names() {
    Arbitrary<String> fragments =
        Arbitraries.of(
            "2026",
            "-03",
            "14",
            "T01",
            ":02",
            "Mar",
            "W11",
            "q",
            "Q1",
            "attempt",
            "run",
            "job_",
            "1700000000000",
            "_0001",
            "_m",
            "a1b2c3d4",
            "12345abc1def2",
            "g",
            "-",
            "_",
            " ",
            "#",
            "123e4567-e89b-12d3-a456-426614174000",
            "x9",
            "7");
    return Arbitraries.oneOf(fragments, Arbitraries.strings().ofMaxLength(6))
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Property
  void isIdempotent(@ForAll("names") String jobName) {
    String normalised = JobNames.normalise(jobName);

    assertThat(JobNames.normalise(normalised)).isEqualTo(normalised);
  }

  @Property
  void leavesNoLongNumber(@ForAll("names") String jobName) {
    assertThat(JobNames.normalise(jobName)).doesNotContainPattern("[0-9]{4}");
  }

  @Test
  void longNamesAreNoProblem() {
    String query = "select c from t where d = '2026-03-14' and h = 'a1' ".repeat(20_000);

    assertThat(JobNames.normalise(query))
        .isEqualTo("select c from t where d = '#' and h = 'a1' ".repeat(20_000).strip());
  }
}
