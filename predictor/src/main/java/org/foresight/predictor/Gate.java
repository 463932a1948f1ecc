package org.foresight.predictor;

import com.google.common.collect.ImmutableList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Says how much each piece of evidence counts, and learns it: a softmax of scores, one for each
 * feature, component and class of {@link Situation}. After each job every component is rewarded by
 * how much better than the whole mixture it foresaw the runtime, which is gradient ascent on the
 * logarithm of the mixture's density. Not thread-safe.
 */
final class Gate {

  static final int COMPONENTS = Evidence.COMPONENTS;

  /** Width of the kernels by which runs speak, on the natural logarithm. */
  static final double KERNEL_SCALE = 0.2;

  private static final double LEARNING_RATE = 0.05;

  /** What one more attribute that is alike is worth before anything is learned. */
  private static final double SPECIFICITY = 0.5;

  /** By feature, aspect, class, component. */
  private final float[][][][] scores;

  /**
   * A gate that has learned nothing: features of more attributes count for more.
   *
   * @param features the features, by their number
   */
  Gate(ImmutableList<Feature> features) {
    scores = new float[features.size()][Situation.CLASSES.length][][];
    for (int kind = 0; kind < features.size(); kind++) {
      float prior = (float) (SPECIFICITY * features.get(kind).attributes().size());
      for (int aspect = 0; aspect < Situation.CLASSES.length; aspect++) {
        scores[kind][aspect] = new float[Situation.CLASSES[aspect]][COMPONENTS];
        if (aspect == 0) {
          for (float[] components : scores[kind][aspect]) {
            Arrays.fill(components, prior);
          }
        }
      }
    }
  }

  /**
   * The weights of all components of all evidence, which sum up to 1.
   *
   * @param evidence at least one
   */
  double[] weights(ImmutableList<Evidence> evidence) {
    double[] weights = new double[evidence.size() * COMPONENTS];
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = score(evidence.get(i / COMPONENTS), i % COMPONENTS);
      highest = Math.max(highest, weights[i]);
    }
    double sum = 0.0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.exp(weights[i] - highest);
      sum += weights[i];
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] /= sum;
    }
    return weights;
  }

  private double score(Evidence evidence, int component) {
    if (!evidence.has(component)) {
      return Double.NEGATIVE_INFINITY;
    }
    double score = 0.0;
    for (int aspect = 0; aspect < Situation.CLASSES.length; aspect++) {
      score += scores[evidence.kind()][aspect][evidence.situation()[aspect]][component];
    }
    return score;
  }

  /** Learns from a job that took so long. */
  void learn(ImmutableList<Evidence> evidence, double logRuntime) {
    double[] weights = weights(evidence);
    double[] densities = new double[weights.length];
    double mixture = 0.0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0.0) {
        densities[i] = density(evidence.get(i / COMPONENTS), i % COMPONENTS, logRuntime);
        mixture += weights[i] * densities[i];
      }
    }
    if (!(mixture > 0.0)) {
      return; // So far off all evidence that no piece of it was better than another.
    }
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0.0) {
        double gradient = weights[i] * (densities[i] / mixture - 1.0);
        Evidence piece = evidence.get(i / COMPONENTS);
        int component = i % COMPONENTS;
        for (int aspect = 0; aspect < Situation.CLASSES.length; aspect++) {
          scores[piece.kind()][aspect][piece.situation()[aspect]][component] +=
              (float) (LEARNING_RATE * gradient);
        }
      }
    }
  }

  /** Mean of the Laplace kernels around the runs of a component. */
  private static double density(Evidence evidence, int component, double logRuntime) {
    int count = evidence.count(component);
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
      sum += Math.exp(-Math.abs(logRuntime - evidence.logRuntime(component, i)) / KERNEL_SCALE);
    }
    return sum / count / (2.0 * KERNEL_SCALE);
  }

  void save(DataOutput out) throws IOException {
    for (float[][][] kind : scores) {
      for (float[][] aspect : kind) {
        for (float[] components : aspect) {
          for (float score : components) {
            out.writeFloat(score);
          }
        }
      }
    }
  }

  /** What {@link #save} of a gate of the same features wrote. */
  static Gate restore(ImmutableList<Feature> features, DataInput in) throws IOException {
    Gate gate = new Gate(features);
    for (float[][][] kind : gate.scores) {
      for (float[][] aspect : kind) {
        for (float[] components : aspect) {
          for (int i = 0; i < components.length; i++) {
            components[i] = in.readFloat();
          }
        }
      }
    }
    return gate;
  }
}
