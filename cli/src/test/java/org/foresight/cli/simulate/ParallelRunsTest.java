package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.foresight.predictor.Predictors;
import org.foresight.simulator.ClusterSpec;
import org.foresight.simulator.SimulationParameters;
import org.foresight.traces.JobStream;
import org.foresight.traces.ShortCutoff;
import org.foresight.traces.WorkloadJob;
import org.foresight.traces.WorkloadSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelRunsTest {

  private static final WorkloadSource WORKLOAD =
      new WorkloadSource() {
        @Override
        public String name() {
          return "two";
        }

        @Override
        public String description() {
          return "two jobs";
        }

        @Override
        public JobStream jobs() {
          return JobStream.of(List.of(Runs.job("a", "u", "n", "q"), Runs.job("b", "u", "n", "q")));
        }
      };

  /** Shows nothing. */
  private static final class NoView implements RunsView {
    @Override
    public void started(RunKey run, long jobs) {}

    @Override
    public void advanced(RunKey run, long done) {}

    @Override
    public void ended(RunKey run, String text) {}

    @Override
    public void close() {}
  }

  @TempDir private Path folder;

  @Test
  void runsGoOnAtTheSameTime() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    RunExecutor meeting =
        (task, jobs, listener) -> {
          try {
            both.await();
          } catch (BrokenBarrierException | InterruptedException e) {
            throw new IOException(e);
          }
          jobs.forEachRemaining(job -> listener.jobEnded(Runs.ended(job, 1_000)));
          return Runs.result(2);
        };

    assertThat(run(meeting, 2, task("fifo", 1), task("fifo", 2))).isEmpty();

    assertThat(RunStore.read(folder).runs()).hasSize(2);
  }

  @Test
  void anInterruptStopsWhatRunsAndKeepsNothingHalf() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    RunExecutor endless =
        (task, jobs, listener) -> {
          if (task.key().seed() == 1) {
            jobs.forEachRemaining(job -> listener.jobEnded(Runs.ended(job, 1_000)));
            return Runs.result(2);
          }
          listener.jobEnded(Runs.ended(jobs.next(), 1_000));
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped");
          }
          return Runs.result(1);
        };
    run(endless, 1, task("fifo", 1));

    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> run(endless, 1, task("fifo", 2)));

    assertThat(RunStore.read(folder).runs())
        .extracting(RunRecord::key)
        .containsExactly(new RunKey("fifo", 1));
    assertThat(folder.resolve("runs").toFile().list()).containsExactly("fifo-seed-1");
  }

  @Test
  void aRunThatIsToldToStopStopsAtItsNextJob() throws Exception {
    RunExecutor interrupted =
        (task, jobs, listener) -> {
          WorkloadJob job = jobs.next();
          Thread.currentThread().interrupt();
          listener.jobEnded(Runs.ended(job, 1_000));
          return Runs.result(1);
        };

    ImmutableList<RunFailure> failures = run(interrupted, 1, task("fifo", 1));

    assertThat(failures).containsExactly(new RunFailure(new RunKey("fifo", 1), "interrupted."));
    assertThat(RunStore.read(folder).runs()).isEmpty();
  }

  @Test
  void anErrorOfOneRunIsItsFailureAlone() throws Exception {
    RunExecutor failing =
        (task, jobs, listener) -> {
          if (task.key().seed() == 1) {
            throw new StackOverflowError();
          }
          jobs.forEachRemaining(job -> listener.jobEnded(Runs.ended(job, 1_000)));
          return Runs.result(2);
        };

    ImmutableList<RunFailure> failures = run(failing, 1, task("fifo", 1), task("fifo", 2));

    assertThat(failures)
        .containsExactly(new RunFailure(new RunKey("fifo", 1), "java.lang.StackOverflowError"));
    assertThat(RunStore.read(folder).runs()).hasSize(1);
  }

  private ImmutableList<RunFailure> run(RunExecutor executor, int threads, RunTask... tasks)
      throws IOException, InterruptedException {
    try (RunStore store = RunStore.open(folder)) {
      return new ParallelRuns(store, executor, threads).run(List.of(tasks), new NoView());
    }
  }

  private static RunTask task(String policy, long seed) {
    return new RunTask(
        new RunKey(policy, seed),
        WORKLOAD,
        2,
        ClusterSpec.ofSlots(1, 2),
        SimulationParameters.builder().build(),
        Optional.empty(),
        Predictors.DEFAULT,
        new ShortCutoff(60),
        0.17,
        Optional.empty(),
        Runs.inputs(policy, seed));
  }
}
