package org.foresight.benchmarks.slearn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkQueriesTest {

  private static final int JOBS = 30;
  private static final String HEADER = "size,query,stage,executors,wave,durations_ms\n";

  @TempDir private Path folder;

  @BeforeEach
  void measure() throws IOException {
    StringBuilder tasks = new StringBuilder(HEADER);
    for (int executors : new int[] {10, 50, 100}) {
      tasks.append("2g,1,0,").append(executors).append(",rest,20 30\n");
      tasks.append("2g,1,0,").append(executors).append(",first,90 ").append(executors).append('\n');
      tasks.append("2g,1,0,").append(executors).append(",fresh,90\n");
      tasks.append("2g,1,1,").append(executors).append(",first,7\n");
    }
    tasks.append("2g,2,0,50,first,5\n"); // Not measured with 10 and 100.
    write("tasks.csv.gz", tasks.toString());
    write("dag.csv.gz", "size,query,parent_stage,child_stage\n2g,1,0,1\n2g,2,0,1\n");
  }

  @Test
  void jobsAreQueriesWithTheTasksOfTheFirstWaveFirst() throws IOException {
    ImmutableList<WorkloadJob> jobs = jobs(source(3).jobs());

    assertThat(jobs).hasSize(JOBS);
    WorkloadJob job = jobs.get(0);
    assertThat(job.name()).isEqualTo("tpch-q1-2g");
    assertThat(job.stages()).hasSize(2);
    assertThat(job.stages().get(0).taskMillis().asList()).containsExactly(90L, 50L, 20L, 30L);
    assertThat(job.stages().get(1).parents().asList()).containsExactly(0);
    double work = jobs.stream().mapToDouble(WorkloadJob::workMillis).sum();
    assertThat(work / Trials.NODES / jobs.get(JOBS - 1).submitMillis()).isCloseTo(1.0, within(0.1));
    assertThat(jobs(source(3).jobs())).isEqualTo(jobs);
  }

  @Test
  void historyIsOfOtherNumbersOfExecutorsAndHasEndedBefore() throws IOException {
    ImmutableList<WorkloadJob> history = jobs(source(3).history());

    assertThat(history)
        .extracting(job -> job.stages().get(0).taskMillis().get(1))
        .containsExactly(10L, 100L);
    assertThat(history)
        .allSatisfy(job -> assertThat(job.submitMillis() + job.workMillis()).isNotPositive());
  }

  @Test
  void aNumberThatIsNoneIsToldOfWithItsLine() throws IOException {
    write("tasks.csv.gz", HEADER + "2g,1,0,ten,first,5\n");

    assertThatIOException()
        .isThrownBy(() -> source(1))
        .withMessageContaining("tasks.csv.gz, line 2: ")
        .withMessageContaining("ten");
  }

  @Test
  void measurementsOfWhichNoneIsWholeAreRefused() throws IOException {
    write("tasks.csv.gz", HEADER + "2g,1,0,50,first,5\n");

    assertThatIOException()
        .isThrownBy(() -> source(1))
        .withMessageEndingWith("no query was measured with each of [50, 10, 100] executors.");
  }

  private WorkloadSource source(long seed) throws IOException {
    return SparkQueries.read(
            folder, new GeneratedWorkload(Trials.GOOGLE_2011, JOBS, OptionalLong.of(JOBS)), JOBS)
        .of(seed);
  }

  private static ImmutableList<WorkloadJob> jobs(JobStream stream) throws IOException {
    try (stream) {
      return ImmutableList.copyOf(stream);
    }
  }

  private void write(String name, String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
