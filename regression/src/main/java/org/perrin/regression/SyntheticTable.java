package org.perrin.regression;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.family.Family;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.family.Poisson;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.FittedFactor;
import org.perrin.io.design.Response;
import org.perrin.io.formula.Expr;
import org.perrin.regression.model.ModelChoice;

/** The synthetic tables by name. */
public enum SyntheticTable {
  /** After covertype. */
  COVERTYPE_LIKE(
      new Logistic(), "two classes, 54 columns, levels so rare that they are nearly separable"),
  /** After departures from New York. */
  FLIGHTS_LIKE(
      new Logistic(),
      "late or not, 134 columns, most of them indicators of factors with rare levels"),
  /** After CASP. */
  CASP_LIKE(new NormalNoise(), "a number, 9 correlated columns with heavy tails, one row far out"),
  /** Guyon's. */
  CLASSIFICATION(new Logistic(), "two classes around corners of a hypercube"),
  /** Two classes, all rows alike. */
  LOGISTIC(new Logistic(), "two classes, independent normal columns"),
  /** Normal noise. */
  LINEAR(new NormalNoise(), "a number with normal noise, independent normal columns"),
  /** Counts. */
  POISSON(new Poisson(), "counts, independent normal columns");

  /** The name of the target. */
  public static final String TARGET = "y";

  private static final double FLIP = 0.1;

  private final ModelChoice regression;
  private final String about;

  SyntheticTable(Family family, String about) {
    this.regression = new ModelChoice(family);
    this.about = about;
  }

  /** As on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All names. */
  public static List<String> words() {
    return Arrays.stream(values()).map(SyntheticTable::word).toList();
  }

  /** In one line. */
  public String about() {
    return about;
  }

  /** The data, an intercept first; {@code features} counts for the last four kinds. */
  public Dataset make(long seed, int rows, int features) {
    return switch (this) {
      case CASP_LIKE -> Synthetic.caspLike(seed, rows);
      case CLASSIFICATION -> Synthetic.classification(seed, rows, features, 0.5, FLIP);
      default -> part(seed, 0, rows, features);
    };
  }

  /** Whether a table can be made a part at a time, since rows do not depend on each other. */
  public boolean inParts() {
    return this != CASP_LIKE && this != CLASSIFICATION;
  }

  /** Rows from {@code start} on, a multiple of {@link Synthetic#BLOCK}. */
  public Dataset part(long seed, int start, int rows, int features) {
    return switch (this) {
      case COVERTYPE_LIKE -> Synthetic.covertypeLike(seed, start, rows);
      case FLIGHTS_LIKE -> Synthetic.flightsLike(seed, start, rows);
      case LOGISTIC -> Synthetic.logistic(seed, start, rows, coefficients(features, 1));
      case LINEAR -> Synthetic.linear(seed, start, rows, coefficients(features, 1), 1);
      case POISSON -> Synthetic.poisson(seed, start, rows, coefficients(features, 0.3));
      default -> throw new IllegalArgumentException(word() + " is made as a whole");
    };
  }

  /** Of all sizes and both signs. */
  private static double[] coefficients(int features, double size) {
    double[] beta = new double[features + 1];
    Arrays.setAll(beta, k -> size * (k % 2 == 0 ? 1 : -1) * Math.pow(0.8, k));
    return beta;
  }

  /** The data as if a table of them had been read. */
  public EncodedTable reading(Dataset data, Map<String, Double> seconds) {
    List<List<FittedFactor>> terms =
        data.names().stream()
            .skip(1)
            .map(name -> List.<FittedFactor>of(new FittedFactor.Number(new Expr.ColumnValue(name))))
            .toList();
    Response response =
        switch (regression.outcome()) {
          case BINARY -> new Response.Binary(TARGET, "1", List.of("0"));
          case COUNT -> new Response.Count(TARGET);
          case REAL, CLASS, ORDERED, SHARE, TIME, ANY ->
              new Response.Real(new Expr.ColumnValue(TARGET));
        };
    return new EncodedTable(
        "synthetic " + word(),
        regression,
        null,
        new Encoding(response, true, terms, null, null),
        data,
        List.of(),
        List.of(),
        seconds);
  }
}
