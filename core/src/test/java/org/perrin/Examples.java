package org.perrin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.perrin.autodiff.Differentiated;
import org.perrin.autodiff.OwnModels;
import org.perrin.data.CodeStream;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Rows;
import org.perrin.data.Storage;
import org.perrin.data.StreamedCodes;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.JointLikelihood;
import org.perrin.family.Likelihood;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.family.OverdispersedCounts;
import org.perrin.family.ScaledLikelihood;
import org.perrin.family.StudentFamily;
import org.perrin.family.StudentNoise;
import org.perrin.math.Matrices;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.CommonScale;
import org.perrin.model.Curved;
import org.perrin.model.Density;
import org.perrin.model.FamilyModels;
import org.perrin.model.GaussianMean;
import org.perrin.model.Glm;
import org.perrin.model.Horseshoe;
import org.perrin.model.Independent;
import org.perrin.model.MixedModel;
import org.perrin.model.Multinomial;
import org.perrin.model.NormalPrior;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.model.SharedScaleModel;
import org.perrin.model.ShrunkCoefficients;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/**
 * Small models of every kind, for the contract tests. A new model adds a line to {@link #MODELS}.
 */
public final class Examples {
  private static final Map<String, Supplier<Curved>> MODELS = new LinkedHashMap<>();

  static {
    MODELS.put("gaussian mean", () -> gaussianMean(40, 3));
    MODELS.put("logistic", () -> Glm.logistic(binary(60, 5), Priors.normal(0, 2)));
    MODELS.put(
        "logistic with offset and weights",
        () -> Glm.logistic(weighted(binary(60, 11)), Priors.studentT(4, 0.5, 2)));
    MODELS.put("linear, known noise", () -> Glm.linear(real(50, 4), 0.7, Priors.normal(0, 3)));
    MODELS.put("poisson", () -> Glm.poisson(counts(50, 4), Priors.normal(0, 1)));
    MODELS.put(
        "linear, unknown noise",
        () -> ScaledGlm.linear(real(50, 4), Priors.normal(0, 3), Priors.halfNormal(2)));
    MODELS.put(
        "pulled logistic",
        () -> {
          var model = Glm.logistic(binary(60, 5), Priors.laplace(0, 2));
          return model.in(Newton.find(model).metric());
        });
    MODELS.put(
        "pulled linear, unknown noise",
        () -> {
          var model = ScaledGlm.linear(real(50, 4), Priors.cauchy(0, 3), Priors.exponential(1));
          return model.in(Newton.find(model).metric());
        });
    MODELS.put(
        "pulled gaussian mean",
        () -> {
          var model = gaussianMean(40, 3);
          return (Curved) model.in(Newton.find(model).metric());
        });
  }

  private Examples() {}

  static {
    MODELS.put("coded logistic", () -> codedLogistic());
    MODELS.put(
        "pulled coded logistic",
        () -> {
          var model = codedLogistic();
          return model.in(Newton.find(model).metric());
        });

    MODELS.put(
        "robust",
        () ->
            ScaledGlm.of(
                new StudentNoise(),
                weighted(real(50, 4)),
                Independent.all(5, Priors.normal(0, 3))));
    MODELS.put(
        "negative binomial",
        () ->
            ScaledGlm.of(
                new OverdispersedCounts(), counts(50, 4), Independent.all(5, Priors.normal(0, 1))));
    MODELS.put(
        "multinomial",
        () -> Multinomial.of(classes(60, 4), Independent.all(8, Priors.studentT(5, 0, 1))));
    MODELS.put(
        "varying intercepts, logistic",
        () ->
            MixedModel.of(
                new Logistic(),
                weighted(binary(60, 3)),
                intercepts(7),
                Collections.nCopies(3, Priors.normal(0, 2))));
    MODELS.put("varying intercepts, linear", () -> linearIntercepts());
    MODELS.put(
        "pulled varying intercepts",
        () -> {
          var model = linearIntercepts();
          return (Curved) model.in(Newton.find(model).metric());
        });
    MODELS.put("smooth, logistic", () -> layered(weighted(binary(60, 6)), smooth()));
    MODELS.put(
        "horseshoe",
        () ->
            layered(
                binary(60, 5),
                new ShrunkCoefficients(
                    new int[] {1, 2, 3, 4},
                    new double[] {1, 2, 0.5, 1},
                    new Horseshoe(0.5, 4, 1.5))));
    MODELS.put(
        "columns for the noise",
        () ->
            (Curved)
                FamilyModels.of(
                    new NormalNoise(),
                    weighted(real(120, 5)),
                    List.of(3, 2),
                    Independent.all(5, Priors.normal(0, 2))));
    MODELS.put(
        "columns for the tails, not for the noise",
        () ->
            (Curved)
                FamilyModels.of(
                    new StudentFamily(),
                    weighted(real(120, 5)),
                    List.of(3, 0, 2),
                    Independent.all(6, Priors.normal(0, 0.5))));
    MODELS.put("slopes, crossed", () -> slopes());
    MODELS.put("levels of the noise", () -> levelsOfNoise());
    MODELS.put("smooths beside levels", () -> smoothsBesideLevels());
    MODELS.put("own robust", () -> Differentiated.of(weighted(real(50, 4)), OwnModels.Robust::new));
    MODELS.put("own mixture", () -> Differentiated.of(real(60, 1), OwnModels.Mixture::new));
    MODELS.put("own softmax", () -> Differentiated.of(binary(60, 4), OwnModels.Softmax::new));
    MODELS.put(
        "pulled own robust",
        () -> {
          var model = Differentiated.of(weighted(real(50, 4)), OwnModels.Robust::new);
          return (Curved) model.in(Newton.find(model).metric());
        });
  }

