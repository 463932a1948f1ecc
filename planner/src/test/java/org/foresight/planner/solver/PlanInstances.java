package org.foresight.planner.solver;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.foresight.planner.solver.PlanInstance.Job;
import org.foresight.planner.solver.PlanInstance.Option;
import org.foresight.planner.solver.PlanInstance.Profile;

/** Planning problems for the tests, alike to those of 3Sigma's scheduler. */
final class PlanInstances {

  private static final int RESOURCES = 2;
  private static final Profile ONE_SLOT = new Profile(ImmutableDoubleArray.of(1));

  private PlanInstances() {}

  static PlanInstance instance(double[] capacities, Job... jobs) {
    return new PlanInstance(1, ImmutableDoubleArray.copyOf(capacities), ImmutableList.copyOf(jobs));
  }

  static Job job(String id, Option... options) {
    return new Job(id, ImmutableList.copyOf(options));
  }

  /** An option that consumes the amounts in the blocks 0, 1, and so on; a 0 stands for nothing. */
  static Option option(double utility, double... amounts) {
    var blocks = ImmutableIntArray.builder();
    var positive = ImmutableDoubleArray.builder();
    for (int b = 0; b < amounts.length; b++) {
      if (amounts[b] > 0) {
        blocks.add(b);
        positive.add(amounts[b]);
      }
    }
    return new Option(utility, 0, ONE_SLOT, blocks.build(), positive.build());
  }

  /**
   * Half SLO jobs, whose utility drops to 0 past their deadline, and half best-effort jobs, whose
   * utility falls linearly with the start. Each option is a partition and a starting slot; it
   * consumes k · RC(t − s) of memory and of vcores, RC being a survival curve. The jobs want about
   * one and a half times of what the partitions have.
   */
  static PlanInstance clusterLike(RandomGenerator random, int jobCount, int partitions, int slots) {
    double nodes = 4.0 * jobCount / partitions;
    double[] capacities = new double[partitions * RESOURCES * slots];
    for (int p = 0; p < partitions; p++) {
      // Running jobs release what they hold over time.
      double busy = random.nextDouble(0.2, 0.9);
      for (int slot = 0; slot < slots; slot++) {
        double free = nodes * (1 - busy * Math.exp(-slot / (0.4 * slots)));
        capacities[row(p, 0, slot, slots)] = free * 4096;
        capacities[row(p, 1, slot, slots)] = free * 4;
      }
    }
    var jobs = ImmutableList.<Job>builder();
    for (int j = 0; j < jobCount; j++) {
      jobs.add(clusterLikeJob(random, "job" + j, j % 2 == 0, partitions, slots, nodes));
    }
    return new PlanInstance(slots, ImmutableDoubleArray.copyOf(capacities), jobs.build());
  }

  private static Job clusterLikeJob(
      RandomGenerator random, String id, boolean slo, int partitions, int slots, double nodes) {
    double meanRuntime = random.nextDouble(0.15, 0.7) * slots;
    double shape = random.nextDouble(1, 4);
    double width = Math.min(nodes * 0.8, 1 + random.nextExponential() * 5);
    double memory = width * (1024 << random.nextInt(3));
    double vcores = width * (1 + random.nextInt(3));
    double weight = width * (slo ? 20 : 1) * random.nextDouble(0.5, 1.5);
    double deadline = meanRuntime * random.nextDouble(1.1, 2.5);
    int preferred = random.nextInt(partitions);
    var options = ImmutableList.<Option>builder();
    for (int p = 0; p < partitions; p++) {
      double runtime = p == preferred ? meanRuntime : 1.5 * meanRuntime;
      Profile profile = survivalProfile(runtime, shape, slots);
      var blocks = ImmutableIntArray.of(p * RESOURCES, p * RESOURCES + 1);
      var amounts = ImmutableDoubleArray.of(memory, vcores);
      for (int start = 0; start < slots; start++) {
        double utility =
            slo
                ? weight * (1 - survival(deadline - start, runtime, shape))
                : weight * (1 - (start + runtime) / (3.0 * slots));
        if (utility > 1e-6) {
          options.add(new Option(utility, start, profile, blocks, amounts));
        }
      }
    }
    return new Job(id, options.build());
  }

  private static Profile survivalProfile(double runtime, double shape, int slots) {
    return new Profile(
        ImmutableDoubleArray.copyOf(
            IntStream.range(0, slots)
                .mapToDouble(slot -> survival(slot, runtime, shape))
                .takeWhile(survival -> survival > 1e-3)));
  }

  private static int row(int partition, int resource, int slot, int slots) {
    return (partition * RESOURCES + resource) * slots + slot;
  }

  /** The probability that a runtime (Weibull) is longer than a time. */
  private static double survival(double time, double scale, double shape) {
    return time <= 0 ? 1 : Math.exp(-Math.pow(time / scale, shape));
  }
}
