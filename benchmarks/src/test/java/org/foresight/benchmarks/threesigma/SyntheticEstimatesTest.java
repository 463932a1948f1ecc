package org.foresight.benchmarks.threesigma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.foresight.planner.policy.RuntimeSource;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.PointDistribution;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

/** Jobs of two tasks, of 100 s and 50 s. */
class SyntheticEstimatesTest {

  private static final double RUNTIME = 100_000;
  private static final JobFeatures FEATURES = new JobFeatures("user", "name", "queue");
  private static final ImmutableList<WorkloadJob> JOBS =
      IntStream.range(0, 400)
          .mapToObj(i -> job("job-" + i))
          .collect(ImmutableList.toImmutableList());

  @Test
  void aPointIsTheShiftedRuntime() {
    RuntimeSource source = points(0.2).of(JOBS, 1);

    double[] shifts =
        JOBS.stream()
            .map(job -> estimate(source, job.id()))
            .mapToDouble(estimate -> estimate.pointMillis() / RUNTIME - 1)
            .toArray();

    // 400 draws around 0.2 with a deviation of 0.1: the standard error is 0.005.
    double mean = IntStream.range(0, shifts.length).mapToDouble(i -> shifts[i]).average().orElse(0);
    assertThat(mean).isEqualTo(0.2, within(0.02));
    double variance =
        IntStream.range(0, shifts.length)
            .mapToDouble(i -> (shifts[i] - mean) * (shifts[i] - mean))
            .average()
            .orElse(0);
    assertThat(Math.sqrt(variance)).isEqualTo(0.1, within(0.02));
    JobEstimate first = estimate(source, "job-0");
    assertThat(first.span()).isEqualTo(new PointDistribution(first.pointMillis()));
    assertThat(first.meanTaskToSpan()).isEqualTo(0.75);
    assertThat(first.meanWidth()).isEqualTo(2);
  }

  @Test
  void aDistributionIsNormalAroundTheSamePoint() {
    JobEstimate wide = estimate(of(0.0, 0.2).of(JOBS, 1), "job-3");
    double point = estimate(points(0.0).of(JOBS, 1), "job-3").pointMillis();
    Offset<Double> close = within(0.01 * RUNTIME);

    assertThat(wide.pointMillis()).isEqualTo(point);
    assertThat(wide.span().meanMillis()).isEqualTo(point, close);
    assertThat(wide.span().quantile(0.5)).isEqualTo(point, close);
    assertThat(wide.span().quantile(0.8413)).isEqualTo(point + 0.2 * RUNTIME, close);
    assertThat(wide.span().quantile(0.0228)).isEqualTo(point - 0.4 * RUNTIME, close);
  }

  @Test
  void nothingIsBelowZero() {
    JobEstimate estimate = estimate(of(-0.5, 0.5).of(JOBS, 1), "job-0");

    assertThat(estimate.span().minMillis()).isNotNegative();
    // What is cut off makes the rest longer.
    assertThat(estimate.span().meanMillis()).isGreaterThan(1.1 * estimate.pointMillis());
  }

  @Test
  void followsFromTheSeedAndTheIdAlone() {
    JobEstimate estimate = estimate(of(0.0, 0.1).of(JOBS, 1), "job-7");
    ImmutableList<WorkloadJob> alone = ImmutableList.of(job("job-7"));

    assertThat(estimate(of(0.0, 0.1).of(alone, 1), "job-7").pointMillis())
        .isEqualTo(estimate.pointMillis());
    assertThat(estimate(of(0.0, 0.1).of(alone, 2), "job-7").pointMillis())
        .isNotEqualTo(estimate.pointMillis());
    assertThat(of(0.0, 0.1).of(alone, 1).estimate("job-8", FEATURES)).isEmpty();
  }

  @Test
  void saysWhatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> points(-1.0))
        .withMessage("The shift (-1.0) must be finite and above -1.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(0.0, 0.0))
        .withMessage("The cov (0.0) must be above 0 and at most 10.");
  }

  private static SyntheticEstimates points(double shift) {
    return new SyntheticEstimates(shift, OptionalDouble.empty());
  }

  private static SyntheticEstimates of(double shift, double cov) {
    return new SyntheticEstimates(shift, OptionalDouble.of(cov));
  }

  private static JobEstimate estimate(RuntimeSource source, String id) {
    return source.estimate(id, FEATURES).orElseThrow();
  }

  private static WorkloadJob job(String id) {
    return WorkloadJob.ofOneStage(
        id,
        0,
        "user",
        "name",
        "queue",
        OptionalLong.empty(),
        true,
        ImmutableList.of(100_000L, 50_000L));
  }
}
