package org.foresight.predictor;

import java.util.List;

/**
 * An attribute of a job, or a pair of attributes, by which jobs are taken to be alike (3Sigma
 * §4.1). Declared in the order of preference between features that are equal in everything else.
 */
enum Feature {
  USER_NAME("user+name"),
  NAME_QUEUE("name+queue"),
  USER_QUEUE("user+queue"),
  NAME("name"),
  USER("user"),
  QUEUE("queue");

  private final String label;

  Feature(String label) {
    this.label = label;
  }

  /** The name for explanations. */
  String label() {
    return label;
  }

  /** The value of this feature for a job, whose name is normalised already. */
  FeatureValue of(String user, String name, String queue) {
    List<String> parts =
        switch (this) {
          case USER_NAME -> List.of(user, name);
          case NAME_QUEUE -> List.of(name, queue);
          case USER_QUEUE -> List.of(user, queue);
          case NAME -> List.of(name);
          case USER -> List.of(user);
          case QUEUE -> List.of(queue);
        };
    return new FeatureValue(this, parts);
  }
}
