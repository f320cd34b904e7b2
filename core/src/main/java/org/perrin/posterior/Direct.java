package org.perrin.posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.perrin.data.Doubles;
import org.perrin.data.Ints;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.family.NormalNoise;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.metric.DenseMetric;
import org.perrin.mode.Mode;
import org.perrin.model.Density;
import org.perrin.model.Independent;
import org.perrin.model.Model;
import org.perrin.model.ScaledGlm;
import org.perrin.random.RandomStream;

/**
 * Independent draws of a linear regression with normal priors, from its sufficient statistics: no
 * row is read after two passes, whatever N is, and more columns than rows are no obstacle. With
 * coefficients {@code β = m + D V a}, D their prior standard deviations and {@code D XᵀWX D = V Λ
 * Vᵀ}, and with {@code b = VᵀD XᵀW(y − Xm)}, {@code e} the residual sum of squares of least
 * squares, r the number of positive λ and w the sum of weights,
 *
 * <pre>
 *   log p(s | y) = log p(s) − (w − r) s − ½ e e^{−2s} − ½ Σ_k [log(σ² + λₖ) + (bₖ²/λₖ)/(σ² + λₖ)]
 *   aₖ | s, y  ~  N(bₖ/(σ² + λₖ), σ²/(σ² + λₖ)),          σ = e^s,
 * </pre>
 *
 * so s is drawn by quadrature on a line and a from independent normals. O(N d²) once, O(d²) a draw.
 */
final class Direct {
  /** Eigenvalues take some d³: beyond this a sampler is quicker. */
  private static final int MOST_COLUMNS = 1000;

  /** Below this share of the largest, an eigenvalue is rounding. */
  private static final double NOTHING = 1e-12;

  private final ScaledGlm model;
  private final Options options;
  private final Watcher watcher;
  private final int columns;
  private final double[] mean;
  private final double[] spread;
  private final Density scale;

  private double[] lambda;
  private double[][] axes;
  private double[] b;
  private double residual;
  private double weight;

  private Direct(ScaledGlm model, Options options, Watcher watcher) {
    this.model = model;
    this.options = options;
    this.watcher = watcher;
    this.columns = model.dimension() - 1;
    List<Density> densities = ((Independent) model.prior()).densities();
    this.mean = new double[columns];
    this.spread = new double[columns];
    for (int k = 0; k < columns; k++) {
      var normal = (Density.Normal) densities.get(k);
      mean[k] = normal.mean();
      spread[k] = normal.sd();
    }
    this.scale = densities.get(columns);
  }

  /** Whether a posterior is of this kind. */
  static boolean suits(Model model) {
    return model instanceof ScaledGlm glm
        && glm.family() instanceof NormalNoise
        && glm.scale().equals(OptionalInt.of(glm.dimension() - 1))
        && glm.dimension() <= MOST_COLUMNS
        && glm.prior() instanceof Independent independent
        && independent.densities().getLast().proper()
        && independent.densities().stream()
            .limit(glm.dimension() - 1)
            .allMatch(Density.Normal.class::isInstance);
  }

  static Posterior sample(Model model, Options options, Watcher watcher, String reason) {
    return new Direct((ScaledGlm) model, options, watcher).run(reason);
  }

  private Posterior run(String reason) {
    var clock = new Clock(watcher);
    clock.time("statistics", this::summarise);
    LineDensity marginal = LineDensity.of(this::logDensity, startingPoint());
    Mode mode = approximation(marginal);
    Draws draws = clock.time("sampling", () -> draw(marginal));
    var account =
        new Account(
            "direct",
            true,
            reason,
            OptionalDouble.empty(),
            0,
            1,
            0,
            OptionalDouble.empty(),
            new double[0],
            mode.passes(),
            0,
            clock.seconds(),
            List.of(),
            List.of());
    return new Posterior(model, draws, mode, account);
  }

  /** Everything that the rows have to say: two passes. */
  private Void summarise() {
    int d = columns + 1;
    double[] theta = Arrays.copyOf(mean, d);
    double[] sum = model.expansionSum(theta);
    double[] gram = new double[columns * columns];
    double[] pull = new double[columns];
    for (int i = 0; i < columns; i++) {
      pull[i] = -spread[i] * sum[1 + i];
      for (int j = 0; j < columns; j++) {
        gram[i * columns + j] = spread[i] * spread[j] * sum[1 + d + i * d + j];
      }
    }
    weight = totalWeight();
    var eigen = Matrices.eigen(gram, columns);
    lambda = eigen.values();
    axes = eigen.vectors();
    double least = NOTHING * Math.max(lambda[columns - 1], 0) * columns;
    b = new double[columns];
    for (int k = 0; k < columns; k++) {
      lambda[k] = lambda[k] > least ? lambda[k] : 0;
      b[k] = lambda[k] > 0 ? Kernels.best().dot(axes[k], 0, pull, 0, columns) : 0;
    }
    refine(theta);
    return null;
  }

  private double totalWeight() {
    Doubles weights = model.data().weights();
    if (weights == null) {
      return model.rows();
    }
    double total = 0;
    for (long i = 0; i < weights.size(); i++) {
      total += weights.get(i);
    }
    return total;
  }

