package org.foresight.traces.logs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;

/** Whatever happens to a log, its reader says so in a line, and reads the other logs. */
final class DamagedLogPropertyTest {

  private static final String HISTORY =
      """
      Avro-Json
      {"type":"record","name":"Event","fields":[]}
      {"type":"JOB_SUBMITTED","event":{"a.JobSubmitted":{"jobid":"job_9_0009","jobName":"sort","userName":"ann","submitTime":2000,"acls":{},"jobQueueName":"default","workflowId":{"string":""}}}}
      {"type":"MAP_ATTEMPT_STARTED","event":{"a.TaskAttemptStarted":{"taskid":"m0","taskType":"MAP","attemptId":"m00","startTime":1561,"locality":{"string":"OFF_SWITCH"}}}}
      {"type":"MAP_ATTEMPT_FINISHED","event":{"a.MapAttemptFinished":{"taskid":"m0","attemptId":"m00","taskType":"MAP","taskStatus":"SUCCEEDED","finishTime":1704,"counters":{"groups":[{"counts":[{"value":0}]}]}}}}
      {"type":"TASK_FINISHED","event":{"a.TaskFinished":{"taskid":"m0","taskType":"MAP","finishTime":1704,"successfulAttemptId":{"string":"m00"}}}}
      {"type":"REDUCE_ATTEMPT_STARTED","event":{"a.TaskAttemptStarted":{"taskid":"r0","attemptId":"r00","startTime":1800}}}
      {"type":"REDUCE_ATTEMPT_KILLED","event":{"a.TaskAttemptUnsuccessfulCompletion":{"taskid":"r0","attemptId":"r00","finishTime":1900,"error":"\\n"}}}
      {"type":"REDUCE_ATTEMPT_STARTED","event":{"a.TaskAttemptStarted":{"taskid":"r0","attemptId":"r01","startTime":1900}}}
      {"type":"REDUCE_ATTEMPT_FINISHED","event":{"a.ReduceAttemptFinished":{"taskid":"r0","attemptId":"r01","finishTime":2100}}}
      {"type":"JOB_FINISHED","event":{"a.JobFinished":{"jobid":"job_9_0009","finishTime":2200}}}
      """;

  private static final String CONFIGURATION =
      """
      <?xml version="1.0" encoding="UTF-8" standalone="no"?><configuration>
      <property><!--Loaded from job.xml--><name>mapreduce.map.memory.mb</name><value>512</value></property>
      <property><name>mapreduce.reduce.cpu.vcores</name><value>2</value><source>a.xml</source></property>
      </configuration>
      """;

  private static final String RUMEN_JOB =
      """
      {
        "jobID" : "job_9_0009",
        "submitTime" : 2000,
        "user" : "ann",
        "jobProperties" : { "mapreduce.map.memory.mb" : "1536", "x" : "${y}" },
        "mapTasks" : [ {
          "taskID" : "m0",
          "attempts" : [ {
            "startTime" : 1561,
            "finishTime" : 1704,
            "result" : "SUCCESS",
            "clockSplits" : [ 1481, -1, 2.5e3 ]
          } ],
          "taskStatus" : "SUCCESS"
        } ],
        "reduceTasks" : [ ],
        "queue" : "default"
      }
      """;

