package org.foresight.planner.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.foresight.planner.policy.WaterFilling.Claim;
import org.junit.jupiter.api.Test;

class WaterFillingPropertyTest {

  private static final int RESOURCES = 2;
  private static final double ROUNDING = 1e-6;

  @Provide
  Arbitrary<List<Claim>> claims() {
    Arbitrary<Double> wanted = Arbitraries.of(0.0, 0.001, 0.1, 0.25, 0.5, 1.0, 7.0);
    Arbitrary<Double> weight = Arbitraries.of(1e-9, 0.1, 1.0, 3.0);
    return Combinators.combine(wanted, wanted, weight)
        .as((memory, cores, factor) -> claim(factor, memory, cores))
        .list()
        .ofMaxSize(12);
  }

  /**
   * Who does not get all wants something that is used up, of which nobody else has a larger part in
   * proportion, unless that is settled by another resource.
   */
  @Property(tries = 500)
  void isMaxMinFair(@ForAll("claims") List<Claim> claims) {
    ImmutableDoubleArray fractions = WaterFilling.fractions(claims, RESOURCES);

    double[] used = new double[RESOURCES];
    for (int i = 0; i < claims.size(); i++) {
      assertThat(fractions.get(i)).isBetween(0.0, 1.0);
      for (int resource = 0; resource < RESOURCES; resource++) {
        used[resource] += fractions.get(i) * claims.get(i).wanted().get(resource);
      }
    }
    for (double part : used) {
      assertThat(part).isLessThanOrEqualTo(1 + ROUNDING);
    }
    for (int i = 0; i < claims.size(); i++) {
      if (fractions.get(i) < 1 - ROUNDING) {
        assertThat(isBottlenecked(i, claims, fractions, used)).as("claim %s", i).isTrue();
      }
    }
  }

  /** Whether it wants a used-up resource and no other that wants it has risen higher. */
  private static boolean isBottlenecked(
      int claim, List<Claim> claims, ImmutableDoubleArray fractions, double[] used) {
    for (int resource = 0; resource < RESOURCES; resource++) {
      if (claims.get(claim).wanted().get(resource) > 0 && used[resource] >= 1 - ROUNDING) {
        double level = level(claim, claims, fractions);
        boolean highest = true;
        for (int other = 0; other < claims.size(); other++) {
          highest &=
              claims.get(other).wanted().get(resource) == 0
                  || level(other, claims, fractions) <= level * (1 + ROUNDING) + 1e-12;
        }
        if (highest) {
          return true;
        }
      }
    }
    return false;
  }

  private static double level(int claim, List<Claim> claims, ImmutableDoubleArray fractions) {
    return fractions.get(claim) * claims.get(claim).dominantShare() / claims.get(claim).weight();
  }

  @Test
  void sharesByWeightAndGivesOnWhatIsNotWanted() {
    List<Claim> claims = List.of(claim(1, 1, 1), claim(0.1, 1, 1), claim(0.01, 0.01, 0.01));

    ImmutableDoubleArray fractions = WaterFilling.fractions(claims, RESOURCES);

    // 0.01 would be more than its weight's part of 1/1.11, so all three are in proportion.
    assertThat(fractions.get(0)).isCloseTo(1 / 1.11, within(1e-12));
    assertThat(fractions.get(1)).isCloseTo(0.1 / 1.11, within(1e-12));
    assertThat(fractions.get(2)).isCloseTo(1 / 1.11, within(1e-12));
  }

  @Test
  void whoDoesNotWantWhatIsUsedUpGoesOnRising() {
    List<Claim> claims = List.of(claim(1, 1, 0), claim(1, 1, 0.5), claim(1, 0, 1));

    ImmutableDoubleArray fractions = WaterFilling.fractions(claims, RESOURCES);

    // Memory is used up at 1/2 each; then the third takes what is left of the cores.
    assertThat(fractions.asList()).containsExactly(0.5, 0.5, 0.75);
  }

  private static Claim claim(double weight, double memory, double cores) {
    return new Claim(ImmutableDoubleArray.of(memory, cores), weight);
  }
}
