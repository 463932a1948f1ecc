package org.foresight.cli.support;

import com.google.common.collect.ImmutableMap;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a positive duration such as {@code 500ms}, {@code 90s}, {@code 1h30m} or {@code 30d}, or
 * one of ISO-8601, such as {@code PT10M}; of {@value #MOST_DAYS} days at most, which any unit that
 * it is later counted in can hold.
 */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final long MOST_DAYS = 100_000;
  private static final Duration MOST = Duration.ofDays(MOST_DAYS);

  private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Pattern FORM = Pattern.compile("(?:" + PART.pattern() + ")+");
  private static final ImmutableMap<String, ChronoUnit> UNITS =
      ImmutableMap.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  @Override
  public Duration convert(String text) {
    Duration duration = text.startsWith("P") ? iso(text) : sum(text);
    if (duration.isZero() || duration.isNegative() || duration.compareTo(MOST) > 0) {
      throw new TypeConversionException(
          "\""
              + text
              + "\" is not a positive duration such as 500ms, 90s, 1h30m or 30d, of at most "
              + MOST_DAYS
              + "d.");
    }
    return duration;
  }

  private static Duration sum(String text) {
    Duration sum = Duration.ZERO;
    if (FORM.matcher(text).matches()) {
      Matcher part = PART.matcher(text);
      while (part.find()) {
        ChronoUnit unit = UNITS.getOrDefault(part.group(2), ChronoUnit.SECONDS);
        sum = sum.plus(Duration.of(Long.parseLong(part.group(1)), unit));
      }
    }
    return sum;
  }

  private static Duration iso(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      return Duration.ZERO;
    }
  }
}
