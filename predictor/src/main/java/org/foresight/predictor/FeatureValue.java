package org.foresight.predictor;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a job has for a feature; the key of a history. The parts of several attributes stay apart,
 * so that no two are confused whatever characters they contain.
 *
 * @param feature the feature
 * @param parts the values of its attributes
 */
record FeatureValue(Feature feature, ImmutableList<String> parts) {

  /** The values of a job for those features whose attributes it has, in the order of features. */
  static ImmutableList<FeatureValue> allOf(JobFeatures job, ImmutableList<Feature> features) {
    Map<Attribute, String> attributes = Attribute.of(job);
    return features.stream()
        .map(feature -> feature.of(attributes))
        .flatMap(Optional::stream)
        .collect(toImmutableList());
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
