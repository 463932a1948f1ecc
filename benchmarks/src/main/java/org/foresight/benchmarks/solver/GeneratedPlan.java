package org.foresight.benchmarks.solver;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.foresight.planner.solver.PlanInstance;
import org.foresight.planner.solver.PlanInstance.Job;
import org.foresight.planner.solver.PlanInstance.Option;
import org.foresight.planner.solver.PlanInstance.Profile;
import org.foresight.planner.solver.PlanSolution;
import org.foresight.planner.solver.WarmStart;

/**
 * A plan as 3Sigma's scheduler meets it (§4.3, §5), and the same one slot later. Half of the
 * waiting jobs have a deadline; each prefers three quarters of the partitions and runs 1.5 times
 * longer elsewhere; all together want 1.4 times of what the cluster can give. The cluster is mostly
 * full: of every partition running jobs that can't be stopped hold nearly one half, and best-effort
 * ones that can be another half. The latter are jobs with one option, to go on.
 *
 * <p>Immutable; the same for the same size and seed.
 */
public final class GeneratedPlan {
  /** What all jobs together want, of what the cluster has within the look-ahead. */
  private static final double LOAD = 1.4;

  /** What a job with a deadline is worth against a best-effort one of the same width. */
  private static final double SLO_WEIGHT = 5;

  private static final double PREFERRED_SHARE = 0.75;
  private static final double SLOWDOWN = 1.5;

  /** Mean of the median runtimes, of the look-ahead. */
  private static final double MEDIAN_RUNTIME = 0.25;

  /** Mean runtime on any partition, of the look-ahead: that of what is drawn below. */
  private static final double MEAN_RUNTIME = 1.25 * MEDIAN_RUNTIME;

  /** What of a partition is held by running jobs of either kind. */
  private static final double HELD_BY_EACH = 0.45;

  /** Running jobs hold less and less as they end. */
  private static final double WAITING_LOAD = LOAD - 2 * HELD_BY_EACH * MEDIAN_RUNTIME;

  /** Running jobs that may be stopped, for every waiting one. */
  private static final double STOPPABLE = 0.25;

  /** The part of the jobs that are others one slot later. */
  private static final double REPLACED = 0.05;

  private static final double NEGLIGIBLE = 1e-3;

  private final PlanSize size;
  private final int now;
  private final ImmutableList<Waiting> waiting;
  private final ImmutableList<Running> running;
  private final PlanInstance instance;

  private GeneratedPlan(
      PlanSize size, int now, ImmutableList<Waiting> waiting, ImmutableList<Running> running) {
    this.size = size;
    this.now = now;
    this.waiting = waiting;
    this.running = running;
    var jobs = ImmutableList.<Job>builder();
    waiting.forEach(job -> jobs.add(job.options(size, now)));
    running.forEach(job -> jobs.add(job.option(size, now)));
    instance = new PlanInstance(size.slots(), capacities(size, now), jobs.build());
  }

  /** A plan of a size; the seed says which. */
  public static GeneratedPlan of(PlanSize size, long seed) {
    var random = new SplittableRandom(seed);
    var waiting = ImmutableList.<Waiting>builder();
    for (int j = 0; j < size.jobs(); j++) {
      waiting.add(Waiting.draw(random.split(), size, 0, "waiting-" + j, j % 2 == 0));
    }
    var running = ImmutableList.<Running>builder();
    int stoppable = (int) Math.ceil(STOPPABLE * size.jobs());
    for (int j = 0; j < stoppable; j++) {
      running.add(Running.draw(random.split(), size, stoppable, "running-" + j, j));
    }
    return new GeneratedPlan(size, 0, waiting.build(), running.build());
  }

  /** What is to be solved. */
  public PlanInstance instance() {
    return instance;
  }

  /** One slot later, with other jobs in the place of some. */
  GeneratedPlan oneSlotLater(long seed) {
    var random = new SplittableRandom(seed);
    var later = ImmutableList.<Waiting>builder();
    for (Waiting job : waiting) {
      boolean replaced = random.nextDouble() < REPLACED;
      RandomGenerator own = random.split();
      later.add(replaced ? Waiting.draw(own, size, now + 1, job.id + "'", job.slo) : job);
    }
    return new GeneratedPlan(size, now + 1, later.build(), running);
  }

  /**
   * What a solution of the plan one slot earlier teaches about this one: a job is to start when it
   * was to start, those that were to start by now start now, and what a slot's capacity was worth
   * it is worth again; the new last slot is worth what the old one was.
   */
  WarmStart after(GeneratedPlan earlier, PlanSolution solution) {
    var choices = ImmutableIntArray.builder();
    for (int j = 0; j < instance.jobs().size(); j++) {
      int choice = solution.choices().get(j);
      Job before = earlier.instance.jobs().get(j);
      Job job = instance.jobs().get(j);
      choices.add(
          choice < 0 || !job.id().equals(before.id())
              ? -1
              : indexOf(job, before.options().get(choice)));
    }
    var prices = ImmutableDoubleArray.builder();
    for (int row = 0; row < solution.prices().length(); row++) {
      boolean last = row % size.slots() == size.slots() - 1;
      prices.add(solution.prices().get(last ? row : row + 1));
    }
    return new WarmStart(choices.build(), prices.build());
  }

