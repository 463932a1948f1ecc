package org.foresight.predictor.evaluation;

import java.util.Arrays;

/** How many finished jobs like it an answer rests on, in classes. */
public enum Experience {
  NONE("0", 0),
  LITTLE("1-4", 1),
  SOME("5-24", 5),
  MUCH("25+", 25);

  private final String label;
  private final long leastSamples;

  Experience(String label, long leastSamples) {
    this.label = label;
    this.leastSamples = leastSamples;
  }

  /** The numbers of samples, such as {@code 1-4}. */
  public String label() {
    return label;
  }

  /** The class of so many samples. */
  public static Experience of(long samples) {
    return Arrays.stream(values())
        .filter(experience -> experience.leastSamples <= samples)
        .reduce(NONE, (less, more) -> more);
  }
}