  private static final String EVENT_LOG =
      """
      {"Event":"SparkListenerLogStart","Spark Version":"3.5.0"}
      {"Event":"SparkListenerResourceProfileAdded","Resource Profile Id":0,"Executor Resource Requests":{"cores":{"Amount":3},"memory":{"Amount":9397}},"Task Resource Requests":{"cpus":{"Amount":1.0}}}
      {"Event":"SparkListenerEnvironmentUpdate","Spark Properties":{"spark.yarn.queue":"default","spark.executor.memory":"9397M","spark.executor.cores":"3"},"System Properties":{"user.name":"bob"}}
      {"Event":"SparkListenerApplicationStart","App Name":"report","App ID":"app_9_0009","Timestamp":2000,"User":"ann"}
      {"Event":"SparkListenerJobStart","Job ID":0,"Submission Time":2100,"Stage Infos":[{"Stage ID":0,"Parent IDs":[]},{"Stage ID":1,"Parent IDs":[0]}],"Stage IDs":[0,1]}
      {"Event":"SparkListenerStageSubmitted","Stage Info":{"Stage ID":0,"Stage Attempt ID":0,"Parent IDs":[],"RDD Info":[{"Scope":"{\\"id\\":1}"}]}}
      {"Event":"SparkListenerTaskEnd","Stage ID":0,"Stage Attempt ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Partition ID":0,"Launch Time":2200,"Finish Time":2300,"Failed":false,"Killed":false}}
      {"Event":"SparkListenerTaskEnd","Stage ID":0,"Stage Attempt ID":0,"Task End Reason":{"Reason":"ExceptionFailure"},"Task Info":{"Index":1,"Launch Time":2200,"Finish Time":2300,"Failed":true,"Killed":false}}
      {"Event":"SparkListenerTaskEnd","Stage ID":1,"Stage Attempt ID":0,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":2300,"Finish Time":2305,"Failed":false,"Killed":false}}
      {"Event":"SparkListenerJobEnd","Job ID":0,"Completion Time":2400}
      {"Event":"SparkListenerJobStart","Job ID":1,"Stage Infos":[{"Stage ID":2,"Parent IDs":[]},{"Stage ID":3,"Parent IDs":[2]}],"Stage IDs":[2,3]}
      {"Event":"SparkListenerTaskEnd","Stage ID":3,"Task End Reason":{"Reason":"Success"},"Task Info":{"Index":0,"Launch Time":2300,"Finish Time":2305}}
      {"Event":"SparkListenerApplicationEnd","Timestamp":9000}
      """;

  /** What has a meaning in JSON. */
  private static final String HARMFUL = "{}[]\":,0123456789-.e\n\\tn";

  private Path folder = Path.of("");

  @BeforeProperty
  void createFolder() throws IOException {
    folder = Files.createTempDirectory("damaged-logs");
  }

  @AfterProperty
  void deleteFolder() throws IOException {
    MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
  }

  @Property(tries = 200)
  void histories(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Files.writeString(folder.resolve("a.jhist"), HISTORY.replace("job_9_0009", "first"));
    Files.writeString(folder.resolve("c.jhist"), HISTORY.replace("job_9_0009", "last"));
    Files.write(folder.resolve("b.jhist"), damaged(HISTORY, random));
    Files.write(folder.resolve("job_9_0009_conf.xml"), damaged(CONFIGURATION, random));
    assertTold(MapReduceHistoryReader::open, folder);
    assertKept(MapReduceHistoryReader::open, folder, ImmutableList.of("first", "last"), 2);
  }

