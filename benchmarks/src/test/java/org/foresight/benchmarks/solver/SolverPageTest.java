package org.foresight.benchmarks.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foresight.benchmarks.KeptSections;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.PlanSolvers;
import org.foresight.planner.solver.SolverBudget;
import org.foresight.planner.solver.WarmStart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolverPageTest {
  private static final PrintStream NOWHERE =
      new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

  /** The quick programme: the numbers are real, if small. */
  @Test
  void measuresEverySizeAndKeepsTheNotes(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path before = folder.resolve("page.md");
    Files.writeString(before, "# x\n<!-- notes:begin -->\nBy hand.\n<!-- notes:end -->\n");
    List<String> asked = new ArrayList<>();
    OtherSolvers others =
        (instance, solver, seconds) -> {
          asked.add(solver);
          return new OtherSolvers.Answer(Double.NaN, Double.NaN, false);
        };

    String page =
        new SolverPage(SolverSizes.QUICK, Optional.of(others), NOWHERE)
            .write(KeptSections.of(before, ImmutableSet.of(SolverPage.NOTES)));

    assertThat(page)
        .contains(
            "| aim | S | M |",
            "| warm, 0.05 CPU-s: at least the per cent stated |",
            "| S | 20 × 2 × 10 | 64 |",
            "| M | 100 × 3 × 20 | 256 |",
            "| S | SCIP | – |",
            "| M | ojAlgo |",
            "<!-- notes:begin -->\nBy hand.\n<!-- notes:end -->");
    assertThat(asked).contains("GLOP", "SCIP", "SAT");
  }

  @Test
  void thereMustBeSeeds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SolverSizes.QUICK.withSeeds(0))
        .withMessage("The number of seeds (0) must be positive.");
  }

  @Test
  void aSizeIsMeasuredOnce() {
    PlanSize small = PlanSize.of("S");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> SolverSizes.QUICK.withSizes(ImmutableList.of(small, small)))
        .withMessage("A size is there twice: [S, S].");
  }

  @Test
  void namesAnUnknownSize() {
    assertThatThrownBy(() -> PlanSize.of("Q"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There is no size (Q); there are S, M, L, P, W, X and H.");
  }

  @Test
  void plansAreReproducibleAndAboutAsLargeAsTheyShouldBe() {
    PlanSize size = PlanSize.of("L");

    PlanInstance plan = GeneratedPlan.of(size, 1).instance();

    assertThat(plan).isEqualTo(GeneratedPlan.of(size, 1).instance());
    assertThat(plan).isNotEqualTo(GeneratedPlan.of(size, 2).instance());
    assertThat(plan.jobs()).hasSize(500);
    assertThat(plan.jobs().stream().mapToInt(job -> job.options().size()).sum())
        .isBetween(28_000, 35_000);
  }

  @Test
  void aSlotLaterMostOfThePlanStillFits() {
    GeneratedPlan plan = GeneratedPlan.of(PlanSize.of("M"), 1);
    GeneratedPlan later = plan.oneSlotLater(7);
    PlanSolution solution =
        PlanSolvers.create("default").solve(plan.instance(), SolverBudget.ofWorkUnits(20_000));

    WarmStart warmStart = later.after(plan, solution);

    PlanSolution kept =
        PlanSolvers.create("default")
            .solve(later.instance(), warmStart, new SolverBudget(0, () -> true));
    assertThat(kept.objective()).isBetween(0.6 * solution.objective(), solution.objective());
    // The second slot is the first now.
    assertThat(warmStart.prices().get(0)).isEqualTo(solution.prices().get(1));
  }

  @Test
  void checksWhatAnotherSolverChose(@TempDir Path folder) throws IOException {
    PlanInstance plan = GeneratedPlan.of(PlanSize.of("S"), 1).instance();
    PlanFile file = PlanFile.write(plan, folder.resolve("plan"));

    assertThat(file.objective(ImmutableIntArray.of())).isZero();
    assertThat(file.objective(ImmutableIntArray.of(0))).isPositive();
    assertThatThrownBy(() -> file.objective(ImmutableIntArray.of(0, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("More than one option of job 0 is chosen.");
  }
}
