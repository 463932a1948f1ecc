package org.foresight.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RunsViewTest {

  private static final RunKey FIFO = new RunKey("fifo", 1);
  private static final RunKey LAS = new RunKey("las", 1);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final StringWriter out = new StringWriter();
  private final RunsView view = new PlainRunsView(1_000, new PrintWriter(out), now::get);

  @Test
  void nowAndThenALineSaysHowFarEverythingIs() {
    view.started(FIFO, 600);
    view.started(LAS, 400);
    view.advanced(FIFO, 150);
    assertThat(out.toString()).isEmpty();

    pass(Duration.ofSeconds(20));
    view.advanced(LAS, 100);
    view.advanced(LAS, 101);

    // 250 of 1000 jobs in 20 s leave 750 for 60 s.
    assertThat(out.toString().lines())
        .containsExactly(
            "250 of 1000 jobs done, about 60 s left (fifo, seed 1: 150 of 600; las, seed 1: 100 of"
                + " 400)");
  }

  @Test
  void aRunThatEndsIsALineAndRunsNoLonger() {
    view.started(FIFO, 600);
    view.advanced(FIFO, 10);
    view.ended(FIFO, "fifo, seed 1: failed");
    view.started(LAS, 400);
    pass(Duration.ofMinutes(10));
    view.advanced(LAS, 100);

    // The jobs of the failed run need no time any more: 700 in 10 min leave 300 for 4.3 min.
    assertThat(out.toString().lines())
        .containsExactly(
            "fifo, seed 1: failed",
            "700 of 1000 jobs done, about 4 min left (las, seed 1: 100 of 400)");
  }

  private void pass(Duration duration) {
    now.updateAndGet(time -> time.plus(duration));
  }
}
