package org.foresight.kairosyarn;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.foresight.traces.WorkloadJob;

/** Records of runs that nobody has done: every job takes a multiple of its time alone. */
final class MadeUpRuns {

  private MadeUpRuns() {}

  /** What a job of a category takes alone in these. */
  static double aloneSeconds(Category category) {
    return switch (category) {
      case SMALL -> 1;
      case MEDIUM_SMALL -> 2;
      case MEDIUM -> 3;
      case MEDIUM_LONG -> 4;
      case LONG -> 5;
    };
  }

  /**
   * A run.
   *
   * @param slowdowns how many times longer all jobs of a scheduler take than alone
   */
  static RunRecord of(RunSpec spec, Map<YarnSystem, Double> slowdowns) {
    return switch (spec.key().experiment()) {
      case ALONE -> alone(spec);
      case HEAVY_TAILED, UNIFORM -> mix(spec, slowdowns.getOrDefault(spec.key().system(), 1.0));
      case AGENT ->
          record(
              spec,
              ImmutableList.of(
                  new Sample(Sample.ALONE, 2),
                  new Sample(Sample.ALONE, 2.2),
                  new Sample(Sample.BESIDE, 2.5),
                  new Sample(Sample.BESIDE, 2.9),
                  new Sample(Sample.SILENCE, 1),
                  new Sample(Sample.SILENCE, 4.4)),
              ImmutableMap.of(Figure.LOST_TASKS, 0.0, Figure.LOAD_AVERAGE, 0.1));
    };
  }

  private static RunRecord alone(RunSpec spec) {
    ImmutableList.Builder<Sample> samples = ImmutableList.builder();
    for (Category category : Category.values()) {
      samples.add(new Sample(category.title(), aloneSeconds(category)));
    }
    return record(spec, samples.build(), ImmutableMap.of(Figure.LOAD_AVERAGE, 0.3));
  }

  private static RunRecord mix(RunSpec spec, double slowdown) {
    ImmutableList.Builder<Sample> samples = ImmutableList.builder();
    for (WorkloadJob job : MixWorkload.of(spec.mix(), spec.scale(), spec.seed()).jobs()) {
      for (Category category : Category.values()) {
        if (category.title().equals(job.name())) {
          samples.add(new Sample(category.title(), slowdown * aloneSeconds(category)));
        }
      }
    }
    return record(
        spec,
        samples.build(),
        ImmutableMap.<Figure, Double>builder()
            .put(Figure.UNFINISHED, 0.0)
            .put(Figure.LOST_TASKS, 0.0)
            .put(Figure.LOAD_AVERAGE, 0.2)
            .put(Figure.ELAPSED_SECONDS, 400.0)
            .put(Figure.TASK_CPU_SECONDS, 600.0)
            .put(Figure.MANAGER_CPU_SECONDS, 40.0)
            .put(Figure.NODE_CPU_SECONDS, 20.0)
            .put(Figure.AGENT_CPU_SECONDS, 2.0)
            .put(Figure.MASTERS_CPU_SECONDS, 28.0)
            .buildOrThrow());
  }

  private static RunRecord record(
      RunSpec spec, ImmutableList<Sample> samples, ImmutableMap<Figure, Double> figures) {
    RunKey key = spec.key();
    return new RunRecord(
        spec.fingerprint(), key.experiment(), key.system(), key.repeat(), samples, figures);
  }
}