  static {
    for (Family family : Families.all()) {
      if (family instanceof Likelihood one) {
        MODELS.putIfAbsent(
            family.name(),
            () ->
                Glm.of(one, weighted(fit(family, 50, 4)), Independent.all(4, Priors.normal(0, 1))));
      }
      if (family instanceof ScaledLikelihood one) {
        MODELS.putIfAbsent(
            family.name(),
            () ->
                ScaledGlm.of(
                    one, weighted(fit(family, 50, 4)), Independent.all(5, Priors.normal(0, 1))));
      }
    }
  }

  private static List<Varying> intercepts(int levels) {
    return List.of(Varying.intercepts("g", groups(60, levels), levels, Priors.normal(-1, 0.2)));
  }

  private static MixedModel linearIntercepts() {
    return MixedModel.of(
        new NormalNoise(), real(60, 2), intercepts(5), Collections.nCopies(3, Priors.normal(0, 2)));
  }

  private static ShrunkCoefficients smooth() {
    var scale = new CommonScale("sd(s(x))", Priors.exponential(1));
    return new ShrunkCoefficients(new int[] {2, 3, 5}, new double[] {1, 0.5, 2}, scale);
  }

  /** Three correlated coefficients by one factor, an intercept by another. */
  private static Curved slopes() {
    Dataset data = weighted(binary(60, 3));
    Density unit = Priors.normal(-1, 0.2);
    var slopes =
        new Varying(
            "g",
            groups(60, 4),
            4,
            List.of("1", "a", "b"),
            java.util.Arrays.asList(null, column(data, 1), column(data, 2)),
            true,
            List.of(unit, Priors.halfNormal(0.5), unit),
            1.5);
    int[] other = IntStream.range(0, 60).map(i -> i * i % 5).toArray();
    return MixedModel.of(
        new Logistic(),
        data,
        List.of(slopes, Varying.intercepts("h", other, 5, unit)),
        Collections.nCopies(3, Priors.normal(0, 2)));
  }

  /** An intercept by level in the mean, two uncorrelated coefficients in the noise. */
  private static Curved levelsOfNoise() {
    Dataset data = weighted(real(60, 2));
    Density unit = Priors.normal(-1, 0.2);
    var noise =
        new Varying(
            "h",
            1,
            groups(60, 4),
            4,
            List.of("1", "a"),
            java.util.Arrays.asList(null, column(data, 1)),
            false,
            List.of(unit, unit),
            1);
    return MixedModel.of(
        new NormalNoise(),
        data,
        List.of(Varying.intercepts("g", groups(60, 5), 5, unit), noise),
        Collections.nCopies(3, Priors.normal(0, 2)));
  }

  /** Coefficients that share scales, in the mean and in the noise, beside intercepts by level. */
  private static Curved smoothsBesideLevels() {
    Dataset data = weighted(real(60, 5));
    Density unit = Priors.normal(-1, 0.2);
    List<Density> own = new ArrayList<>(Collections.nCopies(9, Priors.normal(0, 2)));
    IntStream.of(2, 3, 4, 7, 8).forEach(k -> own.set(k, Priors.flat()));
    return MixedModel.of(
            new JointLikelihood.Pair(new NormalNoise()),
            data,
            List.of(real(60, 4).x()),
            IntStream.range(0, 9).mapToObj(k -> "b" + k).toList(),
            List.of(Varying.intercepts("g", groups(60, 5), 5, unit)),
            own)
        .with(
            List.of(
                new ShrunkCoefficients(
                    new int[] {2, 3, 4}, new double[] {1, 0.5, 2}, new CommonScale("a", unit)),
                new ShrunkCoefficients(
                    new int[] {7, 8}, new double[] {1, 0.3}, new CommonScale("b", unit))));
  }

