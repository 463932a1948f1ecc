package org.foresight.predictor.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.StageOutcome;
import org.foresight.predictor.TaskVariation;
import org.junit.jupiter.api.Test;

class HistoryLinePropertyTest {

  @Provide
  Arbitrary<List<HistoryRecord>> records() {
    Arbitrary<String> hostile =
        Arbitraries.of(
                "\t",
                "\n",
                "\r",
                "\\",
                "\\t",
                "\\u0041",
                "\u0000",
                "\u0085",
                "\u2028",
                "\ud83d",
                "\ude00",
                "\ud83d\ude00",
                "ü",
                " ",
                ",",
                "=",
                "end",
                "")
            .list()
            .ofMaxSize(6)
            .map(parts -> String.join("", parts));
    Arbitrary<String> text = Arbitraries.oneOf(hostile, Arbitraries.strings().ofMaxLength(8));
    Arbitrary<OptionalLong> known =
        Arbitraries.longs().optional().map(HistoryLinePropertyTest::toLong);
    Arbitrary<OptionalLong> positive =
        Arbitraries.longs().greaterOrEqual(1).optional().map(HistoryLinePropertyTest::toLong);
    Arbitrary<Integer> width = Arbitraries.integers().greaterOrEqual(1);
    Arbitrary<Long> millis = Arbitraries.longs().greaterOrEqual(0);
    Arbitrary<Double> amount =
        Arbitraries.doubles()
            .between(0.0, Double.MAX_VALUE)
            .edgeCases(e -> e.add(Double.MIN_VALUE, 0.1));
    Arbitrary<Optional<TaskVariation.Foreseen>> foreseen =
        Combinators.combine(amount, amount).as(TaskVariation.Foreseen::new).optional();
    Arbitrary<Optional<TaskVariation>> variation =
        Combinators.combine(amount, amount, foreseen)
            .as((cov, firstMean, had) -> new TaskVariation(cov, 1, firstMean, had))
            .optional();
    Arbitrary<StageOutcome> stage =
        Combinators.combine(text, width, millis, millis, known, known, variation)
            .as(StageOutcome::new);
    Arbitrary<JobOutcome> outcome =
        Combinators.combine(
                millis, width, millis, stage.list().ofMaxSize(3).map(ImmutableList::copyOf), known)
            .as(JobOutcome::new);
    Arbitrary<JobFeatures> names = Combinators.combine(text, text, text).as(JobFeatures::new);
    Arbitrary<JobFeatures> features =
        Combinators.combine(
                names,
                text.optional(),
                text.optional(),
                Arbitraries.integers().optional(),
                positive,
                positive,
                known)
            .as(HistoryLinePropertyTest::features);
    return Combinators.combine(features, outcome).as(HistoryRecord::new).list().ofMaxSize(4);
  }

  private static OptionalLong toLong(Optional<Long> value) {
    return value.map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private static JobFeatures features(
      JobFeatures names,
      Optional<String> group,
      Optional<String> type,
      Optional<Integer> priority,
      OptionalLong slots,
      OptionalLong requested,
      OptionalLong submit) {
    return new JobFeatures(
        names.user(),
        names.jobName(),
        names.queue(),
        group,
        type,
        priority.map(OptionalInt::of).orElse(OptionalInt.empty()),
        slots,
        requested,
        submit);
  }

  @Property(tries = 500)
  void whatIsWrittenIsRead(@ForAll("records") List<HistoryRecord> records) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Segment.write(records, bytes);

    assertThat(Segment.read("file", bytes.toByteArray()))
        .isEqualTo(new Segment(ImmutableList.copyOf(records), ImmutableList.of(), false));
  }

  @Property(tries = 500)
  void anythingElseIsReportedAndNeverThrows(@ForAll byte[] bytes) {
    Segment read = Segment.read("file", bytes);

    assertThat(read.isClean()).isFalse();
    assertThat(read.records()).isEmpty();
    assertThat(read.problems()).hasSizeLessThanOrEqualTo(Problems.MOST + 1);
  }

  @Test
  void variationThatIsNoneIsReportedByItsField() {
    assertProblem(
        "stage=2,1,1,,,map\tvariation=0.5,3,1.0,,", "variation firstTasks", "3", "1 to 2");
    assertProblem("stage=2,1,1,,,map\tvariation=NaN,1,1.0,,", "variation cov", "NaN", "finite");
    assertProblem(
        "stage=2,1,1,,,map\tvariation=1,1,-1.0,,", "variation firstMeanMillis", "-1.0", "0");
    assertProblem(
        "stage=2,1,1,,,map\tvariation=1,1,1,x,1", "variation medianMillis", "x", "finite");
    assertProblem("stage=2,1,1,,,map\tvariation=1,1,1,1,", "variation logVariance", "", "finite");
    assertProblem("stage=2,1,1,,,map\tvariation=1", "variation", "1", "5 fields");
    assertProblem("variation=1,1,1,,", "variation", "1,1,1,,", "behind the column stage");
    assertProblem(
        "stage=2,1,1,,,map\tvariation=1,1,1,,\tvariation=1,1,1,,",
        "variation",
        "1,1,1,,",
        "behind the column stage");
  }

  private static void assertProblem(String columns, String field, String found, String accepted) {
    assertThatExceptionOfType(HistoryFormatException.class)
        .isThrownBy(() -> HistoryLine.decode("ann\tetl\troot.q\t1\t1\t1\t" + columns))
        .satisfies(
            e -> {
              assertThat(e.field()).isEqualTo(field);
              assertThat(e.found()).isEqualTo(found);
              assertThat(e.accepted()).contains(accepted);
            });
  }
}
