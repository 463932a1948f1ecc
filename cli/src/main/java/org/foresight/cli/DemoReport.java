package org.foresight.cli;

import com.google.common.collect.ImmutableList;
import java.io.PrintWriter;
import org.foresight.predictor.Counts;

/** Says what one seed gave. */
final class DemoReport {

  private DemoReport() {}

  /** For people: the figures, and what of them is to be said in words. */
  static void print(DemoResult result, PrintWriter out) {
    ImmutableList<DemoRun> runs = result.runs();
    DemoText.table(runs).forEach(out::println);
    for (DemoRun other : runs.subList(1, runs.size())) {
      out.println();
      out.println(DemoText.comparison(runs.get(0), other));
    }
    for (DemoRun run : runs) {
      run.stopped()
          .ifPresent(
              stopped -> {
                out.println();
                StoppedText.lines(run.scheduler().title(), stopped).forEach(out::println);
              });
    }
    for (DemoValidity validity : result.validity()) {
      out.println();
      ValidityText.table(validity).forEach(out::println);
      ValidityText.latencies(validity.latencies()).forEach(out::println);
    }
  }

  /**
   * Says which jobs did not finish.
   *
   * @param advice what to do about it
   * @return the exit code
   */
  static int unfinished(ImmutableList<DemoRun> runs, String advice, PrintWriter err) {
    int unfinished = 0;
    for (DemoRun run : runs) {
      int count = run.metrics().unfinished();
      if (count > 0) {
        err.println(
            run.scheduler().title()
                + ": "
                + count
                + " of "
                + Counts.of(run.metrics().jobs(), "job")
                + " did not finish; "
                + advice);
      }
      unfinished += count;
    }
    return unfinished == 0 ? 0 : Foresight.FAILURE;
  }
}