  private static int indexOf(Job job, Option earlier) {
    int slot = Math.max(0, earlier.firstSlot() - 1);
    for (int i = 0; i < job.options().size(); i++) {
      Option option = job.options().get(i);
      if (option.firstSlot() == slot && option.blocks().equals(earlier.blocks())) {
        return i;
      }
    }
    return -1;
  }

  private static ImmutableDoubleArray capacities(PlanSize size, int now) {
    var capacities = ImmutableDoubleArray.builder();
    double nodes = (double) size.nodes() / size.partitions();
    for (int p = 0; p < size.partitions(); p++) {
      for (int slot = 0; slot < size.slots(); slot++) {
        // The running jobs have been running for a while, and end one by one.
        double held = HELD_BY_EACH * Math.exp(-(now + slot) / (MEDIAN_RUNTIME * size.slots()));
        capacities.add(nodes * (1 - held));
      }
    }
    return capacities.build();
  }

  private static Profile profile(RuntimeHistogram runtime, double slowdown, double elapsed, int n) {
    return new Profile(
        ImmutableDoubleArray.copyOf(
            IntStream.range(0, n)
                .mapToDouble(slot -> runtime.survival(elapsed, slot / slowdown))
                .takeWhile(survival -> survival >= NEGLIGIBLE)));
  }

  /** A job that waits; times in slots since the first plan. */
  private record Waiting(
      String id,
      boolean slo,
      RuntimeHistogram runtime,
      double width,
      double weight,
      double deadline,
      ImmutableList<Boolean> prefers) {

    static Waiting draw(RandomGenerator random, PlanSize size, int now, String id, boolean slo) {
      double median = MEDIAN_RUNTIME * size.slots() * Math.exp(0.6 * random.nextGaussian() - 0.18);
      RuntimeHistogram runtime = RuntimeHistogram.learned(random, median);
      double meanWidth = WAITING_LOAD * size.nodes() / (size.jobs() * MEAN_RUNTIME);
      double width =
          Math.min(
              0.8 * size.nodes() / size.partitions(),
              Math.ceil(meanWidth * random.nextExponential()));
      double weight = (slo ? SLO_WEIGHT : 1) * random.nextDouble(0.5, 1.5);
      double slack = 0.2 * random.nextInt(1, 5) * runtime.mean();
      double waited = random.nextDouble() * slack;
      double deadline = now + runtime.mean() + slack - waited;
      List<Boolean> prefers = new ArrayList<>();
      for (int p = 0; p < size.partitions(); p++) {
        prefers.add(random.nextDouble() < PREFERRED_SHARE);
      }
      return new Waiting(id, slo, runtime, width, weight, deadline, ImmutableList.copyOf(prefers));
    }

    Job options(PlanSize size, int now) {
      var options = ImmutableList.<Option>builder();
      Profile fast = profile(runtime, 1, 0, size.slots());
      Profile slow = profile(runtime, SLOWDOWN, 0, size.slots());
      for (int p = 0; p < size.partitions(); p++) {
        boolean preferred = prefers.get(p);
        var blocks = ImmutableIntArray.of(p);
        var amounts = ImmutableDoubleArray.of(width);
        for (int start = 0; start < size.slots(); start++) {
          double utility = utility(size, now, start, preferred ? 1 : SLOWDOWN);
          if (utility > NEGLIGIBLE * weight) {
            options.add(new Option(utility, start, preferred ? fast : slow, blocks, amounts));
          }
        }
      }
      return new Job(id, options.build());
    }

    private double utility(PlanSize size, int now, int start, double slowdown) {
      if (slo) {
        return weight * runtime.cdf((deadline - now - start) / slowdown);
      }
      double end = now + start + runtime.mean() * slowdown;
      return weight * (1 - end / (3.0 * size.slots()));
    }
  }

  /** A running best-effort job that may be stopped. */
  private record Running(
      String id,
      RuntimeHistogram runtime,
      double elapsed,
      double width,
      double worth,
      int partition) {

    static Running draw(RandomGenerator random, PlanSize size, int count, String id, int number) {
      RuntimeHistogram runtime = RuntimeHistogram.learned(random, MEDIAN_RUNTIME * size.slots());
      double elapsed = random.nextDouble() * runtime.mean();
      double meanWidth = HELD_BY_EACH * size.nodes() / count;
      double width = Math.max(1, meanWidth * random.nextDouble(0.2, 1.8));
      // What is left to gain, and the work that would be lost.
      double worth = random.nextDouble(0.5, 1.5) * (1 + elapsed / runtime.mean());
      return new Running(id, runtime, elapsed, width, worth, number % size.partitions());
    }

    Job option(PlanSize size, int now) {
      Profile profile = profile(runtime, 1, elapsed + now, size.slots());
      return new Job(
          id,
          ImmutableList.of(
              new Option(
                  worth,
                  0,
                  profile,
                  ImmutableIntArray.of(partition),
                  ImmutableDoubleArray.of(width))));
    }
  }
}
