package org.foresight.testbed;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.ThreeSigmaPredictor;
import org.foresight.predictor.store.HistoryRecord;
import org.foresight.predictor.store.HistorySettings;
import org.foresight.predictor.store.HistoryStore;
import org.foresight.predictor.store.LocalHistoryStorage;
import org.foresight.traces.Workload;
import org.foresight.traces.WorkloadJob;

/** What a scheduler has learned before it runs a workload. Stateless. */
public final class WorkloadHistory {

  private WorkloadHistory() {}

  /**
   * Writes it as a scheduler would have left it.
   *
   * @param timeScale real time per workload time
   * @param folder that is not there yet
   */
  public static void save(Workload workload, double timeScale, Path folder) throws IOException {
    try (HistoryStore store =
        HistoryStore.open(
            new LocalHistoryStorage(folder),
            new ThreeSigmaPredictor(),
            HistorySettings.of("workload"),
            problem -> {
              throw new IllegalStateException(problem.message()); // The folder is new.
            })) {
      records(workload, timeScale).forEach(job -> store.learn(job, Optional.empty()));
    }
  }

  /**
   * What a scheduler on the cluster would have learnt, in real time as the cluster lives in it.
   *
   * @param timeScale real time per workload time
   */
  public static ImmutableList<HistoryRecord> records(Workload workload, double timeScale) {
    return workload.history().stream()
        .map(job -> record(job, timeScale))
        .collect(toImmutableList());
  }

  private static HistoryRecord record(WorkloadJob job, double timeScale) {
    return new HistoryRecord(
        new JobFeatures(job.user(), job.name(), "root." + job.queue()),
        new JobOutcome(
            Math.round(job.spanMillis() * timeScale),
            job.width(),
            Math.round(job.workMillis() * timeScale)));
  }
}
