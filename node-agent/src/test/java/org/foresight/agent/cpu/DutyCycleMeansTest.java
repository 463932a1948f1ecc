package org.foresight.agent.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is sent to whom when time is beaten; a test beats it. */
class DutyCycleMeansTest {
  private static final String CONTAINER = "container_1";

  private final FakeMachine machine = new FakeMachine();
  private final HandBeats beats = new HandBeats();
  private final DutyCycleMeans means =
      new DutyCycleMeans(0.05, new ProcessTable(FakeMachine.PROC, machine), machine, beats);

  @BeforeEach
  void container() throws IOException {
    machine.begin(10, 1, 10, 10);
    machine.begin(11, 10, 11, 10);
    means.attach(CONTAINER, 10);
  }

  @AfterEach
  void close() {
    means.close();
  }

  @Test
  void aSuspendedOneRunsForMoments() throws IOException {
    suspend();
    assertThat(machine.isStopped(10)).isTrue();
    assertThat(machine.isStopped(11)).isTrue();

    beats.next();
    assertThat(machine.isStopped(10)).isFalse();
    assertThat(machine.isStopped(11)).isFalse();

    beats.next();
    assertThat(machine.isStopped(10)).isTrue();
    assertThat(machine.isStopped(11)).isTrue();
  }

  @Test
  void whoGetsTheIdOfAGroupThatWasGoneIsNeverStopped() throws IOException {
    suspend();
    machine.end(11);
    beats.next();
    machine.begin(11, 1, 11, 11); // Somebody else's.

    beats.next();
    assertThat(machine.isStopped(10)).isTrue();
    assertThat(machine.isStopped(11)).isFalse();
  }

  @Test
  void aMomentOfACycleThatIsOverDoesNotEndThoseOfTheNext() throws IOException {
    suspend();
    beats.next(); // Begins a moment.
    means.release(CONTAINER);
    machine.end(11);
    suspend();
    machine.begin(11, 1, 11, 11); // Somebody else's.

    beats.next();
    assertThat(machine.isStopped(11)).isFalse();
  }

  private void suspend() throws IOException {
    means.apply(means.change(CONTAINER).orElseThrow());
  }

  /** Keeps what is to be done, the first first; does none of it by itself. */
  private static final class HandBeats extends ScheduledThreadPoolExecutor {
    private final Queue<Runnable> due = new ArrayDeque<>();

    HandBeats() {
      super(1);
    }

    void next() {
      due.remove().run();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
        Runnable command, long initialDelay, long period, TimeUnit unit) {
      return schedule(command, initialDelay, unit);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      due.add(command);
      return super.schedule(() -> {}, 1, TimeUnit.DAYS);
    }
  }
}
