package org.foresight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foresight.planner.node.HostUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostMeterTest {
  @TempDir Path proc;

  private long now;

  @Test
  void tellsTheMeanFromOneLookToTheNext() throws IOException {
    HostMeter meter = new HostMeter(proc, () -> now);
    machine("100 0 100 700 100 0 0 0 0 0", 1_000, 2_000, 10, 10);
    assertThat(meter.get()).isEmpty();

    now = 10_000;
    // Of 1,000 ticks, 500 are idle and 100 wait for a disk.
    machine("400 0 200 1200 200 0 0 0 50 0", 21_000, 22_000, 10_000_010, 20_000_010);

    assertThat(meter.get()).contains(new HostUse(0.4, 0.1, 40_000 * 512 / 1e6 / 10, 3));
  }

  @Test
  void doesNotLookTwiceInAMoment() throws IOException {
    HostMeter meter = new HostMeter(proc, () -> now);
    machine("0 0 0 0 0 0 0 0 0 0", 0, 0, 0, 0);
    assertThat(meter.get()).isEmpty();
    now = 5_000;
    machine("100 0 0 100 0 0 0 0 0 0", 0, 0, 0, 0);
    HostUse use = meter.get().orElseThrow();
    now = 5_001;
    machine("200 0 0 100 0 0 0 0 0 0", 0, 0, 0, 0);

    assertThat(meter.get()).contains(use);
  }

  @Test
  void tellsNothingOfAMachineOfAnotherKind() {
    assertThat(new HostMeter(proc.resolve("none"), () -> now).get()).isEmpty();
  }

  private void machine(String cpu, long read, long written, long received, long sent)
      throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(proc.resolve("stat"), "cpu  " + cpu + "\ncpu0 1 2 3\n");
    Files.writeString(
        proc.resolve("diskstats"),
        "   7 0 loop0 1 1 999999 1 1 1 999999 1 1 1 1\n"
            + "   8 0 sda 1 1 "
            + read
            + " 1 1 1 "
            + written
            + " 1 1 1 1\n"
            + "   8 1 sda1 1 1 "
            + read
            + " 1 1 1 "
            + written
            + " 1 1 1 1\n");
    Files.writeString(
        proc.resolve("net/dev"),
        "Inter-|   Receive | Transmit\n face |bytes packets|bytes packets\n"
            + "    lo: 999999 0 0 0 0 0 0 0 999999 0 0 0 0 0 0 0\n"
            + "  eth0: "
            + received
            + " 0 0 0 0 0 0 0 "
            + sent
            + " 0 0 0 0 0 0 0\n");
  }
}
