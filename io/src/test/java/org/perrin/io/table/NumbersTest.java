package org.perrin.io.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
  private final Numbers numbers = new Numbers('.');

  private double parse(String text) {
    return numbers.parse(text.toCharArray(), 0, text.length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "7",
        "+7",
        "007",
        "1.",
        ".5",
        "-.5",
        "1e3",
        "1E-3",
        "123456789012345",
        "1234567890123456789",
        "0.1234567890123456789",
        "9007199254740993",
        "4.9e-324",
        "1e-400",
        "1.7976931348623157e308",
        "0.000000000000000000000000001"
      })
  void same_double_as_the_jdk(String text) {
    assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
  }

  @Test
  void random_doubles_are_read_to_the_bit() {
    var random = new SplittableRandom(7);
    for (int i = 0; i < 200_000; i++) {
      double bits = Double.longBitsToDouble(random.nextLong());
      double value = Double.isFinite(bits) ? bits : random.nextInt();
      assertThat(parse(Double.toString(value))).isEqualTo(value);
      double short_ = random.nextInt(-100_000, 100_000) / 1000.0;
      assertThat(parse(Double.toString(short_))).isEqualTo(short_);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "NaN,NOT_FINITE",
    "-inf,NOT_FINITE",
    "Infinity,NOT_FINITE",
    "1e400,TOO_LARGE",
    "-1e999,TOO_LARGE",
    "na,MISSING",
    "N/A,MISSING",
    "NULL,MISSING",
    "?,MISSING",
    "1d,TEXT",
    "0x10,TEXT",
    "1e,TEXT",
    "1e+,TEXT",
    "-,TEXT",
    ".,TEXT",
    "1.2.3,TEXT",
    "1 2,TEXT",
    "e5,TEXT",
    "1_000,TEXT",
    "١,TEXT"
  })
  void everything_else_is_named(String text, Numbers.Kind kind) {
    assertThat(parse(text)).isNotFinite();
    assertThat(numbers.kind()).isEqualTo(kind);
  }
}
