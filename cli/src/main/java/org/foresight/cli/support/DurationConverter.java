package org.foresight.cli.support;

import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a positive duration such as {@code 500ms}, {@code 90s}, {@code 5m} or {@code 1h}. */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final ImmutableMap<String, ChronoUnit> UNITS =
      ImmutableMap.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS);

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    Duration duration = Duration.ZERO;
    if (matcher.matches()) {
      ChronoUnit unit = UNITS.getOrDefault(matcher.group(2), ChronoUnit.SECONDS);
      duration = Duration.of(Long.parseLong(matcher.group(1)), unit);
    }
    if (duration.isZero()) {
      throw new TypeConversionException(
          "\"" + text + "\" is not a positive duration such as 500ms, 90s, 5m or 1h.");
    }
    return duration;
  }
}