  /**
   * The residual sum of squares of least squares, by a pass of its own at {@code a = b/λ}, where
   * nothing cancels; what the gradient there says is left of b is added, as rounding in {@code Xᵀy}
   * is large beside noise that is small.
   */
  private void refine(double[] theta) {
    double[] a = new double[columns];
    for (int k = 0; k < columns; k++) {
      a[k] = lambda[k] > 0 ? b[k] / lambda[k] : 0;
    }
    coefficients(a, theta);
    int d = columns + 1;
    double[] sum =
        Parallel.sum(
            model.rows(),
            1 + d,
            (s, from, to) -> {
              double[] gradient = new double[d];
              s[0] += model.addRangeAndLoss(theta, from, to, gradient);
              Kernels.best().axpy(1, gradient, 0, s, 1, d);
            });
    double[] pull = new double[columns];
    for (int i = 0; i < columns; i++) {
      pull[i] = -spread[i] * sum[1 + i];
    }
    residual = 2 * (sum[0] - weight * 0.5 * Math.log(2 * Math.PI));
    for (int k = 0; k < columns; k++) {
      if (lambda[k] > 0) {
        double rest = Kernels.best().dot(axes[k], 0, pull, 0, columns);
        b[k] = lambda[k] * a[k] + rest;
        residual -= rest * rest / lambda[k];
      }
    }
    residual = Math.max(0, residual);
  }

  /**
   * The Gaussian that stands for the posterior in diagnostics: s around its mean with its sd, and
   * given s the coefficients as they are there, their mean moving along with s.
   */
  private Mode approximation(LineDensity marginal) {
    int d = columns + 1;
    double s = marginal.mean();
    double sd = marginal.sd();
    double variance = Math.exp(2 * s);
    double[] theta = new double[d];
    double[] a = new double[columns];
    double[] along = new double[columns];
    double[] root = new double[columns];
    for (int k = 0; k < columns; k++) {
      double sum = variance + lambda[k];
      a[k] = lambda[k] > 0 ? b[k] / sum : 0;
      along[k] = -2 * variance * a[k] / sum;
      root[k] = Math.sqrt(variance / sum);
    }
    coefficients(a, theta);
    theta[columns] = s;
    double[] factor = new double[d * d];
    double[] inverse = new double[d * d];
    for (int k = 0; k < columns; k++) {
      for (int i = 0; i < columns; i++) {
        factor[i * d + k] = spread[i] * axes[k][i] * root[k];
        factor[i * d + columns] += spread[i] * axes[k][i] * along[k] * sd;
        inverse[k * d + i] = axes[k][i] / spread[i] / root[k];
      }
      inverse[k * d + columns] = -along[k] / root[k];
    }
    factor[d * d - 1] = sd;
    inverse[d * d - 1] = 1 / sd;
    return new Mode(theta, DenseMetric.of(theta, factor, inverse), 2);
  }

  /** {@code β = m + D V a} into the first places of θ. */
  private void coefficients(double[] a, double[] theta) {
    double[] sum = new double[columns];
    for (int k = 0; k < columns; k++) {
      Kernels.best().axpy(a[k], axes[k], 0, sum, 0, columns);
    }
    for (int i = 0; i < columns; i++) {
      theta[i] = mean[i] + spread[i] * sum[i];
    }
  }

  private double logDensity(double s) {
    double variance = Math.exp(2 * s);
    double log = -scale.value(s) - weight * s - residual / variance / 2;
    for (int k = 0; k < columns; k++) {
      if (lambda[k] > 0) {
        double sum = variance + lambda[k];
        log += s - Math.log(sum) / 2 - b[k] * b[k] / lambda[k] / sum / 2;
      }
    }
    return log;
  }

  /** The scale of what is left of y, or of y itself where nothing is. */
  private double startingPoint() {
    double total = residual;
    for (int k = 0; k < columns; k++) {
      total += lambda[k] > 0 ? b[k] * b[k] / lambda[k] : 0;
    }
    return Math.log(Math.max(total / Math.max(1, weight), 1e-300)) / 2;
  }

  private Draws draw(LineDensity marginal) {
    List<Draws.Chain> chains = new ArrayList<>();
    int d = columns + 1;
    for (int c = 0; c < options.chains(); c++) {
      Doubles values = watcher.storage().doubles((long) options.draws() * d);
      var random = RandomStream.of(options.seed(), c);
      double[] theta = new double[d];
      double[] a = new double[columns];
      for (int t = 0; t < options.draws(); t++) {
        double s = marginal.draw(random);
        double variance = Math.exp(2 * s);
        random.fillGaussian(a, columns);
        for (int k = 0; k < columns; k++) {
          double sum = variance + lambda[k];
          a[k] = lambda[k] > 0 ? b[k] / sum + Math.sqrt(variance / sum) * a[k] : a[k];
        }
        coefficients(a, theta);
        theta[columns] = s;
        values.put((long) t * d, d, theta);
      }
      chains.add(
          new Draws.Chain(
              d, values, null, new Ints.OnHeap(new int[0]), 0, null, Transitions.none()));
    }
    return new Draws(model.names(), chains);
  }
}
