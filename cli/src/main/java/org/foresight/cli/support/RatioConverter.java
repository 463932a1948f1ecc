package org.foresight.cli.support;

import com.google.common.base.Splitter;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a positive ratio such as {@code 1/60} or {@code 0.05}. */
public final class RatioConverter implements ITypeConverter<Double> {

  private static final Splitter SLASH = Splitter.on('/').limit(2);

  @Override
  public Double convert(String text) {
    double ratio = parse(text);
    if (!(ratio > 0.0) || Double.isInfinite(ratio)) {
      throw unusable(text);
    }
    return ratio;
  }

  private static double parse(String text) {
    List<String> parts = SLASH.splitToList(text);
    try {
      double numerator = Double.parseDouble(parts.get(0));
      return parts.size() == 1 ? numerator : numerator / Double.parseDouble(parts.get(1));
    } catch (NumberFormatException e) {
      throw unusable(text);
    }
  }

  private static TypeConversionException unusable(String text) {
    return new TypeConversionException(
        "\"" + text + "\" is not a positive ratio such as 1/60 or 0.05.");
  }
}
