package org.foresight.planner.policy;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Weighted max-min fairness over several resources by progressive filling (DRF, Ghodsi et al., NSDI
 * 2011, §4): the dominant shares of all rise together, in proportion to their weights, until each
 * has what it wants or a resource that it wants is used up. Then nobody's share can rise without
 * that of another falling that is no larger.
 *
 * <p>Shares are continuous here. O(n log n) for n claimants and few resources.
 */
final class WaterFilling {

  /** A resource is used up when this part of it is left: sums are off by rounding. */
  private static final double ROUNDING = 1e-9;

  /**
   * Who wants what.
   *
   * @param wanted the part of each resource that it wants
   * @param weight how fast its dominant share rises
   */
  record Claim(ImmutableDoubleArray wanted, double weight) {
    double dominantShare() {
      return wanted.stream().max().orElse(0);
    }
  }

  private final List<Claim> claims;
  private final int resources;

  /** The claims that are not settled, the one that is satisfied at the lowest level first. */
  private int[] open;

  /** For each open claim the rate at which it and those after it use up each resource. */
  private double[][] rates;

  private final double[] satisfiedAt;
  private final double[] fractions;

  /** What is still to be given of each resource at this level. */
  private final double[] room;

  private double level;

  private WaterFilling(List<Claim> claims, int resources) {
    this.claims = claims;
    this.resources = resources;
    this.satisfiedAt =
        claims.stream().mapToDouble(claim -> claim.dominantShare() / claim.weight()).toArray();
    this.open =
        IntStream.range(0, claims.size())
            .boxed()
            .sorted(Comparator.comparingDouble(claim -> satisfiedAt[claim]))
            .mapToInt(Integer::intValue)
            .toArray();
    this.rates = rates(open);
    this.fractions = new double[claims.size()];
    this.room = new double[resources];
    Arrays.fill(room, 1.0);
  }

  /**
   * Shares out all there is of each resource.
   *
   * @param resources how many resources there are
   * @return for each claim the fraction, in [0, 1], of what it wants that it gets
   */
  static ImmutableDoubleArray fractions(List<Claim> claims, int resources) {
    WaterFilling filling = new WaterFilling(claims, resources);
    filling.fill();
    return ImmutableDoubleArray.copyOf(filling.fractions);
  }

  private void fill() {
    for (int next = 0; next < open.length; ) {
      int resource = firstUsedUp(next);
      double nextSatisfied = satisfiedAt[open[next]];
      double usedUpAt = resource < 0 ? Double.POSITIVE_INFINITY : usedUpAt(resource, next);
      if (nextSatisfied <= usedUpAt) {
        rise(nextSatisfied, next);
        fractions[open[next]] = 1.0;
        next++;
      } else {
        rise(usedUpAt, next);
        room[resource] = 0; // Else rounding might leave a little for ever.
        settle(next);
        next = 0;
      }
    }
  }

  /** Which resource is used up first while none is satisfied; -1 for none. */
  private int firstUsedUp(int next) {
    int first = -1;
    for (int resource = 0; resource < resources; resource++) {
      if (rates[next][resource] > 0
          && (first < 0 || usedUpAt(resource, next) < usedUpAt(first, next))) {
        first = resource;
      }
    }
    return first;
  }

  private double usedUpAt(int resource, int next) {
    return level + room[resource] / rates[next][resource];
  }

  private void rise(double newLevel, int next) {
    for (int resource = 0; resource < resources; resource++) {
      room[resource] = Math.max(0, room[resource] - (newLevel - level) * rates[next][resource]);
    }
    level = newLevel;
  }

  /** Settles what wants a resource that is used up; only the rest stays open. */
  private void settle(int next) {
    int[] rest = new int[open.length - next];
    int count = 0;
    for (int i = next; i < open.length; i++) {
      int claim = open[i];
      if (wantsUsedUp(claims.get(claim).wanted())) {
        fractions[claim] = level / satisfiedAt[claim];
      } else {
        rest[count++] = claim;
      }
    }
    open = Arrays.copyOf(rest, count);
    rates = rates(open);
  }

  private boolean wantsUsedUp(ImmutableDoubleArray wanted) {
    for (int resource = 0; resource < resources; resource++) {
      if (wanted.get(resource) > 0 && room[resource] <= ROUNDING) {
        return true;
      }
    }
    return false;
  }

  /** Sums from the last claim to the first, so that nothing is ever subtracted from a sum. */
  private double[][] rates(int[] order) {
    double[][] sums = new double[order.length + 1][resources];
    for (int i = order.length - 1; i >= 0; i--) {
      double at = satisfiedAt[order[i]];
      for (int resource = 0; resource < resources; resource++) {
        double wanted = claims.get(order[i]).wanted().get(resource);
        sums[i][resource] = sums[i + 1][resource] + (at > 0 ? wanted / at : 0);
      }
    }
    return sums;
  }
}
