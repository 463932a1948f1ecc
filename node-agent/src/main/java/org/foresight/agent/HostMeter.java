package org.foresight.agent;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.foresight.planner.node.HostUse;
import org.jspecify.annotations.Nullable;

/**
 * How the machine is used, as a mean from one look to the next, of which there are not more than
 * one in {@link #LEAST_MILLIS}. Not thread-safe.
 */
final class HostMeter implements Supplier<Optional<HostUse>> {

  /** Between two looks; the kernel counts in ticks of 10 ms. */
  private static final long LEAST_MILLIS = 3_000;

  private static final Splitter BLANKS = Splitter.on(CharMatcher.whitespace()).omitEmptyStrings();

  private static final int SECTOR_BYTES = 512;
  private static final double MB = 1_000_000;

  private final Path proc;
  private final LongSupplier millis;

  private @Nullable Look last;
  private Optional<HostUse> use = Optional.empty();

  /** What has been counted since the machine has started. */
  private record Look(
      long atMillis, long cpuTicks, long idleTicks, long waitTicks, long disk, long network) {}

  HostMeter(Path proc, LongSupplier millis) {
    this.proc = proc;
    this.millis = millis;
  }

  @Override
  public Optional<HostUse> get() {
    Look before = last;
    long now = millis.getAsLong();
    if (before == null || now - before.atMillis() >= LEAST_MILLIS) {
      try {
        last = look(now);
        use = before == null ? Optional.empty() : between(before, last);
      } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
        use = Optional.empty(); // Not on this kind of machine; nobody depends on it.
        last = null;
      }
    }
    return use;
  }

  private static Optional<HostUse> between(Look before, Look after) {
    double ticks = after.cpuTicks() - before.cpuTicks();
    double seconds = (after.atMillis() - before.atMillis()) / 1_000.0;
    if (ticks <= 0 || seconds <= 0) {
      return Optional.empty();
    }
    double wait = Math.max(0, after.waitTicks() - before.waitTicks());
    double idle = Math.max(0, after.idleTicks() - before.idleTicks());
    return Optional.of(
        new HostUse(
            Math.max(0, 1 - (wait + idle) / ticks),
            Math.min(1, wait / ticks),
            Math.max(0, after.disk() - before.disk()) / MB / seconds,
            Math.max(0, after.network() - before.network()) / MB / seconds));
  }

  private Look look(long now) throws IOException {
    List<String> cpu =
        BLANKS.splitToList(Files.readString(proc.resolve("stat")).lines().findFirst().orElse(""));
    long ticks = 0;
    for (int field = 1; field <= 8; field++) { // Those of guests are in those of users.
      ticks += Long.parseLong(cpu.get(field));
    }
    return new Look(
        now,
        ticks,
        Long.parseLong(cpu.get(4)),
        Long.parseLong(cpu.get(5)),
        diskBytes(),
        networkBytes());
  }

  /** Of whole disks: what a partition reads, its disk reads as well. */
  private long diskBytes() throws IOException {
    long sectors = 0;
    String disk = "";
    for (String line : lines("diskstats")) {
      List<String> fields = BLANKS.splitToList(line);
      String name = fields.get(2);
      boolean isPart = !disk.isEmpty() && name.startsWith(disk);
      if (!isPart
          && !name.startsWith("loop")
          && !name.startsWith("ram")
          && !name.startsWith("dm-")) {
        disk = name;
        sectors += Long.parseLong(fields.get(5)) + Long.parseLong(fields.get(9));
      }
    }
    return sectors * SECTOR_BYTES;
  }

  private long networkBytes() throws IOException {
    long bytes = 0;
    for (String line : lines("net/dev")) {
      int colon = line.indexOf(':');
      if (colon >= 0 && !line.substring(0, colon).strip().equals("lo")) {
        List<String> fields = BLANKS.splitToList(line.substring(colon + 1));
        bytes += Long.parseLong(fields.get(0)) + Long.parseLong(fields.get(8));
      }
    }
    return bytes;
  }

  private ImmutableList<String> lines(String file) throws IOException {
    return ImmutableList.copyOf(Files.readAllLines(proc.resolve(file)));
  }
}
