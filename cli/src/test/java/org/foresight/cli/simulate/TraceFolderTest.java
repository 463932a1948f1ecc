package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foresight.simulator.ClusterSpec;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobStream;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.formats.TraceFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFolderTest {
  private static final String LOG =
      """
      {"Event":"SparkListenerLogStart","Spark Version":"3.5.0"}
      {"Event":"SparkListenerApplicationStart","App Name":"app","App ID":"%1$s","Timestamp":%2$d,"User":"ana"}
      {"Event":"SparkListenerJobStart","Job ID":0,"Submission Time":%2$d,"Stage Infos":[{"Stage ID":0,"Stage Attempt ID":0,"Number of Tasks":1,"Parent IDs":[]}],"Stage IDs":[0]}
      {"Event":"SparkListenerTaskEnd","Stage ID":0,"Stage Attempt ID":0,"Task Type":"ResultTask","Task End Reason":{"Reason":"Success"},"Task Info":{"Task ID":0,"Index":0,"Attempt":0,"Partition ID":0,"Launch Time":%2$d,"Finish Time":%3$d,"Failed":false,"Killed":false}}
      {"Event":"SparkListenerApplicationEnd","Timestamp":%3$d}
      """;

  @TempDir private Path folder;

  @Test
  void aFolderOfEventLogsIsOneTrace() throws IOException {
    write("application_1", 1_000_000, 1_004_000);
    write("application_2", 1_003_000, 1_008_000);
    Files.writeString(folder.resolve(".hidden"), "no log");

    try (JobStream jobs = workloads().of(1, ClusterSpec.ofSlots(1, 1)).jobs()) {
      assertThat(jobs)
          .toIterable()
          .extracting(WorkloadJob::submitMillis)
          .containsExactly(0L, 3_000L);
    }
  }

  @Test
  void anyChangeOfAFileInTheFolderIsAnotherInput() throws IOException {
    write("application_1", 1_000_000, 1_004_000);
    String before = workloads().inputs().get("trace SHA-256");
    assertThat(workloads().inputs()).containsEntry("trace SHA-256", before);

    write("application_1", 1_000_000, 1_005_000);
    String after = workloads().inputs().get("trace SHA-256");
    assertThat(after).isNotEqualTo(before);

    Files.move(folder.resolve("application_1"), folder.resolve("application_9"));
    assertThat(workloads().inputs().get("trace SHA-256")).isNotEqualTo(after);
  }

  private void write(String id, long startMillis, long endMillis) throws IOException {
    Files.writeString(folder.resolve(id), LOG.formatted(id, startMillis, endMillis));
  }

  private TraceWorkloads workloads() throws IOException {
    return new TraceWorkloads(
        folder,
        TraceFormat.detect(folder),
        () -> BadLines.STRICT,
        OptionalDouble.empty(),
        new WorkloadChanges(OptionalLong.empty(), OptionalDouble.empty(), QueueMap.NONE));
  }
}
