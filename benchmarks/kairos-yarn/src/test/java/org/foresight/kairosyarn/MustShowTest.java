package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.foresight.benchmarks.evaluation.Claim;
import org.foresight.benchmarks.evaluation.Claim.Verdict;
import org.junit.jupiter.api.Test;

class MustShowTest {
  private static final int REPEATS = 3;
  private static final ImmutableList<RunSpec> PLANNED = RunSpec.all(Scale.FULL, REPEATS, false);
  private static final Map<YarnSystem, Double> AS_AIMED_AT =
      Map.of(
          YarnSystem.FIFO, 10.0,
          YarnSystem.BIGC, 6.0,
          YarnSystem.KAIROS, 4.0,
          YarnSystem.FORESIGHT, 6.0);

  private static Results results(List<RunRecord> records) {
    return Results.of(PLANNED, REPEATS, records);
  }

  private static List<RunRecord> records(Map<YarnSystem, Double> slowdowns) {
    return PLANNED.stream().map(run -> MadeUpRuns.of(run, slowdowns)).toList();
  }

  private static Claim claim(List<Claim> claims, String... words) {
    return claims.stream()
        .filter(claim -> List.of(words).stream().allMatch(claim.text()::contains))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ratiosDecide() {
    ImmutableList<Claim> claims = MustShow.of(results(records(AS_AIMED_AT)));

    Claim median = claim(claims, "heavy-tailed: the p50", "under Kairos", "0.5 times");
    assertThat(median.measured()).isEqualTo("0.40, n = 3");
    assertThat(median.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(claim(claims, "the p50", "under Foresight").verdict())
        .isEqualTo(Verdict.DOES_NOT_HOLD);
    assertThat(claim(claims, "the p99", "under Foresight").verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(claim(claims, "uniform: the p99").measured()).isEqualTo("0.67, n = 3");
  }

  @Test
  void whereRepeatsDisagreeNothingIsDecided() {
    List<RunRecord> records = new ArrayList<>();
    for (RunSpec run : PLANNED) {
      boolean isWorse = run.key().repeat() == 2;
      records.add(
          MadeUpRuns.of(
              run, Map.of(YarnSystem.FIFO, 10.0, YarnSystem.KAIROS, isWorse ? 7.0 : 3.0)));
    }

    assertThat(
            claim(MustShow.of(results(records)), "heavy-tailed: the p50", "under Kairos").verdict())
        .isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void oneRepeatDecidesNoRatio() {
    List<RunRecord> first = records(AS_AIMED_AT).stream().filter(run -> run.repeat() == 1).toList();
    ImmutableList<Claim> claims = MustShow.of(results(first));

    assertThat(claim(claims, "heavy-tailed: the p50", "under Kairos").verdict())
        .isEqualTo(Verdict.UNDECIDED);
    assertThat(claim(claims, "short task").verdict()).isEqualTo(Verdict.HOLDS);
  }

  @Test
  void theAgentIsJudgedByWhatItTakesAndDoes() {
    ImmutableList<Claim> claims = MustShow.of(results(records(AS_AIMED_AT)));

    assertThat(claim(claims, "short task").measured()).isEqualTo("1.29");
    assertThat(claim(claims, "silent").measured()).isEqualTo("4.4 s");
    Claim cost = claim(claims, "agent's thread");
    assertThat(cost.measured()).isEqualTo("0.50 %");
    assertThat(cost.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(claim(claims, "nothing is killed").measured()).isEqualTo("0 in 28 runs");
  }

  @Test
  void whatNobodyHasMeasuredIsSaid() {
    assertThat(MustShow.of(results(List.of())))
        .allMatch(claim -> claim.verdict() == Verdict.NOT_RUN)
        .allMatch(claim -> claim.measured().equals("not run"));
  }
}
