package org.perrin.io.formula;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;

/**
 * A number computed from columns: what stands inside {@code log(…)} or {@code I(…)}. Its text is
 * its name in results, and reads back as the same expression.
 */
public sealed interface Expr {
  /** A column. */
  record ColumnValue(String name) implements Expr {}

  /** A number. */
  record Constant(double value) implements Expr {}

  /** {@code + - * / ^}. */
  record Binary(char operator, Expr left, Expr right) implements Expr {}

  /** A function of one argument. */
  record Call(Fn function, Expr argument) implements Expr {}

  /** The functions. */
  enum Fn {
    /** Natural logarithm. */
    LOG(Math::log),
    /** {@code log(1 + x)}. */
    LOG1P(Math::log1p),
    /** Exponential. */
    EXP(Math::exp),
    /** Square root. */
    SQRT(Math::sqrt),
    /** Absolute value. */
    ABS(Math::abs);

    private final DoubleUnaryOperator operator;

    Fn(DoubleUnaryOperator operator) {
      this.operator = operator;
    }

    /** As in formulas. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Reads an expression such as {@code log(exposure)}. */
  static Expr parse(String text) {
    return new ExprParser(new Tokens("expression", text)).whole();
  }

  /** The columns that it needs. */
  default Set<String> columns() {
    Set<String> names = new LinkedHashSet<>();
    collect(names);
    return names;
  }

  private void collect(Set<String> names) {
    switch (this) {
      case ColumnValue column -> names.add(column.name);
      case Constant _ -> {}
      case Binary(_, Expr left, Expr right) -> {
        left.collect(names);
        right.collect(names);
      }
      case Call(_, Expr argument) -> argument.collect(names);
    }
  }

  /** Its value in a row, columns' values given by name. */
  default double value(Function<String, double[]> values, int row) {
    return switch (this) {
      case ColumnValue column -> values.apply(column.name)[row];
      case Constant constant -> constant.value;
      case Binary(char operator, Expr left, Expr right) ->
          combine(operator, left.value(values, row), right.value(values, row));
      case Call(Fn function, Expr argument) ->
          function.operator.applyAsDouble(argument.value(values, row));
    };
  }

  private static double combine(char operator, double a, double b) {
    return switch (operator) {
      case '+' -> a + b;
      case '-' -> a - b;
      case '*' -> a * b;
      case '/' -> a / b;
      default -> Math.pow(a, b);
    };
  }

  /** As it would be typed, with the parentheses that it needs. */
  default String text() {
    return ExprText.of(this);
  }

  /** A name as it stands in a formula: in backticks unless it is a plain word. */
  static String name(String name) {
    return Tokens.isPlain(name) ? name : "`" + name.replace("`", "``") + "`";
  }
}
