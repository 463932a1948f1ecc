package org.foresight.benchmarks.slearn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foresight.benchmarks.evaluation.Claim;
import org.foresight.benchmarks.evaluation.Claim.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MustShowTest {

  private static final int SEEDS = 10;

  @TempDir private Path empty;
  private ImmutableList<Trial> trials = ImmutableList.of();

  @BeforeEach
  void layOut() throws IOException {
    trials = Trials.of(false, empty, problem -> {});
  }

  @Test
  void allHoldOfThePapersFiguresAndAPosteriorNearTheOracle() {
    ImmutableList<Claim> claims = claims(ImmutableMap.of(), 1.05);

    assertThat(claims).hasSize(4 + 4 + 4 * 3).allMatch(claim -> claim.verdict() == Verdict.HOLDS);
    assertThat(claims.get(0).measured()).isEqualTo("1.28, n = 10");
    assertThat(claims.get(3).measured()).isEqualTo("1.56, 1.32, 1.28");
    assertThat(claims.get(4).measured()).isEqualTo("gap 1.27, ours 1.05: 81 % closed");
  }

  @Test
  void aPosteriorWorseThanTheBetterOfBothDoesNotHold() {
    assertThat(claims(ImmutableMap.of(), 1.4))
        .filteredOn(claim -> claim.verdict() == Verdict.DOES_NOT_HOLD)
        .extracting(claim -> claim.text().substring(0, 3))
        .contains("(b)", "(c)")
        .doesNotContain("(a)")
        .hasSize(4 + 4 * 3);
  }

  @Test
  void speedUpsFarFromThePapersOrInAnotherOrderDoNotHold() {
    ImmutableList<Claim> claims =
        claims(ImmutableMap.of(Trials.TWO_SIGMA, 1.9, Trials.GOOGLE_2011, 1.2), 1.05);

    assertThat(claims.subList(0, 4))
        .extracting(Claim::verdict)
        .containsExactly(
            Verdict.DOES_NOT_HOLD, Verdict.DOES_NOT_HOLD, Verdict.HOLDS, Verdict.DOES_NOT_HOLD);
  }

  @Test
  void whatWasNotRunIsNotDecided() {
    assertThat(MustShow.of(Results.of(trials, SEEDS, List.of())))
        .hasSize(20)
        .allMatch(claim -> claim.verdict() == Verdict.NOT_RUN)
        .allMatch(claim -> claim.measured().equals("not run"));
  }

  /**
   * The claims where ORACLE's figures are 100, SLearn's 1 ÷ 0.79 of it, and the others as the paper
   * says.
   *
   * @param speedups of SLearn over 3Sigma, where another one than the paper's
   * @param posterior gs-posterior's figures ÷ ORACLE's
   */
  private ImmutableList<Claim> claims(Map<String, Double> speedups, double posterior) {
    List<RunRecord> records = new ArrayList<>();
    for (Trial trial : trials) {
      for (RunSpec run : trial.runs(SEEDS)) {
        double slearn = 100.0 / 0.79;
        double value =
            switch (run.system()) {
              case ORACLE -> 100.0;
              case POSTERIOR -> posterior * 100.0;
              case THREE_SIGMA ->
                  slearn
                      * speedups.getOrDefault(
                          trial.name(), trial.paper().getOrDefault(GsSystem.THREE_SIGMA, 1.0));
              default -> slearn;
            };
        records.add(record(run, value));
      }
    }
    return MustShow.of(Results.of(trials, SEEDS, records));
  }

  private static RunRecord record(RunSpec run, double value) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    for (Figure figure : List.of(Figure.MEAN, Figure.P50, Figure.P90)) {
      figures.put(figure, value);
    }
    return new RunRecord(
        run.fingerprint(), run.key().trial(), run.key().system(), run.seed(), figures);
  }
}
