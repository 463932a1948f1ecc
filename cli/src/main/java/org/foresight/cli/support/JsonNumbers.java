package org.foresight.cli.support;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Numbers of JSON. Stateless. */
public final class JsonNumbers {

  private JsonNumbers() {}

  /** The number, or null for none. */
  public static @Nullable Double orNull(OptionalDouble number) {
    return number.isPresent() ? number.getAsDouble() : null;
  }

  /** The number, or null for none. */
  public static @Nullable Long orNull(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }

  /** The number, or null if it is infinite or none, for which JSON has no word. */
  public static @Nullable Double orNull(double number) {
    return Double.isFinite(number) ? number : null;
  }
}
