package org.foresight.predictor;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a job has for a feature; the key of a history. The parts of a pair stay apart, so that no
 * two pairs are confused whatever characters they contain.
 *
 * @param feature the feature
 * @param parts its attributes' values: one, or two for a pair
 */
record FeatureValue(Feature feature, List<String> parts) {

  FeatureValue {
    parts = List.copyOf(parts);
  }

  /** All feature values of a job, in the order in which the features are declared. */
  static List<FeatureValue> allOf(JobFeatures job) {
    String name = JobNames.normalise(job.jobName());
    return Arrays.stream(Feature.values())
        .map(feature -> feature.of(job.user(), name, job.queue()))
        .toList();
  }

  /** Number of attributes that it fixes. */
  int specificity() {
    return parts.size();
  }

  /** The value for explanations; a {@code +} inside of a part is escaped by a backslash. */
  String label() {
    return parts.stream()
        .map(part -> part.replace("\\", "\\\\").replace("+", "\\+"))
        .collect(Collectors.joining(" + "));
  }
}
