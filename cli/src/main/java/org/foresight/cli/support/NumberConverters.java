package org.foresight.cli.support;

import com.google.common.primitives.Doubles;
import com.google.common.primitives.Ints;
import com.google.common.primitives.Longs;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers, and says in the words of people what is none. */
public final class NumberConverters {

  private NumberConverters() {}

  /** Makes a command and all of its subcommands read numbers so. */
  public static void register(CommandLine commandLine) {
    commandLine.registerConverter(long.class, NumberConverters::wholeNumber);
    commandLine.registerConverter(Long.class, NumberConverters::wholeNumber);
    commandLine.registerConverter(int.class, NumberConverters::smallWholeNumber);
    commandLine.registerConverter(Integer.class, NumberConverters::smallWholeNumber);
    commandLine.registerConverter(double.class, NumberConverters::number);
    commandLine.registerConverter(Double.class, NumberConverters::number);
  }

  private static long wholeNumber(String text) {
    return read(text, Longs::tryParse, "a whole number");
  }

  private static int smallWholeNumber(String text) {
    return read(text, Ints::tryParse, "a whole number of up to " + Integer.MAX_VALUE);
  }

  private static double number(String text) {
    return read(text, Doubles::tryParse, "a number");
  }

  private static <T> T read(String text, Function<String, @Nullable T> parse, String what) {
    T number = parse.apply(text);
    if (number == null) {
      throw new TypeConversionException("\"" + text + "\" is not " + what + ".");
    }
    return number;
  }
}
