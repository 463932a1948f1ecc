package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foresight.traces.ShortCutoff;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
