package org.perrin.regression.prior;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.model.Correlation;
import org.perrin.model.Density;
import org.perrin.model.Horseshoe;
import org.perrin.model.Priors;
import org.perrin.regression.model.Suggestion;

/** Reads densities as they are written on the command line: {@code student_t(3, 0, 2.5)}. */
public final class PriorText {
  /** The word that asks for scales from the data. */
  public static final String AUTOSCALE = "autoscale";

  /** A family: how it is written, what for, and how it is made. */
  public record DensitySyntax(String usage, String about, boolean forScale, Maker maker) {
    String name() {
      return usage.replaceAll("\\(.*", "");
    }

    int arguments() {
      return usage.contains("(") ? usage.split(",").length : 0;
    }
  }

  /** Makes a density of its numbers. */
  public interface Maker {
    /** The density. */
    Density make(double[] a);
  }

  private static final List<DensitySyntax> FAMILIES =
      List.of(
          new DensitySyntax("normal(mean, sd)", "normal", false, a -> Priors.normal(a[0], a[1])),
          new DensitySyntax(
              "student_t(df, mean, scale)",
              "Student's t: heavy tails for few df",
              false,
              a -> Priors.studentT(a[0], a[1], a[2])),
          new DensitySyntax(
              "cauchy(mean, scale)",
              "Student's t with one df",
              false,
              a -> Priors.cauchy(a[0], a[1])),
          new DensitySyntax(
              "laplace(mean, scale)",
              "double exponential, its corner rounded",
              false,
              a -> Priors.laplace(a[0], a[1])),
          new DensitySyntax("flat", "none: the data alone decide", false, a -> Priors.flat()),
          new DensitySyntax("exponential(rate)", "for sigma", true, a -> Priors.exponential(a[0])),
          new DensitySyntax("half_normal(sd)", "for sigma", true, a -> Priors.halfNormal(a[0])),
          new DensitySyntax(
              "half_student_t(df, scale)", "for sigma", true, a -> Priors.halfStudentT(a[0], a[1])),
          new DensitySyntax("half_cauchy(scale)", "for sigma", true, a -> Priors.halfCauchy(a[0])));

  /** The one prior that coefficients do not have each for itself. */
  public static final DensitySyntax HORSESHOE =
      new DensitySyntax(
          "horseshoe(scale)",
          "most of them near 0, a few free: in units of sd(y)/sd(x)",
          false,
          a -> Priors.halfCauchy(new Horseshoe(a[0]).scale()));

  /** The one prior of correlations. */
  public static final DensitySyntax LKJ =
      new DensitySyntax(
          "lkj(shape)",
          "1 is uniform (default), larger shapes draw correlations to 0",
          false,
          a -> Correlation.lkj(a[0]));

  private final String option;
  private final String text;
  private int at;

  private PriorText(String option, String text) {
    this.option = option;
    this.text = text;
  }

  /** All families. */
  public static List<DensitySyntax> families() {
    return FAMILIES;
  }

  /** The density of a coefficient. */
  public static Density coefficient(String option, String text) {
    return new PriorText(option, text).parse(false);
  }

  /** The density of log σ, written as one of σ. */
  public static Density scale(String option, String text) {
    return new PriorText(option, text).parse(true);
  }

  /** Whether a text is one of the densities that only scales have. */
  static boolean isForScale(String text) {
    String name = new PriorText("", text).word();
    return FAMILIES.stream().anyMatch(family -> family.forScale() && family.name().equals(name));
  }

  /** Whether a text is about a horseshoe. */
  static boolean isHorseshoe(String text) {
    return new PriorText("", text).word().equals(HORSESHOE.name());
  }

  /** The horseshoe of all coefficients. */
  static Horseshoe horseshoe(String option, String text) {
    var reader = new PriorText(option, text);
    reader.word();
    double scale = reader.arguments(HORSESHOE)[0];
    reader.finish(HORSESHOE, scale);
    return new Horseshoe(scale);
  }

  /** Whether a text is about correlations. */
  static boolean isLkj(String text) {
    return new PriorText("", text).word().equals(LKJ.name());
  }

  /** The shape of a prior of correlations. */
  static double lkj(String option, String text) {
    var reader = new PriorText(option, text);
    reader.word();
    double shape = reader.arguments(LKJ)[0];
    reader.finish(LKJ, shape);
    return shape;
  }

  private Density parse(boolean forScale) {
    Map<String, DensitySyntax> known =
        FAMILIES.stream()
            .filter(f -> f.forScale() == forScale || f.name().equals("flat"))
            .collect(
                Collectors.toMap(DensitySyntax::name, f -> f, (a, b) -> a, LinkedHashMap::new));
    String name = word();
    DensitySyntax family = known.get(name);
    if (family == null) {
      throw bad(
          0,
          "there is no prior %s here%s"
              .formatted(MessageText.quoted(name), Suggestion.among(name, known.keySet())));
    }
    Density density = finish(family, arguments(family));
    return forScale && density instanceof Density.Flat ? new Density.OfLog(density) : density;
  }

  /** Nothing may follow. */
  private Density finish(DensitySyntax family, double... numbers) {
    skip();
    if (at < text.length()) {
      throw bad(at, "unexpected " + MessageText.quoted(text.substring(at)));
    }
    try {
      return family.maker().make(numbers);
    } catch (IllegalArgumentException e) {
      throw bad(0, e.getMessage());
    }
  }

  private String word() {
    skip();
    int from = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    return text.substring(from, at);
  }

  private double[] arguments(DensitySyntax family) {
    int count = family.arguments();
    if (count == 0) {
      return new double[0];
    }
    expect('(');
    List<Double> numbers = new ArrayList<>();
    do {
      numbers.add(number());
      skip();
    } while (at < text.length() && text.charAt(at) == ',' && at++ >= 0);
    expect(')');
    if (numbers.size() != count) {
      throw bad(0, "%s takes %d numbers, not %d".formatted(family.usage(), count, numbers.size()));
    }
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double number() {
    skip();
    int from = at;
    while (at < text.length() && "(), ".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    try {
      double value = Double.parseDouble(text.substring(from, at));
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw bad(from, MessageText.quoted(text.substring(from, at)) + " is not a number");
  }

  private void expect(char c) {
    skip();
    if (at >= text.length() || text.charAt(at) != c) {
      throw bad(at, "expected '%c'".formatted(c));
    }
    at++;
  }

  private void skip() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private UsageException bad(int position, String problem) {
    return new UsageException(
        "%s %s, position %d: %s"
            .formatted(option, MessageText.quoted(text), position + 1, problem));
  }
}
