package org.foresight.predictor;

/**
 * The past runs that speak for a job by one of its features, as they were when it was submitted.
 *
 * <p>They speak in four ways, its components: the last one for itself and the older ones, as they
 * were or, where the job and the run have each asked for a runtime, scaled by the ratio of the two.
 * Immutable but for the runs that it was taken from.
 */
final class Evidence {

  /** Ages of runs: 0 is the last one. */
  static final int AGES = 2;

  static final int COMPONENTS = 2 * AGES;

  /** The first age that is older, for each age. */
  private static final int[] AGE_ENDS = {1, RecentRuns.CAPACITY};

  private final int kind;
  private final FeatureValue value;
  private final RecentRuns runs;
  private final long samples;
  private final float[] logRuntimes;
  private final float[] scaledLogRuntimes;
  private final int[] situation;

  private Evidence(
      int kind,
      FeatureValue value,
      RecentRuns runs,
      float[] logRuntimes,
      float[] scaledLogRuntimes,
      int[] situation) {
    this.kind = kind;
    this.value = value;
    this.runs = runs;
    this.samples = runs.samples();
    this.logRuntimes = logRuntimes;
    this.scaledLogRuntimes = scaledLogRuntimes;
    this.situation = situation;
  }

  /**
   * What runs say now.
   *
   * @param kind number of the feature
   * @param logRequest logarithm of the runtime that the job asks for, NaN if it asks for none
   */
  static Evidence of(int kind, FeatureValue value, RecentRuns runs, double logRequest) {
    int kept = runs.kept();
    float[] logRuntimes = new float[kept];
    float[] scaled = Double.isNaN(logRequest) ? new float[0] : new float[kept];
    for (int age = 0; age < kept; age++) {
      double log = runs.logRuntime(age);
      logRuntimes[age] = (float) limited(log, logRequest);
      if (scaled.length > 0) {
        double asked = runs.logRequest(age);
        double inProportion = Double.isNaN(asked) ? log : log - asked + logRequest;
        scaled[age] = (float) Math.max(0.0, limited(inProportion, logRequest));
      }
    }
    return new Evidence(kind, value, runs, logRuntimes, scaled, Situation.of(runs));
  }

  /** No run lasts longer than it asked for. */
  private static double limited(double log, double logRequest) {
    return log > logRequest ? logRequest : log;
  }

  int kind() {
    return kind;
  }

  FeatureValue value() {
    return value;
  }

  RecentRuns runs() {
    return runs;
  }

  /** How many runs there were. */
  long samples() {
    return samples;
  }

  /** For each aspect the class that the runs are in; see {@link Situation}. */
  int[] situation() {
    return situation;
  }

  /** Whether a component has anything to say. */
  boolean has(int component) {
    return component < AGES || scaledLogRuntimes.length > 0;
  }

  /** Number of runs of a component. */
  int count(int component) {
    return last(component) - first(component);
  }

  /** Logarithm of the runtime, for this job, of a run of a component. */
  double logRuntime(int component, int i) {
    float[] logs = component < AGES ? logRuntimes : scaledLogRuntimes;
    return logs[first(component) + i];
  }

  /** Where there are no runs so old, all others stand for them. */
  private int first(int component) {
    int age = component % AGES;
    int start = age == 0 ? 0 : AGE_ENDS[age - 1];
    return start < logRuntimes.length ? start : 0;
  }

  private int last(int component) {
    int age = component % AGES;
    int start = age == 0 ? 0 : AGE_ENDS[age - 1];
    return start < logRuntimes.length
        ? Math.min(AGE_ENDS[age], logRuntimes.length)
        : logRuntimes.length;
  }
}
