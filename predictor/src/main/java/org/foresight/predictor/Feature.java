package org.foresight.predictor;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An attribute of a job, or several together, by which jobs are taken to be alike (3Sigma §4.1).
 *
 * @param attributes the attributes; none for the feature that all jobs share
 */
public record Feature(ImmutableList<Attribute> attributes) {

  private static final String ANY = "any job";

  public static Feature of(Attribute... attributes) {
    return new Feature(ImmutableList.copyOf(attributes));
  }

  /** The name for explanations, such as {@code user+name}. */
  String label() {
    return attributes.isEmpty()
        ? ANY
        : attributes.stream().map(Attribute::label).collect(Collectors.joining("+"));
  }

  /** What a job has for this feature; empty if it lacks one of the attributes. */
  Optional<FeatureValue> of(Map<Attribute, String> job) {
    if (!job.keySet().containsAll(attributes)) {
      return Optional.empty();
    }
    // Each attribute was just seen to be there.
    return Optional.of(
        new FeatureValue(
            this,
            attributes.stream()
                .map(attribute -> job.getOrDefault(attribute, ""))
                .collect(toImmutableList())));
  }
}