  @Property(tries = 300)
  void binaryHistories(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] history = Files.readAllBytes(LogText.resource("hadoop-3.5-binary.jhist"));
    // Most of the file is schema, of which damage is found at once.
    int headEnd = random.nextInt(4) == 0 ? 0 : headEnd(history);
    byte[] head = Arrays.copyOf(history, headEnd);
    byte[] tail = Arrays.copyOfRange(history, headEnd, history.length);
    Files.writeString(folder.resolve("a.jhist"), HISTORY.replace("job_9_0009", "first"));
    Files.writeString(folder.resolve("c.jhist"), HISTORY.replace("job_9_0009", "last"));
    byte[] damaged =
        headEnd == 0 ? damaged(history, random) : Bytes.concat(head, damagedPlain(tail, random));
    Files.write(folder.resolve("b.jhist"), damaged);
    assertTold(MapReduceHistoryReader::open, folder);
    assertKept(MapReduceHistoryReader::open, folder, ImmutableList.of("first", "last"), 2);
  }

  /** Where the line of the mark and that of the schema end. */
  private static int headEnd(byte[] history) {
    int markEnd = Bytes.indexOf(history, (byte) '\n');
    return new String(history, StandardCharsets.ISO_8859_1).indexOf('\n', markEnd + 1) + 1;
  }

  @Property(tries = 200)
  void rumenTraces(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] before = utf8(RUMEN_JOB.replace("job_9_0009", "first"));
    byte[] after = utf8(RUMEN_JOB.replace("job_9_0009", "last"));
    Path file = folder.resolve("trace.json");
    Files.write(file, Bytes.concat(before, damagedPlain(utf8(RUMEN_JOB), random), after));
    assertTold(RumenReader::open, file);
    // What is damaged may swallow what follows it.
    assertKept(RumenReader::open, file, ImmutableList.of("first"), 1);
    Files.write(file, damaged(RUMEN_JOB + RUMEN_JOB, random));
    assertTold(RumenReader::open, file);
  }

  @Property(tries = 200)
  void eventLogs(@ForAll long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Files.writeString(folder.resolve("a"), EVENT_LOG.replace("app_9_0009", "first"));
    Files.writeString(folder.resolve("c"), EVENT_LOG.replace("app_9_0009", "last"));
    Files.write(folder.resolve("b"), damaged(EVENT_LOG, random));
    assertTold(SparkEventLogReader::open, folder);
    assertKept(SparkEventLogReader::open, folder, ImmutableList.of("first", "last"), 3);
  }

  private static void assertTold(LogText.Opener opener, Path file) throws IOException {
    try {
      LogText.strict(opener, file);
    } catch (TraceFormatException e) {
      assertThat(e).hasMessageStartingWith(file.toString());
      assertThat(e.getMessage()).endsWith(".").doesNotContain("\n");
    }
  }

  private static void assertKept(
      LogText.Opener opener, Path file, ImmutableList<String> ids, int stages) throws IOException {
    LogText.Read read = LogText.skipping(opener, file);
    assertThat(read.jobs()).extracting(WorkloadJob::id).containsAll(ids);
    assertThat(read.jobs())
        .filteredOn(job -> ids.contains(job.id()))
        .allSatisfy(
            job -> {
              ImmutableList<WorkloadStage> kept = job.stages();
              assertThat(kept).hasSize(stages);
              assertThat(kept.get(0).width()).isEqualTo(1);
            });
  }

  private static byte[] damaged(String text, SplittableRandom random) throws IOException {
    return damaged(utf8(text), random);
  }

  private static byte[] damaged(byte[] plain, SplittableRandom random) throws IOException {
    return damagedPlain(random.nextInt(4) == 0 ? LogText.gzip(plain) : plain, random);
  }

  /** Cut off, or with some bytes changed, left out or doubled; now and then as it was. */
  private static byte[] damagedPlain(byte[] whole, SplittableRandom random) {
    byte[] bytes = whole.clone();
    for (int times = random.nextInt(4); times > 0 && bytes.length > 1; times--) {
      int from = random.nextInt(bytes.length);
      int to = Math.min(bytes.length, from + 1 + random.nextInt(30));
      byte[] left = Arrays.copyOf(bytes, from);
      byte[] right = Arrays.copyOfRange(bytes, to, bytes.length);
      switch (random.nextInt(6)) {
        case 0 -> bytes = left;
        case 1 -> bytes = Bytes.concat(left, right);
        case 2 -> bytes = Bytes.concat(Arrays.copyOf(bytes, to), left, right);
        case 3 -> bytes[from] = (byte) random.nextInt(256);
        case 4 -> bytes[from] = (byte) HARMFUL.charAt(random.nextInt(HARMFUL.length()));
        default -> bytes[from] ^= (byte) (1 << random.nextInt(8));
      }
    }
    return bytes;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
