package org.foresight.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JobStreamsTest {

  private static final Path FILE = Path.of("a.tr");

  @Test
  void putsJobsInTheOrderOfSubmissionAndKeepsTheOrderOfThoseSubmittedAtOnce() throws IOException {
    JobLines jobs =
        Jobs.lines(
            ImmutableList.of(
                Jobs.job("c", 30), Jobs.job("a", 10), Jobs.job("d", 30), Jobs.job("b", 20)));
    assertThat(Jobs.all(JobStreams.inSubmissionOrder(jobs, FILE, 2, BadLines.STRICT)))
        .extracting(WorkloadJob::id)
        .containsExactly("a", "b", "c", "d");
  }

  @Test
  void namesAJobThatComesLaterThanTheBoundAllows() {
    JobLines jobs =
        Jobs.lines(ImmutableList.of(Jobs.job("b", 20), Jobs.job("c", 30), Jobs.job("a", 10)));
    assertThatThrownBy(() -> Jobs.all(JobStreams.inSubmissionOrder(jobs, FILE, 1, BadLines.STRICT)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            "a.tr, line 3: the job \"a\" is submitted 10 ms before the job \"b\", which comes more than 1 job"
                + " earlier; accepted: submit times that go back by at most 1 job.");
  }

  @Test
  void leavesOutAJobThatComesTooLateWhereBadLinesAreSkipped() throws IOException {
    JobLines jobs =
        Jobs.lines(
            ImmutableList.of(
                Jobs.job("b", 20), Jobs.job("c", 30), Jobs.job("a", 10), Jobs.job("d", 40)));
    BadLines.Skipped skipped = new BadLines.Skipped();
    assertThat(Jobs.all(JobStreams.inSubmissionOrder(jobs, FILE, 1, skipped)))
        .extracting(WorkloadJob::id)
        .containsExactly("b", "c", "d");
    assertThat(skipped.count()).isEqualTo(1);
  }

  @Test
  void startsTheClockWithTheFirstJob() throws IOException {
    WorkloadJob first = Jobs.job("a", 70);
    WorkloadJob second = first.at("b", 100, OptionalLong.of(500));
    assertThat(
            Jobs.all(JobStreams.fromFirstSubmission(JobStream.of(ImmutableList.of(first, second)))))
        .containsExactly(Jobs.job("a", 0), Jobs.job("b", 0).at("b", 30, OptionalLong.of(430)));
  }

  @Test
  void makesNoJobAGangAndLeavesItOtherwiseAsItIs() throws IOException {
    WorkloadJob gang =
        WorkloadJob.ofOneStage(
            "a", 7, "ann", "job", "etl", OptionalLong.of(90), true, ImmutableList.of(3L, 4L));
    assertThat(Jobs.all(JobStreams.withIndependentTasks(JobStream.of(ImmutableList.of(gang)))))
        .containsExactly(
            WorkloadJob.ofOneStage(
                "a", 7, "ann", "job", "etl", OptionalLong.of(90), false, ImmutableList.of(3L, 4L)));
  }

  @Test
  void endsAfterTheFirstJobsWithoutReadingOn() throws IOException {
    JobStream jobs =
        JobStreams.inSubmissionOrder(
            Jobs.lines(ImmutableList.of(Jobs.job("a", 1), Jobs.job("b", 2), Jobs.job("c", 3))),
            FILE,
            1,
            BadLines.STRICT);
    assertThat(ImmutableList.copyOf(JobStreams.first(jobs, 2)))
        .extracting(WorkloadJob::id)
        .containsExactly("a", "b");
    assertThat(jobs.next().id()).isEqualTo("c");
    assertThatThrownBy(jobs::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void keepsTheJobsOfAWindow() throws IOException {
    JobStream jobs =
        JobStream.of(
            ImmutableList.of(
                Jobs.job("a", 9), Jobs.job("b", 10), Jobs.job("c", 19), Jobs.job("d", 20)));
    assertThat(Jobs.all(JobStreams.submittedBetween(jobs, 10, 20)))
        .extracting(WorkloadJob::id)
        .containsExactly("b", "c");
  }

  @Test
  void scalesSubmissionsAndMovesDeadlinesAlong() throws IOException {
    WorkloadJob job = Jobs.job("a", 0).at("a", 100, OptionalLong.of(1300));
    assertThat(Jobs.all(JobStreams.withSubmissionsScaled(JobStream.of(ImmutableList.of(job)), 2.5)))
        .containsExactly(job.at("a", 250, OptionalLong.of(1450)));
  }

  @Test
  void givesTheLoadThatIsAskedFor() throws IOException {
    ImmutableList<WorkloadJob> jobs = manyJobs(200);
    double factor = TraceSurvey.of(JobStream.of(jobs)).factorForLoad(7, 1.4);
    TraceSurvey scaled =
        TraceSurvey.of(JobStreams.withSubmissionsScaled(JobStream.of(jobs), factor));
    assertThat(scaled.offeredLoad(7)).isCloseTo(1.4, within(0.001));
  }

  @Test
  void leavesOutAndCountsGangsThatNeverFit() {
    JobStream jobs =
        JobStreams.withoutGangsWiderThan(
            JobStream.of(
                ImmutableList.of(
                    Jobs.job("wide gang", 0, true, 1L, 1L, 1L),
                    Jobs.job("wide", 0, false, 1L, 1L, 1L),
                    Jobs.job("gang", 0, true, 1L, 1L))),
            2);
    assertThat(ImmutableList.copyOf(jobs))
        .extracting(WorkloadJob::id)
        .containsExactly("wide", "gang");
    assertThat(jobs.leftOut())
        .isEqualTo(ImmutableSortedMap.of("gang wider than all slots (2)", 1L));
  }

  @Test
  void tellsOfWhatWasLeftOutBeneath() {
    JobStream inner =
        JobStreams.withoutGangsWiderThan(
            JobStream.of(ImmutableList.of(Jobs.job("a", 0, true, 1L, 1L), Jobs.job("b", 1))), 1);
    JobStream outer = JobStreams.first(JobStreams.fromFirstSubmission(inner), 5);
    outer.forEachRemaining(job -> {});
    assertThat(outer.leftOut()).containsEntry("gang wider than all slots (1)", 1L);
  }

  @Test
  void assignsDeadlinesToAShareOfTheJobs() throws IOException {
    ImmutableList<WorkloadJob> jobs = manyJobs(2000);
    ImmutableList<WorkloadJob> assigned =
        Jobs.all(JobStreams.withDeadlines(JobStream.of(jobs), 0.3, 7));
    assertThat(assigned.stream().filter(WorkloadJob::isSlo).count()).isBetween(500L, 700L);
    assertThat(assigned.stream().filter(WorkloadJob::isSlo).map(JobStreamsTest::slackPercent))
        .containsOnly(20L, 40L, 60L, 80L);
  }

  @Test
  void assignsNoOrAllDeadlinesAtTheEnds() throws IOException {
    ImmutableList<WorkloadJob> jobs = manyJobs(200);
    assertThat(Jobs.all(JobStreams.withDeadlines(JobStream.of(jobs), 0.0, 7))).isEqualTo(jobs);
    assertThat(Jobs.all(JobStreams.withDeadlines(JobStream.of(jobs), 1.0, 7)))
        .allMatch(WorkloadJob::isSlo);
  }

  @Test
  void assignsByTheJobAndNotByItsPlace() throws IOException {
    ImmutableList<WorkloadJob> jobs = manyJobs(300);
    assertThat(Jobs.all(JobStreams.withDeadlines(JobStream.of(jobs.reverse()), 0.5, 7)).reverse())
        .isEqualTo(Jobs.all(JobStreams.withDeadlines(JobStream.of(jobs), 0.5, 7)))
        .isNotEqualTo(Jobs.all(JobStreams.withDeadlines(JobStream.of(jobs), 0.5, 8)));
  }

  @Test
  void keepsTheDeadlinesOfASmallerShare() throws IOException {
    ImmutableList<WorkloadJob> jobs = manyJobs(300);
    assertThat(Jobs.all(JobStreams.withDeadlines(JobStream.of(jobs), 0.8, 7)))
        .containsAll(
            Jobs.all(JobStreams.withDeadlines(JobStream.of(jobs), 0.4, 7)).stream()
                .filter(WorkloadJob::isSlo)
                .toList());
  }

  @Test
  void leavesDeadlinesThatAreThereAlone() throws IOException {
    WorkloadJob job = Jobs.job("a", 0).at("a", 0, OptionalLong.of(5));
    assertThat(Jobs.all(JobStreams.withDeadlines(JobStream.of(ImmutableList.of(job)), 1.0, 7)))
        .containsExactly(job);
  }

  @Test
  void closesWhatItIsMadeOf() throws IOException {
    ClosingStream stream = new ClosingStream();
    JobStreams.first(JobStreams.fromFirstSubmission(stream), 1).close();
    assertThat(stream.closed).isTrue();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, -1.0, Double.NaN, 100_001.0})
  void refusesAFactorOutOfRange(double factor) {
    JobStream none = JobStream.of(ImmutableList.of());
    assertThatThrownBy(() -> JobStreams.withSubmissionsScaled(none, factor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The factor (" + factor + ") must be positive and at most 100000.0.");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void refusesAShareOutOfRange(double share) {
    JobStream none = JobStream.of(ImmutableList.of());
    assertThatThrownBy(() -> JobStreams.withDeadlines(none, share, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The sloShare (" + share + ") must be in [0, 1].");
  }

  private static long slackPercent(WorkloadJob job) {
    long given = job.deadlineMillis().orElseThrow() - job.submitMillis() - job.spanMillis();
    return 100 * given / job.spanMillis();
  }

  private static ImmutableList<WorkloadJob> manyJobs(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> Jobs.job("job-" + i, 1000L * i, false, 500L, 100L * (i % 7 + 1)))
        .collect(ImmutableList.toImmutableList());
  }

  private static final class ClosingStream implements JobStream {
    private boolean closed;

    @Override
    public boolean hasNext() {
      return false;
    }

    @Override
    public WorkloadJob next() {
      throw new NoSuchElementException("There is no job.");
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
