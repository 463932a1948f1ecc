package org.foresight.planner.policy;

import com.google.common.collect.ImmutableSet;
import org.foresight.planner.SchedulingPolicy;

/** The policies that configuration can name. */
public final class Policies {
  private static final ImmutableSet<String> NAMES = ImmutableSet.of("threesigma", "fifo");

  private Policies() {}

  /** The names of all policies. */
  public static ImmutableSet<String> names() {
    return NAMES;
  }

  /**
   * Makes a policy.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static SchedulingPolicy create(String name, PolicyContext context) {
    return switch (name) {
      case "threesigma" ->
          new ThreeSigmaPolicy(context.settings(), context.predictor(), context.solver());
      case "fifo" -> new FifoPolicy();
      default ->
          throw new IllegalArgumentException(
              "There is no policy (" + name + "); there are " + String.join(", ", NAMES) + ".");
    };
  }
}
