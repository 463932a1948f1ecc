package org.foresight.cli;

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

/** What a scheduler has learned before it runs a workload. */
final class DemoHistory {

  private DemoHistory() {}

  /** Writes it as a scheduler would have left it. */
  static void save(DemoPlan plan, Path folder) throws IOException {
    try (HistoryStore store =
        HistoryStore.open(
            new LocalHistoryStorage(folder),
            new ThreeSigmaPredictor(),
            HistorySettings.of("demo"),
            problem -> {
              throw new IllegalStateException(problem.message()); // The folder is new.
            })) {
      records(plan.workload(), plan.driver().timeScale())
          .forEach(job -> store.learn(job, Optional.empty()));
    }
  }

  /** What a scheduler on the cluster would have learnt, in real time as the cluster lives in it. */
  static ImmutableList<HistoryRecord> records(Workload workload, double timeScale) {
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
