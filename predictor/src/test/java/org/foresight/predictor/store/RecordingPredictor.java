package org.foresight.predictor.store;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foresight.predictor.JobEstimate;
import org.foresight.predictor.JobFeatures;
import org.foresight.predictor.JobOutcome;
import org.foresight.predictor.LearnedState;
import org.foresight.predictor.RuntimePredictor;

/** Remembers the spans that it learned, in order, and nothing else. */
class RecordingPredictor implements RuntimePredictor {

  final List<Long> spans = new ArrayList<>();

  @Override
  public String name() {
    return "recording";
  }

  @Override
  public Optional<JobEstimate> predict(JobFeatures features) {
    return Optional.empty();
  }

  @Override
  public void learn(JobFeatures features, JobOutcome outcome, Optional<JobEstimate> given) {
    spans.add(outcome.spanMillis());
  }

  /** One that can be restored. */
  static final class Restorable extends RecordingPredictor implements LearnedState {

    private final int version;

    Restorable() {
      this(1);
    }

    Restorable(int version) {
      this.version = version;
    }

    @Override
    public int stateVersion() {
      return version;
    }

    @Override
    public int valueCount() {
      return spans.size();
    }

    @Override
    public void save(DataOutput out) throws IOException {
      out.writeInt(spans.size());
      for (long span : spans) {
        out.writeLong(span);
      }
    }

    @Override
    public void restore(DataInput in) throws IOException {
      List<Long> saved = new ArrayList<>();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        saved.add(in.readLong());
      }
      spans.clear();
      spans.addAll(saved);
    }
  }
}
