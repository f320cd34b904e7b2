package org.perrin.io.formula;

/** Expressions as they would be typed, so that they read back as the same ones. */
final class ExprText {
  /** How strongly parts bind; what begins with a minus sign is better in parentheses. */
  private enum Strength {
    MINUS,
    SUM,
    PRODUCT,
    POWER,
    ATOM
  }

  private ExprText() {}

  static String of(Expr expr) {
    return switch (expr) {
      case Expr.ColumnValue(String name) -> Expr.name(name);
      case Expr.Constant(double value) -> number(value);
      case Expr.Binary binary -> pair(binary);
      case Expr.Call(Expr.Fn function, Expr argument) -> function.text() + "(" + of(argument) + ")";
    };
  }

  private static String pair(Expr.Binary pair) {
    if (isMinus(pair)) {
      return "-" + inside(pair.right(), Strength.POWER);
    }
    char sign = pair.operator();
    return switch (strength(pair)) {
      case SUM ->
          inside(pair.left(), Strength.SUM)
              + " "
              + sign
              + " "
              + inside(pair.right(), Strength.PRODUCT);
      case PRODUCT ->
          inside(pair.left(), Strength.PRODUCT) + sign + inside(pair.right(), Strength.POWER);
      default -> inside(pair.left(), Strength.ATOM) + sign + inside(pair.right(), Strength.ATOM);
    };
  }

  /** As part of another, in parentheses if it binds less than it must there. */
  private static String inside(Expr part, Strength least) {
    return strength(part).compareTo(least) < 0 ? "(" + of(part) + ")" : of(part);
  }

  private static Strength strength(Expr expr) {
    return switch (expr) {
      case Expr.ColumnValue _, Expr.Call _ -> Strength.ATOM;
      case Expr.Constant(double value) ->
          Double.compare(value, 0) < 0 ? Strength.MINUS : Strength.ATOM;
      case Expr.Binary pair when isMinus(pair) -> Strength.MINUS;
      case Expr.Binary pair ->
          switch (pair.operator()) {
            case '+', '-' -> Strength.SUM;
            case '*', '/' -> Strength.PRODUCT;
            default -> Strength.POWER;
          };
    };
  }

  /** {@code -x}, which is read as {@code (-1)*x}. */
  private static boolean isMinus(Expr.Binary pair) {
    return pair.operator() == '*'
        && pair.left() instanceof Expr.Constant(double value)
        && value == -1
        && !(pair.right() instanceof Expr.Constant);
  }

  private static String number(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole && Double.compare(value, -0.0) != 0
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }
}
