package org.foresight.predictor;

import com.google.common.collect.ImmutableList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How past jobs were made up: their width, how long a task is beside the job, and their stages. In
 * constant memory: of so many stages at most. Not thread-safe.
 */
final class ShapeHistory {

  /** MapReduce has two stages and Tez and Spark rarely more that matter; the first ones count. */
  static final int MAX_STAGES = 3;

  private final RecentMean taskToSpan;
  private final RecentMean width;

  /** In the order of the job that was learned last. */
  private Map<String, StageHistory> stages = new LinkedHashMap<>();

  ShapeHistory() {
    this(new RecentMean(), new RecentMean());
  }

  private ShapeHistory(RecentMean taskToSpan, RecentMean width) {
    this.taskToSpan = taskToSpan;
    this.width = width;
  }

  void learn(JobOutcome outcome) {
    taskToSpan.add(taskToSpan(outcome));
    width.add(outcome.width());
    Map<String, StageHistory> present = new LinkedHashMap<>();
    for (StageOutcome stage : outcome.stages()) {
      if (present.size() < MAX_STAGES || present.containsKey(stage.name())) {
        StageHistory known = stages.getOrDefault(stage.name(), new StageHistory());
        known.learn(stage);
        present.put(stage.name(), known);
      }
    }
    if (!present.isEmpty()) {
      stages = present;
    }
  }

  /**
   * Mean task runtime / span. The span is the longest task of each stage, so the work is at least
   * the span and at most width × span; an outcome that says otherwise is taken at the nearer bound.
   */
  static double taskToSpan(JobOutcome outcome) {
    if (outcome.spanMillis() == 0) {
      return 1.0;
    }
    double ratio = (double) outcome.workMillis() / outcome.width() / outcome.spanMillis();
    return Math.min(1.0, Math.max(1.0 / outcome.width(), ratio));
  }

  /** Mean of (mean task runtime / span), in (0, 1]; 1 while nothing is learned. */
  double meanTaskToSpan() {
    // Rounding errors must not carry a mean of ones beyond one.
    return taskToSpan.mean() > 0.0 ? Math.min(1.0, taskToSpan.mean()) : 1.0;
  }

  double meanWidth() {
    return Math.max(1.0, width.mean());
  }

  ImmutableList<StageEstimate> stages() {
    ImmutableList.Builder<StageEstimate> estimates = ImmutableList.builder();
    stages.forEach((name, stage) -> estimates.add(stage.estimate(name)));
    return estimates.build();
  }

  void save(DataOutput out) throws IOException {
    taskToSpan.save(out);
    width.save(out);
    out.writeInt(stages.size());
    for (Map.Entry<String, StageHistory> stage : stages.entrySet()) {
      out.writeUTF(stage.getKey());
      stage.getValue().save(out);
    }
  }

  static ShapeHistory restore(DataInput in) throws IOException {
    ShapeHistory shape = new ShapeHistory(RecentMean.restore(in), RecentMean.restore(in));
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      shape.stages.put(in.readUTF(), StageHistory.restore(in));
    }
    return shape;
  }
}