  private static double[] column(Dataset data, int k) {
    return IntStream.range(0, data.count()).mapToDouble(i -> data.x().get(i, k)).toArray();
  }

  /** A logistic regression with a block of coefficients that share what is unknown. */
  public static SharedScaleModel layered(Dataset data, ShrunkCoefficients block) {
    List<Density> own = new ArrayList<>(Collections.nCopies(data.x().width(), Priors.normal(0, 2)));
    IntStream.of(block.columns()).forEach(k -> own.set(k, Priors.flat()));
    return SharedScaleModel.of(Glm.of(new Logistic(), data, new Independent(own)), List.of(block));
  }

  /** Responses that a family takes; every third time is censored. */
  public static Dataset fit(Family family, int n, int d) {
    Dataset real = real(n, d);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double v = real.y()[i];
      y[i] =
          switch (family.support()) {
            case BINARY -> v > 0 ? 1 : 0;
            case COUNT -> Math.floor(Math.exp(v));
            case POSITIVE -> Math.exp(v);
            case UNIT, SHARE -> 1 / (1 + Math.exp(-v));
            case SURVIVAL -> (i % 3 == 0 ? -1 : 1) * Math.exp(v);
            case REAL, CLASS, ORDERED -> v;
          };
    }
    return Dataset.of(real.x(), y);
  }

  /** Names of all example models. */
  public static Iterable<String> names() {
    return MODELS.keySet();
  }

  /** The model called {@code name}. */
  public static Curved model(String name) {
    return MODELS.get(name).get();
  }

  /** A point near zero, different for every coordinate. */
  public static double[] point(int d, long seed, double scale) {
    var random = RandomStream.of(seed);
    double[] point = new double[d];
    random.fillGaussian(point, d);
    for (int k = 0; k < d; k++) {
      point[k] *= scale;
    }
    return point;
  }

  /** Rows of normals with an intercept. */
  public static DenseRows design(int n, int d, long seed) {
    double[][] x = new double[n][d];
    var random = RandomStream.of(seed);
    for (double[] row : x) {
      random.fillGaussian(row, d);
      row[0] = 1;
    }
    return DenseRows.of(x);
  }

  /**
   * Counts whose variance is μ + μ²/2: Poisson with rates times half the sum of two exponentials.
   */
  public static Dataset overdispersed(int n, int d) {
    var x = design(n, d, 61);
    var random = RandomStream.of(62);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double rate = random.nextExponential() + random.nextExponential();
      rate *= Math.exp(1 + predictor(x, i) / 2) / 2;
      for (double t = random.nextExponential(); t < rate; t += random.nextExponential()) {
        y[i]++;
      }
    }
    return Dataset.of(x, y);
  }

  private static double predictor(DenseRows x, int i) {
    double eta = 0;
    for (int k = 0; k < x.width(); k++) {
      eta += x.get(i, k) * (k % 2 == 0 ? 0.5 : -0.7);
    }
    return eta;
  }

  /** Labels from a logistic model. */
  public static Dataset binary(int n, int d) {
    var x = design(n, d, 3);
    var random = RandomStream.of(4);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = random.nextDouble() < 1 / (1 + Math.exp(-predictor(x, i))) ? 1 : 0;
    }
    return Dataset.of(x, y);
  }

  /** The same with weights. */
  public static Dataset weighted(Dataset data) {
    double[] offset = point(data.count(), 8, 0.5);
    double[] weight = new double[data.count()];
    for (int i = 0; i < weight.length; i++) {
      weight[i] = 0.5 + i % 3;
    }
    return new Dataset(data.x(), data.y(), offset, weight, data.names());
  }

  /** Responses from a linear model. */
  public static Dataset real(int n, int d) {
    var x = design(n, d, 5);
    var random = RandomStream.of(6);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = predictor(x, i) + 0.7 * random.nextGaussian();
    }
    return Dataset.of(x, y);
  }

  /** Small counts. */
  public static Dataset counts(int n, int d) {
    var x = design(n, d, 7);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = Math.floor(Math.exp(0.5 * predictor(x, i)) * 1.3);
    }
    return Dataset.of(x, y);
  }

  /** Groups of rows by turns. */
  public static int[] groups(int n, int count) {
    return IntStream.range(0, n).map(i -> i * 7 % 11 % count).toArray();
  }

  /** Three classes. */
  public static Dataset classes(int n, int d) {
    var x = design(n, d, 12);
    var random = RandomStream.of(13);
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double u = random.nextDouble();
      double first = 1 / (1 + Math.exp(-predictor(x, i)));
      y[i] = u < first ? 0 : u < (1 + first) / 2 ? 1 : 2;
    }
    return Dataset.of(x, y);
  }

  /** A conjugate model with correlated noise. */
  public static GaussianMean gaussianMean(int n, int d) {
    double[] covariance = Matrices.identity(d);
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        covariance[i * d + k] += 0.5 / (1 + Math.abs(i - k));
      }
    }
    return GaussianMean.of(design(n, d, 9), covariance, NormalPrior.isotropic(d, 10));
  }

  /** Any mode: θ̂ a little off, Σ̂ from the curvature. */
  public static Mode mode(Curved model) {
    return Newton.find(model, 1e-6);
  }

  /**
   * The same rows as plain numbers. Not by a lambda of a test's static field: it would deadlock.
   */
  public static DenseRows dense(Rows x) {
    return (DenseRows) x.map(x.width(), (row, out) -> System.arraycopy(row, 0, out, 0, out.length));
  }

  /** Numbers, two factors and a slope by level, centred and scaled: offset, weights and all. */
  public static CodedRows coded(int rows, long seed) {
    var random = RandomStream.of(seed);
    int width = 11;
    int pitch = CodedRows.pitch(3);
    double[] dense = new double[pitch * rows];
    char[] places = new char[3 * rows];
    for (int i = 0; i < rows; i++) {
      dense[pitch * i] = 1;
      dense[pitch * i + 1] = random.nextGaussian();
      dense[pitch * i + 2] = 2 + random.nextGaussian();
      int first = random.nextIndex(5);
      int second = random.nextIndex(3);
      places[3 * i] = (char) (first == 0 ? width : first);
      places[3 * i + 1] = (char) (second == 0 ? width : 5 + second);
      places[3 * i + 2] = (char) (8 + random.nextIndex(3));
    }
    return CodedRows.of(width, new int[] {0, 5, width}, dense, places, new int[] {-1, -1, 2});
  }

  /** Coded rows that are read whenever they are used, of {@link #coded}. */
  public static StreamedCodes streamed(int rows, long seed) {
    CodedRows held = coded(rows, seed);
    int[] at = new int[held.nonZeros()];
    double[] x = new double[at.length];
    var stream =
        new CodeStream() {
          @Override
          public int count() {
            return rows;
          }

          @Override
          public Storage storage() {
            return Storage.heap();
          }

          @Override
          public void write(int first, int n, double[] numbers, char[] places) {
            for (int j = 0; j < n; j++) {
              put(first + j, j, numbers, places);
            }
          }

          @Override
          public void write(int[] chosen, int from, int n, double[] numbers, char[] places) {
            for (int j = 0; j < n; j++) {
              put(chosen[from + j], j, numbers, places);
            }
          }

          private synchronized void put(int row, int j, double[] numbers, char[] places) {
            int pitch = CodedRows.pitch(3);
            Arrays.fill(numbers, j * pitch, (j + 1) * pitch, 0);
            Arrays.fill(places, 3 * j, 3 * j + 3, (char) held.width());
            int found = held.elements(row, at, x);
            for (int e = 0; e < found; e++) {
              int k = at[e];
              if (k == 0 || k == 5) {
                numbers[j * pitch + k / 5] = x[e];
              } else {
                places[3 * j + (k < 5 ? 0 : k < 8 ? 1 : 2)] = (char) k;
              }
              if (k >= 8) {
                numbers[j * pitch + 2] = x[e];
              }
            }
          }
        };
    return StreamedCodes.of(
        stream,
        new int[] {0, 5, held.width()},
        new int[] {-1, -1, 2},
        new int[] {4, 2, 3},
        0,
        dense(held));
  }

  /** The same, centred and scaled. */
  public static CodedRows standardised(int rows, long seed) {
    return standardised(coded(rows, seed), seed);
  }

  /** Rows of these columns, centred and scaled. */
  public static CodedRows standardised(CodedRows x, long seed) {
    double[] centre = point(11, seed + 1, 0.3);
    double[] scale = point(11, seed + 2, 0.1);
    for (int k = 0; k < scale.length; k++) {
      scale[k] += 1;
    }
    centre[0] = 0;
    scale[0] = 1;
    return (CodedRows) x.standardised(centre, scale, false);
  }

  private static Glm codedLogistic() {
    Rows x = standardised(60, 17);
    double[] y = new double[60];
    java.util.Arrays.setAll(y, i -> i % 3 == 0 ? 1 : 0);
    return Glm.logistic(weighted(Dataset.of(x, y)), Priors.studentT(4, 0.5, 2));
  }
}
