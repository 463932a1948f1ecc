package org.foresight.cli.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class NumberConvertersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--whole | 1.5 | \"1.5\" is not a whole number.",
        "--whole | 9223372036854775808 | \"9223372036854775808\" is not a whole number.",
        "--small | 2147483648 | \"2147483648\" is not a whole number of up to 2147483647.",
        "--number | x | \"x\" is not a number.",
      })
  void whatIsNoNumberIsSaidInWords(String option, String text, String explanation) {
    CommandLine line = line(new Numbers());

    assertThatThrownBy(() -> line.parseArgs(option, text))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining(explanation);
  }

  @ParameterizedTest
  @CsvSource({"-7, -7, -7.5", "9223372036854775807, 2147483647, 1e3"})
  void numbersAreRead(String whole, String small, String number) {
    Numbers numbers = new Numbers();

    line(numbers).parseArgs("--whole", whole, "--small", small, "--number", number);

    assertThat(numbers.whole).isEqualTo(Long.parseLong(whole));
    assertThat(numbers.small).isEqualTo(Integer.parseInt(small));
    assertThat(numbers.number).isEqualTo(Double.parseDouble(number));
  }

  private static CommandLine line(Numbers numbers) {
    CommandLine line = new CommandLine(numbers);
    NumberConverters.register(line);
    return line;
  }

  @Command
  private static final class Numbers {
    @Option(names = "--whole")
    private long whole;

    @Option(names = "--small")
    private int small;

    @Option(names = "--number")
    private double number;
  }
}
