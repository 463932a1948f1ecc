package org.foresight.kairosyarn;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.EnumMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Multiset;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.foresight.traces.JobRequest;
import org.foresight.traces.NodePreference;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

/**
 * Makes the jobs of a run. Every run has as many of each category as its share says, in random
 * order, and the paper's load: the arrivals are those of a Poisson process of which so many fall
 * into the time in which the cores, so loaded, hold the tasks of all. Stateless.
 */
final class MixWorkload {

  /** All are hers, so that no queue shares anything out among users. */
  private static final String USER = "ada";

  private static final String QUEUE = "adhoc";

  /** Earlier runs of each category, which schedulers may have learned from. */
  private static final int HISTORY = 10;

  private static final long WARM_UP_TASK_MILLIS = 100;
  private static final long WARM_UP_INTERVAL_MILLIS = 500;

  private MixWorkload() {}

  /** The jobs of a mix, and earlier ones of the same categories. */
  static Workload of(Mix mix, Scale scale, long seed) {
    Random random = new Random(seed);
    List<Category> order = new ArrayList<>(categories(mix, scale.jobs(mix)));
    Collections.shuffle(order, random);
    long heldMillis = order.stream().mapToLong(scale::heldMillis).sum();
    double windowMillis = heldMillis / (Scale.CORES * mix.load());
    ImmutableList<Long> arrivals =
        LongStream.generate(() -> (long) (random.nextDouble() * windowMillis))
            .limit(order.size())
            .sorted()
            .boxed()
            .collect(toImmutableList());
    ImmutableList<WorkloadJob> jobs =
        IntStream.range(0, order.size())
            .mapToObj(
                i ->
                    job(
                        String.format(Locale.ROOT, "job-%03d", i + 1),
                        arrivals.get(i),
                        order.get(i),
                        scale,
                        0))
            .collect(toImmutableList());
    return new Workload(
        mix.title(),
        scale.describe(mix) + ", seed " + seed,
        history(mix.categories(), scale),
        jobs);
  }

  /** As many jobs of each category as the shares say, the largest remainders rounded up. */
  private static ImmutableMultiset<Category> categories(Mix mix, int jobs) {
    Multiset<Category> counts = EnumMultiset.create(Category.class);
    mix.categories().forEach(c -> counts.add(c, (int) (jobs * mix.share(c))));
    mix.categories().stream()
        .sorted(Comparator.comparingDouble(c -> counts.count(c) - jobs * mix.share(c)))
        .limit(jobs - counts.size())
        .toList()
        .forEach(counts::add);
    return ImmutableMultiset.copyOf(counts);
  }

  /** One job of a category, at once. */
  static Workload alone(Category category, Scale scale) {
    return workload("alone", ImmutableList.of(job("alone", 0, category, scale, 0)));
  }

  /** Tiny jobs, one after the other, after which daemons are as quick as they get. */
  static Workload warmUp(Scale scale) {
    return workload(
        "warm-up",
        IntStream.range(0, scale.warmUpJobs())
            .mapToObj(
                i ->
                    job(
                        "warm-up-" + i,
                        i * WARM_UP_INTERVAL_MILLIS,
                        "warm-up",
                        1,
                        1,
                        WARM_UP_TASK_MILLIS))
            .collect(toImmutableList()));
  }

  private static Workload workload(String name, ImmutableList<WorkloadJob> jobs) {
    return new Workload(name, name, ImmutableList.of(), jobs);
  }

  /** What a scheduler sees of a task contains what YARN adds to it. */
  private static ImmutableList<WorkloadJob> history(
      ImmutableSet<Category> categories, Scale scale) {
    return IntStream.range(0, HISTORY)
        .boxed()
        .flatMap(
            i ->
                categories.stream()
                    .map(
                        category ->
                            job(
                                "before-" + i + "-" + category,
                                i - HISTORY,
                                category,
                                scale,
                                Scale.OVERHEAD_MILLIS)))
        .collect(toImmutableList());
  }

  private static WorkloadJob job(
      String id, long submitMillis, Category category, Scale scale, long moreMillis) {
    return job(
        id,
        submitMillis,
        category.title(),
        scale.maps(category),
        scale.reduces(category),
        scale.taskMillis(category) + moreMillis);
  }

  private static WorkloadJob job(
      String id, long submitMillis, String name, int maps, int reduces, long taskMillis) {
    return new WorkloadJob(
        id,
        submitMillis,
        USER,
        name,
        QUEUE,
        OptionalLong.empty(),
        false,
        ImmutableList.of(
            stage(maps, taskMillis, ImmutableIntArray.of()),
            stage(reduces, taskMillis, ImmutableIntArray.of(0))),
        NodePreference.NONE,
        JobRequest.NONE);
  }

  private static WorkloadStage stage(int tasks, long taskMillis, ImmutableIntArray parents) {
    return new WorkloadStage(
        ImmutableLongArray.copyOf(Collections.nCopies(tasks, taskMillis)),
        parents,
        WorkloadStage.ONE_SLOT,
        "");
  }
}
