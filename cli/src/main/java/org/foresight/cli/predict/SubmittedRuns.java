package org.foresight.cli.predict;

import com.google.common.collect.ImmutableSortedMap;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.foresight.predictor.RuntimePredictor;
import org.foresight.predictor.evaluation.Replay;
import org.foresight.predictor.evaluation.ReplayedJob;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.traces.past.PastJob;
import org.foresight.traces.past.PastJobStream;

/**
 * Past jobs of a log, put in the order of submission: a predictor is asked of each when it is
 * submitted and taught it when it ends.
 *
 * <p>Holds a bounded number of jobs. One that is more out of order than that is asked about late,
 * which flatters the predictor, and is learned all the same.
 */
final class SubmittedRuns implements PastRecords {

  /** More than a ResourceManager keeps, whose answer has no order. */
  private static final int BOUND = 20_000;

  private record Waiting(ReplayedJob job, long place) {}

  private final PastJobStream jobs;
  private final int bound;
  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(
          Comparator.<Waiting>comparingLong(entry -> entry.job().submitMillis())
              .thenComparingLong(Waiting::place));
  private long places;

  SubmittedRuns(PastJobStream jobs) {
    this(jobs, BOUND);
  }

  SubmittedRuns(PastJobStream jobs, int bound) {
    this.jobs = jobs;
    this.bound = bound;
  }

  @Override
  public void replay(RuntimePredictor predictor, Choice choice, ImportCounts counts)
      throws IOException, InterruptedException {
    Replay replay = new Replay(predictor);
    while (jobs.hasNext()) {
      PastJob job = jobs.next();
      switch (job.end()) {
        case COMPLETED -> {
          counts.addCompleted();
          ReplayedJob run = PastRuns.replayed(job);
          if (choice.isNew(new HistoryRecord(run.features(), run.outcome()))) {
            waiting.add(new Waiting(run, places++));
          }
        }
        case FAILED -> counts.addFailed();
        case CANCELLED -> counts.addCancelled();
      }
      if (waiting.size() > bound) {
        submitFirst(replay);
      }
    }
    while (!waiting.isEmpty()) {
      submitFirst(replay);
    }
    replay.finish();
  }

  private void submitFirst(Replay replay) {
    replay.submit(waiting.remove().job());
  }

  @Override
  public ImmutableSortedMap<String, Long> leftOut() {
    return jobs.leftOut();
  }

  @Override
  public void close() throws IOException {
    jobs.close();
  }
}
