package org.foresight.cli.predict;

import com.google.common.math.Quantiles;
import com.google.common.primitives.Longs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.LearnedState;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.evaluation.ExperienceScorer;
import org.foresight.predictor.evaluation.Replay;
import org.foresight.predictor.evaluation.ReplayedJob;

/** Asks one predictor about all jobs of one or more traces. Not thread-safe. */
final class Evaluation {

  /** Of shorter jobs a relative error says little. */
  static final long SHORTEST_MILLIS = 10_000;

  private static final double NANOS_PER_MICRO = 1_000;

  private final Supplier<RuntimePredictor> predictor;
  private final LongSupplier cpuNanos;
  private final LongSupplier usedHeapBytes;
  private final ExperienceScorer together = new ExperienceScorer();
  private final List<Long> togetherNanos = new ArrayList<>();
  private double bytes;
  private long values;

  /**
   * @param predictor makes one that knows nothing
   * @param cpuNanos the CPU time of this thread, by which answers are measured
   * @param usedHeapBytes how much of the heap is in use once garbage is collected
   */
  Evaluation(
      Supplier<RuntimePredictor> predictor, LongSupplier cpuNanos, LongSupplier usedHeapBytes) {
    this.predictor = predictor;
    this.cpuNanos = cpuNanos;
    this.usedHeapBytes = usedHeapBytes;
  }

  /** Asks about a trace; a fresh predictor answers. */
  PredictorScores of(EvaluatedTrace trace) {
    long bytesBefore = usedHeapBytes.getAsLong();
    Timed timed = new Timed(predictor.get());
    ExperienceScorer scorer = new ExperienceScorer();
    Replay replay = new Replay(timed);
    for (ReplayedJob job : trace.jobs()) {
      Optional<JobEstimate> answer = replay.submit(job);
      long actualMillis = job.outcome().spanMillis();
      if (actualMillis >= SHORTEST_MILLIS) {
        scorer.add(answer, actualMillis);
        together.add(answer, actualMillis);
      }
    }
    replay.finish();
    togetherNanos.addAll(timed.nanos);
    OptionalDouble bytesPerValue = OptionalDouble.empty();
    if (timed.predictor instanceof LearnedState state && state.valueCount() > 0) {
      double used = Math.max(0, usedHeapBytes.getAsLong() - bytesBefore - timed.bytes());
      bytes += used;
      values += state.valueCount();
      bytesPerValue = OptionalDouble.of(used / state.valueCount());
    }
    return PredictorScores.of(timed.name(), scorer, p99Micros(timed.nanos), bytesPerValue);
  }

  /** Over all traces so far. */
  PredictorScores together(String name) {
    return PredictorScores.of(
        name,
        together,
        p99Micros(togetherNanos),
        values == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / values));
  }

  private static OptionalDouble p99Micros(List<Long> nanos) {
    return nanos.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Quantiles.percentiles().index(99).compute(Longs.toArray(nanos)) / NANOS_PER_MICRO);
  }

  /** Measures how long answers take. */
  private final class Timed implements RuntimePredictor {
    private static final int BYTES_PER_TIMING = 24;

    private final RuntimePredictor predictor;
    private final List<Long> nanos = new ArrayList<>();

    Timed(RuntimePredictor predictor) {
      this.predictor = predictor;
    }

    /** What the measurements themselves take up. */
    long bytes() {
      return (long) BYTES_PER_TIMING * nanos.size();
    }

    @Override
    public String name() {
      return predictor.name();
    }

    @Override
    public Optional<JobEstimate> predict(JobFeatures features) {
      long begin = cpuNanos.getAsLong();
      Optional<JobEstimate> answer = predictor.predict(features);
      nanos.add(cpuNanos.getAsLong() - begin);
      return answer;
    }

    @Override
    public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
      predictor.learn(features, outcome, given);
    }
  }
}
