package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foresight.benchmarks.evaluation.Claim;
import org.foresight.benchmarks.evaluation.Claim.Verdict;
import org.junit.jupiter.api.Test;

class MustShowTest {

  private static final ImmutableList<Experiment> EXPERIMENTS =
      PaperExperiments.full(ImmutableList.of()).experiments();
  private static final int SEEDS = 10;

  /** Misses in a hundred SLO jobs as the paper would have them. */
  private static final ImmutableMap<PaperSystem, Integer> MISSES =
      ImmutableMap.<PaperSystem, Integer>builder()
          .put(PaperSystem.THREE_SIGMA, 5)
          .put(PaperSystem.POINT_PERF_EST, 4)
          .put(PaperSystem.POINT_REAL_EST, 18)
          .put(PaperSystem.PRIO, 12)
          .put(PaperSystem.NO_DIST, 15)
          .put(PaperSystem.NO_OE, 9)
          .put(PaperSystem.NO_ADAPT, 5)
          .buildOrThrow();

  @Test
  void allOfThePapersClaimsHoldOfThePapersFigures() {
    ImmutableList<Claim> claims = MustShow.of(results(MISSES, 10.0));

    assertThat(claims).hasSize(16).allMatch(claim -> claim.verdict() == Verdict.HOLDS);
    assertThat(claims)
        .extracting(claim -> claim.text().substring(0, 3))
        .contains("(a)", "(b)", "(c)", "(d)", "(e)");
    assertThat(claims.get(0).measured()).isEqualTo("2.40, n = 30");
    assertThat(claims.get(2).measured())
        .isEqualTo("+0.0 (+0.0 to +0.0) points beyond 1.25 times, n = 30");
  }

  @Test
  void noneHoldsWhereAllSystemsDoTheSameButWorseThanPerfect() {
    Map<PaperSystem, Integer> same = new EnumMap<>(PaperSystem.class);
    MISSES.keySet().forEach(system -> same.put(system, 10));
    same.put(PaperSystem.POINT_PERF_EST, 2);

    ImmutableList<Claim> claims = MustShow.of(results(same, 0.0));

    // Goodput is equal, hence not below.
    assertThat(claims)
        .allSatisfy(
            claim ->
                assertThat(claim.verdict())
                    .as(claim.text())
                    .isEqualTo(
                        claim.text().startsWith("(d)") ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD));
  }

  @Test
  void whatWasNotRunIsNotDecided() {
    ImmutableList<Claim> claims = MustShow.of(Results.of(EXPERIMENTS, SEEDS, List.of()));

    assertThat(claims)
        .hasSize(16)
        .allMatch(claim -> claim.verdict() == Verdict.NOT_RUN)
        .allMatch(claim -> claim.measured().equals("not run"));
  }

  /**
   * All runs, with these misses.
   *
   * @param advantage node-hours of best-effort goodput that 3Sigma has more than the others
   */
  private static Results results(Map<PaperSystem, Integer> misses, double advantage) {
    List<RunRecord> records = new ArrayList<>();
    for (Experiment experiment : EXPERIMENTS) {
      for (RunSpec run : experiment.runs(SEEDS)) {
        double more = run.system() == PaperSystem.THREE_SIGMA ? advantage : 0.0;
        Integer missed = misses.get(run.system());
        records.add(Records.of(run, missed == null ? 0 : missed, 100, 200 + more));
      }
    }
    return Results.of(EXPERIMENTS, SEEDS, records);
  }
}
