package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.nio.file.Path;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.SharedData;
import org.foresight.traces.TraceSurvey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads whole real traces; the numbers of jobs and tasks were counted by other means. */
final class RealTracesTest {

  @ParameterizedTest
  @CsvSource({
    "swf-ctc-sp2-1996/ctc-sp2-1996.swf.gz, SWF, 77199, 848268, 336",
    "swf-kth-sp2-1996/kth-sp2-1996.swf.gz, SWF, 28481, 218429, 100",
    "swf-sdsc-sp2-1998/sdsc-sp2-1998.swf.gz, SWF, 54006, 664089, 128",
    "swf-llnl-atlas-2006/llnl-atlas-2006.swf.gz, SWF, 36600, 16455288, 9120",
    "google2011-tasks/jobs.tr.gz, TR, 10000, 312558, 4950",
    "hawk-yahoo-derived/yh1_sub.tr.gz, TR, 2910, 122878, 3035",
    "hawk-yahoo-derived/yh2_sub.tr.gz, TR, 3363, 137029, 3616",
    "philly-jobs/jobs.csv.gz, PHILLY, 82247, 107235, 128",
    "swim-facebook/FB-2009_samples_24_times_1hr_0.tsv.gz, SWIM, 5894, 237391, 56262",
    "swim-facebook/FB-2009_samples_24_times_1hr_1.tsv.gz, SWIM, 6638, 282909, 12504",
    "swim-facebook/FB-2010_samples_24_times_1hr_0.tsv.gz, SWIM, 24442, 8829930, 87307"
  })
  void readsEveryJob(String name, TraceFormat format, long jobs, long tasks, int widest)
      throws IOException {
    Path file = SharedData.require(name);
    assertThat(TraceFormat.detect(file)).isEqualTo(format);
    TraceSurvey survey = survey(file, format);
    assertThat(survey.jobs()).isEqualTo(jobs);
    assertThat(survey.tasks()).isEqualTo(tasks);
    assertThat(survey.widestStage()).isEqualTo(widest);
    assertThat(survey.firstSubmitMillis()).isZero();
    assertThat(survey.badLines()).isZero();
  }

  @Test
  void countsTheJobsWithoutARunTime() throws IOException {
    assertThat(
            survey(
                    SharedData.require("swf-llnl-atlas-2006/llnl-atlas-2006.swf.gz"),
                    TraceFormat.SWF)
                .leftOut())
        .isEqualTo(ImmutableSortedMap.of("run time of zero", 7178L));
    assertThat(
            survey(SharedData.require("swf-kth-sp2-1996/kth-sp2-1996.swf.gz"), TraceFormat.SWF)
                .leftOut())
        .isEqualTo(ImmutableSortedMap.of("run time of zero", 8L));
  }

  @ParameterizedTest
  @CsvSource({
    "swf-ctc-sp2-1996/ctc-sp2-1996.swf.gz, 338, 0.84",
    "swf-kth-sp2-1996/kth-sp2-1996.swf.gz, 100, 0.69",
    "swf-sdsc-sp2-1998/sdsc-sp2-1998.swf.gz, 128, 0.82",
    "swf-llnl-atlas-2006/llnl-atlas-2006.swf.gz, 9216, 0.70"
  })
  void findsTheLoadThatIsKnown(String name, int processors, double load) throws IOException {
    TraceSurvey survey = survey(SharedData.require(name), TraceFormat.SWF);
    assertThat(survey.offeredLoad(processors)).isCloseTo(load, within(0.01));
  }

  @Test
  void needsGpusForThePhillyJobs() throws IOException {
    assertThat(
            survey(SharedData.require("philly-jobs/jobs.csv.gz"), TraceFormat.PHILLY)
                .largestDemand())
        .isEqualTo(ImmutableSortedMap.of("memory-mb", 1024L, "vcores", 1L, "yarn.io/gpu", 1L));
  }

  @ParameterizedTest
  @CsvSource({
    "hadoop-history-samples/wordcount-rumen.json.gz, RUMEN",
    "hadoop-history-samples/2jobs2min-rumen-jh.json.gz, RUMEN",
    "hadoop-history-samples/job_2.4.0-FAILED.jhist.gz, JHIST",
    "spark-event-logs/raw/emr_yarn_attempt1.json.gz, SPARK",
    "spark-event-logs/raw/shell_dynamic_allocation.json.gz, SPARK"
  })
  void tellsTheLogs(String name, TraceFormat format) throws IOException {
    assertThat(TraceFormat.detect(SharedData.require(name))).isEqualTo(format);
  }

  private static TraceSurvey survey(Path file, TraceFormat format) throws IOException {
    BadLines.Skipped skipped = new BadLines.Skipped();
    try (JobStream jobs = TraceOpeners.STANDARD.open(file, format, skipped)) {
      return TraceSurvey.of(jobs, skipped);
    }
  }
}
