package org.foresight.kairosyarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;

class MixWorkloadTest {

  /** What has been measured was measured of these. */
  @Test
  void theSameSeedGivesTheSameJobsForEver() {
    List<WorkloadJob> jobs = MixWorkload.of(Mix.HEAVY_TAILED, Scale.FULL, 1).jobs();

    assertThat(jobs.subList(0, 5))
        .extracting(job -> job.id() + " " + job.submitMillis() + " " + job.name())
        .containsExactly(
            "job-001 424 medium long",
            "job-002 5031 medium small",
            "job-003 16824 small",
            "job-004 24653 medium small",
            "job-005 35920 small");
    assertThat(jobs.get(49).submitMillis()).isEqualTo(324_368);
  }

  @Test
  void reducesComeAfterMaps() {
    WorkloadJob job = MixWorkload.alone(Category.LONG, Scale.FULL).jobs().get(0);

    assertThat(job.stages()).hasSize(2);
    assertThat(job.stages().get(0).taskMillis().asList()).hasSize(15).containsOnly(9_792L);
    assertThat(job.stages().get(1).taskMillis().asList()).hasSize(4).containsOnly(9_792L);
    assertThat(job.stages().get(1).parents().asList()).containsExactly(0);
    assertThat(job.isSlo()).isFalse();
  }

  @Test
  void historyIsOfTheSameJobsWithWhatYarnAdds() {
    Workload workload = MixWorkload.of(Mix.UNIFORM, Scale.FULL, 1);

    assertThat(workload.history())
        .hasSize(30)
        .allMatch(job -> job.submitMillis() < 0)
        .filteredOn(job -> job.name().equals("small"))
        .hasSize(10)
        .allMatch(job -> job.taskMillis().equals(List.of(1_413L, 1_413L)))
        .allMatch(job -> job.user().equals(workload.jobs().get(0).user()))
        .allMatch(job -> job.queue().equals(workload.jobs().get(0).queue()));
  }

  @Test
  void warmUpJobsAreNoneOfTheMix() {
    assertThat(MixWorkload.warmUp(Scale.FULL).jobs())
        .hasSize(12)
        .allMatch(job -> job.name().equals("warm-up") && job.workMillis() == 200);
  }
}
