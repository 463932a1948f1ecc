package org.foresight.cli.support;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an amount of memory such as {@code 8192} (MiB), {@code 8192m} or {@code 8g}, in MiB. */
public final class MemoryConverter implements ITypeConverter<Long> {

  private static final Pattern FORM = Pattern.compile("(\\d{1,12})([mg]?)");
  private static final long MIB_PER_GIB = 1024;

  @Override
  public Long convert(String text) {
    Matcher matcher = FORM.matcher(text);
    long mib = 0;
    if (matcher.matches()) {
      mib = Long.parseLong(matcher.group(1)) * ("g".equals(matcher.group(2)) ? MIB_PER_GIB : 1);
    }
    if (mib < 1) {
      throw new TypeConversionException(
          "\"" + text + "\" is not an amount of memory such as 8192 (MiB), 8192m or 8g.");
    }
    return mib;
  }
}
