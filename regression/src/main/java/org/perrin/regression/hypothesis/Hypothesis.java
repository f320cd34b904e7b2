package org.perrin.regression.hypothesis;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.perrin.diagnostics.Convergence;
import org.perrin.diagnostics.Quantiles;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.formula.Expr;

/**
 * A statement about parameters, {@code month[7] - month[6] > 0}, and how sure the posterior is of
 * it: the share of draws for which it holds.
 *
 * @param text as it was given
 * @param draws of the left side, less the right side unless that is a number
 * @param holds for each draw 1 if the statement is true, else 0
 * @param limit the number on the right side, else 0
 * @param chains the length of each chain
 */
public record Hypothesis(String text, double[] draws, double[] holds, double limit, int[] chains) {
  private enum Relation {
    AT_LEAST(">="),
    AT_MOST("<="),
    ABOVE(">"),
    BELOW("<");

    private final String sign;

    Relation(String sign) {
      this.sign = sign;
    }

    boolean holds(double left, double right) {
      return switch (this) {
        case AT_LEAST -> left >= right;
        case AT_MOST -> left <= right;
        case ABOVE -> left > right;
        case BELOW -> left < right;
      };
    }
  }

  /** Of draws; without a sign of order it is whether the expression is above 0. */
  public static Hypothesis of(String text, Draws draws) {
    Split split = Split.of(text);
    var names = new ParameterNames(draws.names());
    Expr left = parse(text, names.quoted(split.left));
    Expr right = parse(text, names.quoted(split.right));
    Map<String, double[]> values = values(text, draws, left, right);
    int count = draws.count();
    double[] gap = new double[count];
    double[] holds = new double[count];
    boolean number = right.columns().isEmpty();
    for (int s = 0; s < count; s++) {
      double a = left.value(values::get, s);
      double b = right.value(values::get, s);
      gap[s] = number ? a : a - b;
      holds[s] = split.relation.holds(a, b) ? 1 : 0;
    }
    double limit = number ? right.value(values::get, 0) : 0;
    int[] chains = draws.chains().stream().mapToInt(Draws.Chain::count).toArray();
    return new Hypothesis(text, gap, holds, limit, chains);
  }

  private record Split(String left, Relation relation, String right) {
    static Split of(String text) {
      boolean quoted = false;
      for (int i = 0; i < text.length(); i++) {
        quoted ^= text.charAt(i) == '`';
        for (Relation one : Relation.values()) {
          if (!quoted && text.startsWith(one.sign, i)) {
            return new Split(text.substring(0, i), one, text.substring(i + one.sign.length()));
          }
        }
      }
      return new Split(text, Relation.ABOVE, "0");
    }
  }

  private static Expr parse(String whole, String part) {
    try {
      return Expr.parse(part);
    } catch (InputException e) {
      throw new InputException(
          "%s is no statement about parameters: write for instance \"a - b > 0\" (%s)"
              .formatted(MessageText.quoted(whole), e.getMessage()),
          e);
    }
  }

  private static Map<String, double[]> values(String text, Draws draws, Expr... sides) {
    Map<String, double[]> values = new LinkedHashMap<>();
    for (Expr side : sides) {
      for (String name : side.columns()) {
        int k = draws.names().indexOf(name);
        if (k < 0) {
          String hint = MessageText.didYouMean(name, draws.names());
          throw new InputException(
              "%s: there is no parameter %s%s"
                  .formatted(
                      text,
                      MessageText.quoted(name),
                      hint.isEmpty() ? ": perrin summary lists all" : hint));
        }
        values.put(
            name, Arrays.stream(draws.coordinate(k)).flatMapToDouble(Arrays::stream).toArray());
      }
    }
    return values;
  }

  /** The share of draws for which it holds. */
  public double probability() {
    return Arrays.stream(holds).average().orElse(Double.NaN);
  }

  /** The standard error of the probability from having so many draws and no more. */
  public double error() {
    double[][] parts = parts(holds);
    double ess = Convergence.essMean(parts);
    double p = probability();
    return Math.sqrt(p * (1 - p) / (Double.isNaN(ess) ? holds.length : ess));
  }

  private double[][] parts(double[] numbers) {
    int least = Arrays.stream(chains).min().orElseThrow();
    double[][] parts = new double[chains.length][];
    int at = 0;
    for (int c = 0; c < chains.length; c++) {
      parts[c] = Arrays.copyOfRange(numbers, at, at + least);
      at += chains[c];
    }
    return parts;
  }

  /** The posterior mean of what is compared. */
  public double mean() {
    return Arrays.stream(draws).average().orElse(Double.NaN);
  }

  /** A posterior quantile of it. */
  public double quantile(double p) {
    return Quantiles.of(draws).at(p);
  }

  /** The probability that it is within {@code rope} of the number it is compared with. */
  public double within(double rope) {
    return Arrays.stream(draws).map(v -> Math.abs(v - limit) < rope ? 1 : 0).average().orElse(0);
  }

  /** Of several. */
  public static List<Hypothesis> all(List<String> texts, Draws draws) {
    return texts.stream().map(text -> of(text, draws)).toList();
  }
}
