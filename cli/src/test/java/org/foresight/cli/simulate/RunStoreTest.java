package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    assertThat(RunStore.read(folder)).containsExactly(RUN);
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

    assertThat(RunStore.read(folder))
        .extracting(RunRecord::key)
        .containsExactly(new RunKey("fair", 2), new RunKey("fifo", 9), new RunKey("fifo", 10));
  }

  @Test
  void whatAKilledProgramLeftIsNeitherCountedNorInTheWay() throws IOException {
    RunStore killed = RunStore.open(folder);
    JobRows.create(killed.begin(RUN.key()).rows(), new ShortCutoff(1)).close();
    killed.close();

    assertThat(RunStore.read(folder)).isEmpty();
    try (RunStore store = RunStore.open(folder)) {
      assertThat(store.finished()).isEmpty();
      assertThat(folder.resolve("runs")).isEmptyDirectory();
      commit(store, RUN);
      assertThat(store.finished()).containsExactly(RUN);
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
      store.remove(RUN.key());

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
  void aRecordThatCannotBeReadIsNamed() throws IOException {
    Path run = Files.createDirectories(folder.resolve("runs/fifo-seed-1"));
    Path record = Files.writeString(run.resolve("run.json"), "{\"format\":");

    assertThatIOException()
        .isThrownBy(() -> RunStore.read(folder))
        .withMessageStartingWith(record + ": this is no result of this version");
  }

  private static void commit(RunStore store, RunRecord run) throws IOException {
    RunStore.Draft draft = store.begin(run.key());
    JobRows.create(draft.rows(), new ShortCutoff(1)).close();
    draft.commit(run);
  }
}
