package org.foresight.cli.simulate;

import static com.google.common.base.MoreObjects.firstNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How many jobs of the runs have ended. A run that ends early counts as if all of its jobs had
 * ended: nothing is left to be done for them.
 *
 * <p>Not thread-safe.
 */
final class RunCounts {

  private record Count(long done, long jobs) {}

  private static final Count NONE = new Count(0, 0);

  private final long jobs;
  private final Map<RunKey, Count> running = new LinkedHashMap<>();
  private long done;

  /**
   * Nothing is done yet.
   *
   * @param jobs of all runs
   */
  RunCounts(long jobs) {
    this.jobs = jobs;
  }

  void start(RunKey run, long jobsOfRun) {
    running.put(run, new Count(0, jobsOfRun));
  }

  void advance(RunKey run, long doneOfRun) {
    Count before = firstNonNull(running.get(run), NONE);
    running.put(run, new Count(doneOfRun, before.jobs()));
    done += doneOfRun - before.done();
  }

  void end(RunKey run) {
    Count last = firstNonNull(running.remove(run), NONE);
    done += last.jobs() - last.done();
  }

  /** Jobs of all runs. */
  long jobs() {
    return jobs;
  }

  /** Jobs that have ended. */
  long done() {
    return done;
  }

  /** How many runs have begun and not ended. */
  int runs() {
    return running.size();
  }

  /** Such as {@code fifo, seed 1: 300 of 600; fifo, seed 2: 20 of 580}. */
  String running() {
    return running.entrySet().stream()
        .map(
            run ->
                run.getKey().title()
                    + ": "
                    + run.getValue().done()
                    + " of "
                    + run.getValue().jobs())
        .collect(Collectors.joining("; "));
  }
}
