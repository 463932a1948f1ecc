package org.foresight.traces.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binary histories that Hadoop doesn't write, of fewer fields than its own. */
final class AvroEventsTest {

  private static final String SCHEMA =
      """
      {"type":"record","name":"Event","namespace":"a","fields":[
       {"name":"type","type":{"type":"enum","name":"EventType","symbols":
        ["JOB_SUBMITTED","MAP_ATTEMPT_STARTED","MAP_ATTEMPT_FINISHED","JOB_FINISHED"]}},
       {"name":"event","type":[
        {"type":"record","name":"JobSubmitted","fields":[
         {"name":"jobid","type":"string"},
         {"name":"submitTime","type":"long"},
         {"name":"userName","type":["null","string"]},
         {"name":"acls","type":{"type":"map","values":"string"}}]},
        {"type":"record","name":"Started","fields":[
         {"name":"taskid","type":"string"},
         {"name":"attemptId","type":"string"},
         {"name":"startTime","type":"long"},
         {"name":"hosts","type":{"type":"array","items":"null"}}]},
        {"type":"record","name":"Finished","fields":[
         {"name":"taskid","type":"string"},
         {"name":"attemptId","type":"string"},
         {"name":"finishTime","type":"long"}]},
        {"type":"record","name":"JobFinished","fields":[]}]}]}
      """
          .replace("\n", "");

  private static final String DAMAGED_EVENT =
      ", and can't tell where the next one begins; accepted: an event in Avro's binary encoding, of"
          + " the file's schema.";

  private static final String NO_SCHEMA =
      "; accepted: the schema of a MapReduce history's events, as JSON.";

  @TempDir private Path folder;

  @Test
  void readsWhatItsSchemaSays() throws IOException {
    Path file =
        write(submitted("ann"), started(0, 1100), finished(0, 1400), started(1, 1200), ended());
    LogText.Read read = strict(file);
    WorkloadJob job = read.onlyJob();
    assertThat(job.id()).isEqualTo("job_1_0001");
    assertThat(job.user()).isEqualTo("ann");
    assertThat(job.taskMillis()).containsExactly(300L);
    assertThat(read.report().noteCount()).isZero();
  }

  @Test
  void takesAUnionsNullAsNone() throws IOException {
    Path file = write(submitted(""), started(0, 1100), finished(0, 1400), ended());
    assertThat(strict(file).onlyJob().user()).isEqualTo(LogJob.UNKNOWN_USER);
  }

  @Test
  void readsACompressedOne() throws IOException {
    Path plain = write(submitted("ann"), started(0, 1100), finished(0, 1400), ended());
    Path file = folder.resolve("a.jhist.gz");
    Files.write(file, LogText.gzip(Files.readAllBytes(plain)));
    assertThat(strict(file).onlyJob().taskMillis()).containsExactly(300L);
  }

