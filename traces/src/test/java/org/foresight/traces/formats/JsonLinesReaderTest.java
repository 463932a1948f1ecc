package org.foresight.traces.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import org.foresight.traces.BadLines;
import org.foresight.traces.JobRequest;
import org.foresight.traces.JobStreams;
import org.foresight.traces.Jobs;
import org.foresight.traces.NodePreference;
import org.foresight.traces.SwfText;
import org.foresight.traces.TraceFormatException;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonLinesReaderTest {

  @TempDir private Path folder;

  @Test
  void readsAMinimalLine() throws IOException {
    assertThat(read("{\"submitMillis\":0,\"taskMillis\":[1000,2000]}"))
        .containsExactly(
            WorkloadJob.ofOneStage(
                "job-1",
                0,
                "",
                "",
                "default",
                OptionalLong.empty(),
                false,
                ImmutableList.of(1000L, 2000L)));
  }

  @Test
  void readsEveryField() throws IOException {
    assertThat(
            read(
                "{\"foresight-trace\":1}",
                "",
                """
                {"id":"a","submitMillis":-5,"user":"Jürgen","name":"x\\ty","queue":"q",\
                "deadlineMillis":70,"gang":true,\
                "preference":{"nodeClasses":["ssd","gpu"],"slowdownElsewhere":1.5},\
                "stages":[{"tasks":3,"taskMillis":8},{"taskMillis":[9,10],"parents":[0],\
                "demand":{"vcores":2,"yarn.io/gpu":0},"partition":"p"}]}"""))
        .containsExactly(
            new WorkloadJob(
                "a",
                -5,
                "Jürgen",
                "x\ty",
                "q",
                OptionalLong.of(70),
                true,
                ImmutableList.of(
                    WorkloadStage.of(ImmutableList.of(8L, 8L, 8L)),
                    new WorkloadStage(
                        ImmutableLongArray.of(9, 10),
                        ImmutableIntArray.of(0),
                        ImmutableSortedMap.of("vcores", 2L, "yarn.io/gpu", 0L),
                        "p")),
                new NodePreference(ImmutableSet.of("ssd", "gpu"), 1.5),
                JobRequest.NONE));
  }

  @Test
  void readsTheFieldsOfTheOnlyStageFromTheJob() throws IOException {
    WorkloadStage stage =
        read("{\"tasks\":2,\"taskMillis\":7,\"demand\":{\"vcores\":4},\"partition\":\"p\"}")
            .get(0)
            .stages()
            .get(0);
    assertThat(stage)
        .isEqualTo(
            new WorkloadStage(
                ImmutableLongArray.of(7, 7),
                ImmutableIntArray.of(),
                ImmutableSortedMap.of("vcores", 4L),
                "p"));
  }

  @Test
  void keepsTheClockOfTheFile() throws IOException {
    assertThat(
            read(
                "{\"submitMillis\":50,\"taskMillis\":1}", "{\"submitMillis\":40,\"taskMillis\":1}"))
        .extracting(WorkloadJob::submitMillis)
        .containsExactly(40L, 50L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"taskMillis":[1],"runtime":5} | found the unknown field "runtime"; accepted: id, submitMillis, user, name, queue, deadlineMillis, gang, preference, group, type, priority, slots, requestedMillis, endMillis, status, and either stages or taskMillis, tasks, demand and partition.
          {"taskMillis":[1],"parents":[]} | found the unknown field "parents"; accepted: id, submitMillis, user, name, queue, deadlineMillis, gang, preference, group, type, priority, slots, requestedMillis, endMillis, status, and either stages or taskMillis, tasks, demand and partition.
          {"stages":[{"taskMillis":[1],"id":5}]} | found the unknown field "stages[0].id"; accepted: taskMillis, tasks, parents, demand, partition.
          {"foresight-trace":1}          | found the unknown field "foresight-trace"; accepted: id, submitMillis, user, name, queue, deadlineMillis, gang, preference, group, type, priority, slots, requestedMillis, endMillis, status, and either stages or taskMillis, tasks, demand and partition.
          {"submitMillis":1}             | field taskMillis: found no task; accepted: an array of the runtime of each task, or one runtime and the number of tasks.
          {"tasks":4}                    | field taskMillis: found no task; accepted: an array of the runtime of each task, or one runtime and the number of tasks.
          {"taskMillis":[]}              | field taskMillis: found no task; accepted: an array of the runtime of each task, or one runtime and the number of tasks.
          {"taskMillis":[1,0]}           | field taskMillis[1]: found "0"; accepted: a whole number from 1 to 1000000000000.
          {"taskMillis":[1.5]}           | field taskMillis[0]: found "1.5"; accepted: a whole number from 1 to 1000000000000.
          {"taskMillis":99999999999999999999} | field taskMillis: found "99999999999999999999"; accepted: a whole number from 1 to 1000000000000.
          {"taskMillis":[1],"tasks":2}   | field tasks: found "2"; accepted: the number of runtimes listed, which is 1, or no such field.
          {"taskMillis":1,"tasks":1000001} | field tasks: found "1000001"; accepted: a whole number from 1 to 1000000.
          {"taskMillis":[1],"submitMillis":"5"} | field submitMillis: found "5"; accepted: a whole number from -10000000000000 to 10000000000000.
          {"taskMillis":[1],"user":5}    | field user: found "5"; accepted: a text.
          {"taskMillis":[1],"user":null} | field user: found "null"; accepted: a text.
          {"taskMillis":[1],"id":""}     | field id: found ""; accepted: a text that is not empty.
          {"taskMillis":[1],"gang":"yes"} | field gang: found "yes"; accepted: true or false.
          {"taskMillis":1,"slots":0}     | field slots: found "0"; accepted: a whole number from 1 to 1000000000000000.
          {"taskMillis":1,"requestedMillis":0} | field requestedMillis: found "0"; accepted: a whole number from 1 to 1000000000000.
          {"taskMillis":1,"priority":3000000000} | field priority: found "3000000000"; accepted: a whole number from -2147483648 to 2147483647.
          {"taskMillis":1,"group":7}     | field group: found "7"; accepted: a text.
          {"taskMillis":1,"status":"done"} | field status: found "done"; accepted: completed, failed, cancelled or unfinished.
          {"taskMillis":1,"endMillis":4,"submitMillis":5} | field endMillis: found "4"; accepted: a time that is not before submitMillis, 5.
          {"stages":[]}                  | field stages: found "[]"; accepted: an array of at least one stage.
          {"stages":{}}                  | field stages: found "{"; accepted: an array of at least one stage.
          {"stages":[5]}                 | field stages[0]: found "5"; accepted: an object.
          {"stages":[{"taskMillis":1}],"taskMillis":1} | field stages: found beside fields of a stage in the job itself; accepted: either of them.
          {"stages":[{"taskMillis":1,"parents":[0]}]} | field stages[0].parents[0]: found "0"; accepted: no parents of the first stage.
          {"stages":[{"taskMillis":1},{"taskMillis":1,"parents":[1]}]} | field stages[1].parents[0]: found "1"; accepted: 0.
          {"stages":[{"tasks":999999,"taskMillis":1},{"tasks":2,"taskMillis":1}]} | field stages[1].taskMillis: found more than 1000000 tasks; accepted: at most so many in a job.
          {"taskMillis":1,"demand":{"vcores":-1}} | field demand.vcores: found "-1"; accepted: a whole number from 0 to 1000000000000000.
          {"taskMillis":1,"demand":[]}   | field demand: found "["; accepted: an object.
          {"taskMillis":1,"preference":{"nodeClasses":[]}} | field preference: found not both fields; accepted: nodeClasses and slowdownElsewhere.
          {"taskMillis":1,"preference":{"slowdownElsewhere":0.5}} | field preference.slowdownElsewhere: found "0.5"; accepted: a number from 1 to 1000.
          {"taskMillis":1,"preference":{"speed":2}} | found the unknown field "preference.speed"; accepted: nodeClasses and slowdownElsewhere.
          [1]                            | the line: found "["; accepted: the object of a job.
          {"taskMillis":1} {}            | after the object: found "{"; accepted: one object on each line.
          {"taskMillis":1,"taskMillis":1} | found no JSON in "{"taskMillis":1,"taskMillis":1}" (Duplicate field 'taskMillis'); accepted: an object of a job on each line.
          """)
  void namesWhatIsBad(String line, String problem) throws IOException {
    assertProblem(
        SwfText.write(folder, "a.jsonl", "{\"taskMillis\":1}", line), ", line 2: " + problem);
  }

  @Test
  void readsTheExamplesOfItsDescription() throws IOException {
    String[] examples =
        Files.readAllLines(Path.of("..", "docs", "trace-format.md")).stream()
            .filter(line -> line.startsWith("    {"))
            .map(String::strip)
            .toArray(String[]::new);
    assertThat(read(examples)).extracting(WorkloadJob::width).containsExactly(2, 100, 22);
  }

  @Test
  void namesAnotherVersion() throws IOException {
    assertProblem(
        SwfText.write(folder, "a.jsonl", "{\"foresight-trace\":2}"),
        ", line 1: field foresight-trace: found \"2\"; accepted: 1.");
  }

  @Test
  void anotherVersionIsNoLineToLeaveOut() throws IOException {
    Path file = SwfText.write(folder, "a.jsonl", "{\"foresight-trace\":2}", "{\"taskMillis\":1}");
    BadLines.Skipped skipped = new BadLines.Skipped();
    assertThatThrownBy(() -> Jobs.all(JsonLinesReader.open(file, skipped)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ", line 1: field foresight-trace: found \"2\"; accepted: 1.");
    assertThat(skipped.count()).isZero();
  }

  @Test
  void aJobTooFarOutOfOrderIsNamedByItsLine() throws IOException {
    String[] lines = new String[JobStreams.DEFAULT_BOUND + 4];
    Arrays.fill(lines, "{\"submitMillis\":7,\"taskMillis\":1}");
    lines[0] = "{\"foresight-trace\":1}";
    lines[1] = "";
    lines[lines.length - 1] = "{\"id\":\"late\",\"submitMillis\":3,\"taskMillis\":1}";
    assertProblem(
        SwfText.write(folder, "a.jsonl", lines),
        ", line 1004: the job \"late\" is submitted 4 ms before the job \"job-3\", which comes more"
            + " than 1000 jobs earlier; accepted: submit times that go back by at most 1000 jobs.");
  }

  @Test
  void refusesWhatIsNoJson() throws IOException {
    Path file = SwfText.write(folder, "a.jsonl", "{\"taskMillis\":[1");
    assertThatThrownBy(() -> Jobs.all(JsonLinesReader.open(file, BadLines.STRICT)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(
            file + ", line 1: found no JSON in \"{\"taskMillis\":[1\" (Unexpected end-of-input")
        .hasMessageEndingWith("; accepted: an object of a job on each line.");
  }

  @Test
  void refusesBytesThatAreNoUtf8() throws IOException {
    Path file =
        Files.write(
            folder.resolve("a.jsonl"),
            "{\"taskMillis\":1,\"user\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Jobs.all(JsonLinesReader.open(file, BadLines.STRICT)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(file + ", line 1: found no JSON in ")
        .hasMessageContaining("Invalid UTF-8");
  }

  private static void assertProblem(Path file, String problem) {
    assertThatThrownBy(() -> Jobs.all(JsonLinesReader.open(file, BadLines.STRICT)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + problem);
  }

  private ImmutableList<WorkloadJob> read(String... lines) throws IOException {
    return Jobs.all(JsonLinesReader.open(SwfText.write(folder, "a.jsonl", lines), BadLines.STRICT));
  }
}
