package org.foresight.predictor;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.function.Supplier;

/** The predictors by their names. */
public final class Predictors {

  /** Name of the predictor that is used unless another one is asked for. */
  public static final String DEFAULT = "default";

  private static final ImmutableMap<String, Supplier<RuntimePredictor>> ALL =
      ImmutableMap.of(DEFAULT, MixturePredictor::new, "history-3sigma", ThreeSigmaPredictor::new);

  private Predictors() {}

  /** The names of all. */
  public static ImmutableSet<String> names() {
    return ALL.keySet();
  }

  /**
   * A predictor that has learned nothing yet.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static RuntimePredictor create(String name) {
    Supplier<RuntimePredictor> predictor = ALL.get(name);
    if (predictor == null) {
      throw new IllegalArgumentException(
          "There is no predictor (" + name + "); accepted: " + String.join(", ", names()) + ".");
    }
    return predictor.get();
  }
}
