package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Several columns, or one, made of a number in a way that depends on all its values: {@code poly(x,
 * 2)}, {@code scale(x)}, {@code bs(x, df = 5)}, {@code ns(x, df = 3)}, as in R, and {@code s(x)} as
 * in mgcv.
 *
 * @param function by which
 * @param of the number
 * @param values of the function's options, in their order
 */
public record Basis(Function function, Expr of, List<Integer> values) implements Formula.Factor {
  /** Copies the list. */
  public Basis {
    values = List.copyOf(values);
  }

  /**
   * An option of a function, a whole number or TRUE and FALSE as 1 and 0.
   *
   * @param name by which it is given
   * @param named whether its name is always shown
   * @param least value
   * @param most value; 1 beside a least of 0 makes it a truth value
   * @param standard where it is not given
   */
  public record Option(String name, boolean named, int least, int most, int standard) {
    boolean truth() {
      return least == 0 && most == 1;
    }

    private String text(int value) {
      String shown = truth() ? (value == 1 ? "TRUE" : "FALSE") : String.valueOf(value);
      return named ? name + " = " + shown : shown;
    }
  }

  /** The functions. The first option may be given without its name, and is always shown but k. */
  public enum Function {
    /** Orthogonal polynomials, or powers if raw. */
    POLY(new Option("degree", false, 1, 20, 1), new Option("raw", true, 0, 1, 0)),
    /** Centred by the mean, divided by the standard deviation. */
    SCALE,
    /** B-splines with knots at quantiles. */
    BS(new Option("df", true, 1, 1000, 3), new Option("degree", true, 1, 10, 3)),
    /** Natural cubic splines with knots at quantiles. */
    NS(new Option("df", true, 1, 1000, 1)),
    /** A smooth: a line, and k − 2 columns whose coefficients share a scale. */
    S(new Option("k", true, 3, 100, 10));

    private final List<Option> options;

    Function(Option... options) {
      this.options = List.of(options);
    }

    /** In their order. */
    public List<Option> options() {
      return options;
    }

    /** As in formulas. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The function of that name, or null. */
    static @Nullable Function named(String name) {
      return Arrays.stream(values()).filter(f -> f.text().equals(name)).findFirst().orElse(null);
    }
  }

  /** Whether its coefficients share a scale. */
  public boolean smooth() {
    return function == Function.S;
  }

  /** The value of an option. */
  public int value(String option) {
    for (int k = 0; k < values.size(); k++) {
      if (function.options.get(k).name.equals(option)) {
        return values.get(k);
      }
    }
    throw new IllegalArgumentException(function.text() + " has no option " + option);
  }

  @Override
  public String text() {
    List<String> arguments = new ArrayList<>(List.of(of.text()));
    for (int k = 0; k < values.size(); k++) {
      Option option = function.options.get(k);
      if (k == 0 && !smooth() || values.get(k) != option.standard) {
        arguments.add(option.text(values.get(k)));
      }
    }
    return function.text() + "(" + String.join(", ", arguments) + ")";
  }
}
