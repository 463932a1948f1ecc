package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.foresight.traces.ShortCutoff;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunStoreTest {

  private static final RunRecord RUN = Runs.run("fifo", 1, 60.0, 10, 2);

  @TempDir private Path folder;

  @Test
  void aFinishedRunIsReadAsItWasWritten() throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      commit(store, RUN);
    }

    assertThat(RunStore.read(folder).runs()).containsExactly(RUN);
    assertThat(RUN.runInputs().fingerprint()).isEqualTo(RUN.fingerprint());
  }

  @Test
  void runsComeByPolicyAndSeed() throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      for (RunRecord run :
          new RunRecord[] {
            Runs.run("fifo", 10, 1.0, 0, 0),
            Runs.run("fair", 2, 1.0, 0, 0),
            Runs.run("fifo", 9, 1.0, 0, 0)
          }) {
        commit(store, run);
      }
    }

    assertThat(RunStore.read(folder).runs())
        .extracting(RunRecord::key)
        .containsExactly(new RunKey("fair", 2), new RunKey("fifo", 9), new RunKey("fifo", 10));
  }

  @Test
  void whatAKilledProgramLeftIsNeitherCountedNorInTheWay() throws IOException {
    RunStore killed = RunStore.open(folder);
    JobRows.create(killed.begin(RUN.key()).rows(), new ShortCutoff(1)).close();
    killed.close();

    assertThat(RunStore.read(folder).runs()).isEmpty();
    try (RunStore store = RunStore.open(folder)) {
      assertThat(store.stored().runs()).isEmpty();
      assertThat(folder.resolve("runs")).isEmptyDirectory();
      commit(store, RUN);
      assertThat(store.stored().runs()).containsExactly(RUN);
    }
  }

  @Test
  void aDiscardedRunLeavesNothing() throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      store.begin(RUN.key()).discard();

      assertThat(folder.resolve("runs")).isEmptyDirectory();
    }
  }

  @Test
  void aRemovedRunLeavesNothing() throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      commit(store, RUN);
      store.remove(RUN.key().folderName());

      assertThat(folder.resolve("runs")).isEmptyDirectory();
    }
  }

  @Test
  void oneAtATimeMayWrite() throws IOException {
    RunStore first = RunStore.open(folder);

    assertThatIOException()
        .isThrownBy(() -> RunStore.open(folder))
        .withMessageContaining(folder + ": another foresight simulate is writing to it");

    first.close();
    RunStore.open(folder).close();
  }

  @Test
  void aFileInPlaceOfTheFolderIsAClearError() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatIOException().isThrownBy(() -> RunStore.open(file)).withMessageContaining("file");
  }

  @Test
  void aFolderWithoutRunsIsAClearError() {
    assertThatIOException()
        .isThrownBy(() -> RunStore.read(folder))
        .withMessage(folder + ": holds no runs of foresight simulate.");
  }

  @Test
  void whatCannotBeReadIsNamedAndTheRestIsRead() throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      for (long seed = 1; seed <= 5; seed++) {
        commit(store, Runs.run("fifo", seed, 60.0, 10, 2));
      }
    }
    Path runs = folder.resolve("runs");
    Path noJson = Files.writeString(runs.resolve("fifo-seed-1/run.json"), "{\"format\":");
    Path gone = runs.resolve("fifo-seed-2/run.json");
    Files.delete(gone);
    Path noRows = Files.writeString(runs.resolve("fifo-seed-3/jobs.csv.gz"), "torn");
    Path other = runs.resolve("fifo-seed-9");
    Files.move(runs.resolve("fifo-seed-4"), other);

    StoredRuns stored = RunStore.read(folder);

    assertThat(stored.runs()).extracting(run -> run.key().seed()).containsExactly(5L);
    assertThat(stored.unreadable())
        .extracting(StoredRuns.Unreadable::reason)
        .satisfiesExactlyInAnyOrder(
            reason -> assertThat(reason).startsWith(noJson + ": this is no result of a run"),
            reason -> assertThat(reason).contains(gone.toString()),
            reason -> assertThat(reason).startsWith(noRows + ": the rows cannot be read"),
            reason -> assertThat(reason).startsWith(other + "/run.json: this is the run"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(?s).* | null",
        "\"figures\" : \\{.*?\\} | \"figures\" : null",
        "\"outcome\" : \\{.*?\\} | \"outcome\" : null",
        "\"usedVcores\" : \\[.*?\\] | \"usedVcores\" : null",
        "\"policy\" : \"fifo\" | \"policy\" : null",
        "\"sloMissed\" : 2 | \"sloMissed\" : null",
        "(?s)\\}\\z | }}",
      })
  void aRecordWithoutOneOfItsPartsCannotBeRead(String found, String replacement)
      throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      commit(store, RUN);
    }
    Path record = folder.resolve("runs/fifo-seed-1/run.json");
    String text = Files.readString(record);
    String damaged = Pattern.compile(found, Pattern.DOTALL).matcher(text).replaceFirst(replacement);
    assertThat(damaged).isNotEqualTo(text);
    Files.writeString(record, damaged);

    StoredRuns stored = RunStore.read(folder);

    assertThat(stored.runs()).isEmpty();
    assertThat(stored.unreadable())
        .singleElement()
        .satisfies(
            run -> assertThat(run.reason()).startsWith(record + ": this is no result of a run: "));
  }

  @Test
  void aFileOfSomethingElseInPlaceOfTheRowsIsNamed() throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      commit(store, RUN);
    }
    Path rows = RunStore.rows(folder, RUN.key());
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(rows))) {
      out.write("no header\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(reasons())
        .containsExactly(rows + ": the rows cannot be read: there is no column job.");

    Files.write(rows, new byte[0]);
    assertThat(reasons())
        .containsExactly(rows + ": the rows cannot be read: the file ends too early.");
  }

  private List<String> reasons() throws IOException {
    return RunStore.read(folder).unreadable().stream().map(StoredRuns.Unreadable::reason).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[null]", "{}", ""})
  void aListOfPoliciesThatIsNoneIsAClearError(String text) throws IOException {
    RunStore.open(folder).close();
    Path policies = Files.writeString(folder.resolve("policies.json"), text);

    assertThatIOException()
        .isThrownBy(() -> RunStore.read(folder))
        .withMessageStartingWith(policies + ": this is no list of policies (")
        .withMessageEndingWith("; without the file their order is the alphabet's.");
  }

  @Test
  void theOrderOfThePoliciesIsKept() throws IOException {
    try (RunStore store = RunStore.open(folder)) {
      store.notePolicies(List.of("las", "fifo"));
      store.notePolicies(List.of("fair", "fifo"));

      assertThat(store.stored().policies()).containsExactly("fair", "fifo", "las");
    }
  }

  private static void commit(RunStore store, RunRecord run) throws IOException {
    RunStore.Draft draft = store.begin(run.key());
    JobRows.create(draft.rows(), new ShortCutoff(1)).close();
    draft.commit(run);
  }
}