  @Test
  void tellsTheEventWhereAValueIsWrong() throws IOException {
    Path file =
        write(
            submitted("ann"),
            started(0, 1100),
            finished(0, 1000),
            started(1, -5),
            started(2, 1100),
            finished(2, 1400),
            ended());
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().taskMillis()).containsExactly(300L);
    assertThat(read.skipped().first())
        .containsExactly(
            file
                + ", event 4: field event.a.Started.startTime: found \"-5\"; accepted: a whole number"
                + " from 1 to 10000000000000.",
            file
                + ", event 3: task \"task_0\": found the start 1100 and the finish 1000; accepted: a"
                + " finish from 0 to 1000000000000 ms after the start.");
  }

  @Test
  void notesThatTheLastEventIsCutOff() throws IOException {
    byte[] cut = finished(1, 1500);
    Path file =
        write(
            submitted("ann"),
            started(0, 1100),
            started(1, 1100),
            finished(0, 1400),
            Arrays.copyOf(cut, cut.length - 1));
    LogText.Read read = strict(file);
    assertThat(read.onlyJob().taskMillis()).containsExactly(300L);
    assertThat(read.report().notes())
        .containsExactly(
            file + ": event 5 is cut off; the history is read up to there.",
            file + ": the history has no end; the job was running, or the file is cut off.");
  }

  @Test
  void tellsThatGzipDataIsCutOff() throws IOException {
    byte[] whole = LogText.gzip(Files.readAllBytes(write(submitted("ann"), started(0, 1100))));
    // What is cut off is no more than the sums behind the data.
    Path file = folder.resolve("cut.jhist");
    Files.write(file, Arrays.copyOf(whole, whole.length - 4));
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ", event 3: the gzip data ends too early; accepted: a whole gzip file.");
  }

  @ParameterizedTest
  @CsvSource({
    // The length of the string would take 2 GiB, 8 EiB, and less than nothing.
    "2147483639, 'a length of 2147483639, where at most 67108864 is left for the value'",
    "9223372036854775807,"
        + " 'a length of 9223372036854775807, where at most 67108864 is left for the value'",
    "-1, 'a length of -1, where at most 67108864 is left for the value'",
  })
  void doesNotTakeTheMemoryThatADamagedLengthSays(long length, String why) throws IOException {
    Path file =
        write(
            submitted("ann"),
            started(0, 1100),
            finished(0, 1400),
            encoded(
                encoder -> {
                  encoder.writeEnum(1);
                  encoder.writeIndex(1);
                  encoder.writeLong(length);
                }),
            started(1, 1200));
    LogText.Read read = skipping(file);
    assertThat(read.onlyJob().taskMillis()).containsExactly(300L);
    assertThat(read.skipped().first())
        .containsExactly(file + ", event 4: found no event (" + why + ")" + DAMAGED_EVENT);
  }

  @Test
  void doesNotTakeTheMemoryThatADamagedCountSays() throws IOException {
    Path file =
        write(
            submitted("ann"),
            encoded(
                encoder -> {
                  encoder.writeEnum(1);
                  encoder.writeIndex(1);
                  encoder.writeString("task_0");
                  encoder.writeString("attempt_0");
                  encoder.writeLong(1100);
                  encoder.writeLong(1 << 30);
                }));
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            file
                + ", event 2: found no event (a length of 1073741824, where at most 1048575 is left"
                + " for the value)"
                + DAMAGED_EVENT);
  }

  @ParameterizedTest
  @CsvSource({"4, 0", "-1, 0", "0, 4", "0, -1"})
  void refusesAnUnknownKindOfEvent(int type, int branch) throws IOException {
    Path file =
        write(
            submitted("ann"),
            encoded(
                encoder -> {
                  encoder.writeInt(type);
                  encoder.writeInt(branch);
                }));
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(file + ", event 2: found no event (")
        .hasMessageEndingWith(DAMAGED_EVENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"type":"record","name":"Event","fields":[]} | it is no record of an enum "type" and a union "event"
          "string" | it is no record of an enum "type" and a union "event"
          {"type":"record","name":"Event","fields":[{"name":"type","type":{"type":"enum","name":"T","symbols":["A"]}},{"name":"event","type":["null","Event"]}]} | it has a type that contains itself, or one of fixed size
          {"type":"record","name":"Event","fields":[{"name":"type","type":{"type":"enum","name":"T","symbols":["A"]}},{"name":"event","type":[{"type":"fixed","name":"F","size":2000000000}]}]} | it has a type that contains itself, or one of fixed size
          """)
  void refusesTheSchemaOfSomethingElse(String schema, String why) throws IOException {
    Path file = folder.resolve("a.jhist");
    Files.writeString(file, "Avro-Binary\n" + schema + "\n\0");
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ", line 2: found no schema (" + why + ")" + NO_SCHEMA);
  }

  @ParameterizedTest
  @CsvSource({"''", "{", "nonsense"})
  void refusesWhatIsNoSchema(String schema) throws IOException {
    Path file = folder.resolve("a.jhist");
    Files.writeString(file, "Avro-Binary\n" + schema);
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(file + ", line 2: found no schema (")
        .hasMessageEndingWith(NO_SCHEMA);
  }

  @Test
  void refusesASchemaWithoutEnd() throws IOException {
    Path file = folder.resolve("a.jhist");
    Files.writeString(file, "Avro-Binary\n" + " ".repeat(2 << 20));
    assertThatThrownBy(() -> strict(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            file + ", line 2: found no schema (it is longer than 1048576 bytes)" + NO_SCHEMA);
  }

  /** Encodes a value. */
  @FunctionalInterface
  private interface Encoding {
    void encode(BinaryEncoder encoder) throws IOException;
  }

  private static byte[] encoded(Encoding value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    value.encode(encoder);
    encoder.flush();
    return bytes.toByteArray();
  }

  private static byte[] submitted(String user) throws IOException {
    return encoded(
        encoder -> {
          encoder.writeEnum(0);
          encoder.writeIndex(0);
          encoder.writeString("job_1_0001");
          encoder.writeLong(1000);
          encoder.writeIndex(user.isEmpty() ? 0 : 1);
          if (!user.isEmpty()) {
            encoder.writeString(user);
          }
          encoder.writeMapStart();
          encoder.setItemCount(1);
          encoder.startItem();
          encoder.writeString("mapreduce.job.acl-view-job");
          encoder.writeString(" ");
          encoder.writeMapEnd();
        });
  }

  private static byte[] started(int task, long millis) throws IOException {
    return encoded(
        encoder -> {
          encoder.writeEnum(1);
          encoder.writeIndex(1);
          encoder.writeString("task_" + task);
          encoder.writeString("attempt_" + task);
          encoder.writeLong(millis);
          encoder.writeArrayStart();
          encoder.setItemCount(2);
          encoder.writeArrayEnd();
        });
  }

  private static byte[] finished(int task, long millis) throws IOException {
    return encoded(
        encoder -> {
          encoder.writeEnum(2);
          encoder.writeIndex(2);
          encoder.writeString("task_" + task);
          encoder.writeString("attempt_" + task);
          encoder.writeLong(millis);
        });
  }

  private static byte[] ended() throws IOException {
    return encoded(
        encoder -> {
          encoder.writeEnum(3);
          encoder.writeIndex(3);
        });
  }

  private Path write(byte[]... events) throws IOException {
    byte[] head = ("Avro-Binary\n" + SCHEMA + "\n").getBytes(StandardCharsets.UTF_8);
    return Files.write(folder.resolve("a.jhist"), Bytes.concat(head, Bytes.concat(events)));
  }

  private static LogText.Read strict(Path file) throws IOException {
    return LogText.strict(MapReduceHistoryReader::open, file);
  }

  private static LogText.Read skipping(Path file) throws IOException {
    return LogText.skipping(MapReduceHistoryReader::open, file);
  }
}
