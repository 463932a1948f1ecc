package org.foresight.cli.support;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as {@link DurationConverter} does, or {@code 0} for none. */
public final class DelayConverter implements ITypeConverter<Duration> {

  private static final String NONE = "0";

  @Override
  public Duration convert(String text) {
    if (text.equals(NONE)) {
      return Duration.ZERO;
    }
    try {
      return new DurationConverter().convert(text);
    } catch (TypeConversionException e) {
      throw new TypeConversionException(
          "\"" + text + "\" is neither 0 nor a duration such as 500ms, 90s, 1h30m or 30d.");
    }
  }
}
