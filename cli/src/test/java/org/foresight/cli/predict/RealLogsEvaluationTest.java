package org.foresight.cli.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.foresight.predictor.evaluation.PointBaseline;
import org.foresight.predictor.evaluation.PredictionFigures;
import org.foresight.traces.BadLines;
import org.foresight.traces.formats.TraceFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Replays real logs to a predictor that is simple enough to be written again: the figures expected
 * were made without this project's code.
 */
class RealLogsEvaluationTest {

  private static final String VARIABLE = "FORESIGHT_SHARED_DATA";

  @ParameterizedTest
  @CsvSource({
    "swf-kth-sp2-1996/kth-sp2-1996.swf.gz, 19448, 0.410",
    "swf-sdsc-sp2-1998/sdsc-sp2-1998.swf.gz, 53961, 0.243",
    "swf-ctc-sp2-1996/ctc-sp2-1996.swf.gz, 76861, 0.336",
    "swf-llnl-atlas-2006/llnl-atlas-2006.swf.gz, 14737, 0.214",
  })
  void theLastRunOfTheSameSizeAndRequestErrsAsMuchAsKnown(
      String file, long answered, double medianRelativeError) throws IOException {
    EvaluatedTrace trace = EvaluatedTrace.read(requireLog(file), TraceFormat.SWF, BadLines.STRICT);
    Evaluation evaluation =
        new Evaluation(PointBaseline::lastRunOfSameSizeAndRequest, () -> 0, () -> 0);

    PredictionFigures figures = evaluation.of(trace).all();

    assertThat(figures.jobs()).isEqualTo(answered);
    assertThat(figures.medianRelativeError().orElseThrow())
        .isCloseTo(medianRelativeError, within(0.002));
  }

  /** A log that is not part of the checkout; the test that asks is skipped where it is absent. */
  private static Path requireLog(String relativePath) {
    String stated = System.getProperty("foresight.shared.data", System.getenv(VARIABLE));
    Optional<Path> log =
        (stated == null
                ? Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                    .map(folder -> folder.resolve("shared").resolve("data"))
                : Stream.of(Path.of(stated)))
            .map(folder -> folder.resolve(relativePath))
            .filter(Files::isRegularFile)
            .findFirst();
    assumeTrue(
        log.isPresent(),
        () ->
            "Skipped: there is no "
                + relativePath
                + " in a folder shared/data beside the checkout; set "
                + VARIABLE
                + " to the folder that holds it.");
    return log.orElseThrow();
  }
}
