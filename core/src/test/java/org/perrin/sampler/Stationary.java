package org.perrin.sampler;

import java.util.Arrays;
import org.perrin.Examples;
import org.perrin.catalogue.DynamicsKind;
import org.perrin.catalogue.Recipe;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.math.Matrices;
import org.perrin.mode.Mode;
import org.perrin.model.GaussianMean;
import org.perrin.model.Model;
import org.perrin.model.NormalPrior;
import org.perrin.random.RandomStream;
import org.perrin.random.Streams;

/**
 * A conjugate posterior with precision c I, and what theory says of every dynamics there: the
 * stationary variance of a coordinate whose gradient has noise of variance V, bias included.
 */
final class Stationary {
  static final int N = 100;
  static final double C = N + 0.1;
  static final int ROWS = 20;

  private static final GaussianMean MODEL =
      GaussianMean.of(
          Examples.design(N, 2, 51)
              .map(
                  2,
                  (row, out) -> {
                    out[0] = row[1];
                    out[1] = 0.5 * row[1] * row[1];
                  }),
          Matrices.identity(2),
          NormalPrior.isotropic(2, 10));
  private static final Mode MODE = Examples.mode(MODEL);

  private Stationary() {}

  /**
   * A sampler with its model, its centre and the curvature there, in θ or in the natural metric.
   */
  record Case(Recipe recipe, Sampler sampler, double[] centre, double c, double step) {
    static Case of(Recipe recipe, boolean natural) {
      Model model = natural ? MODEL.in(MODE.metric()) : MODEL;
      Mode mode = natural ? Mode.standard(2) : MODE;
      double c = natural ? 1 : C;
      double scale = recipe.dynamics().secondOrder() || psgld(recipe) ? Math.sqrt(c) : c;
      double step = recipe.dynamics().naturalStep() / scale;
      var sampler = recipe.make(model, mode, Recipe.Settings.of(step, ROWS).threshold(3 * c));
      return new Case(recipe, sampler, mode.theta(), c, step);
    }

    private static boolean psgld(Recipe recipe) {
      return recipe.dynamics() == DynamicsKind.PRECONDITIONED
          || recipe.dynamics() == DynamicsKind.PRECONDITIONED_GAMMA;
    }

    /** The stationary variance of each coordinate. */
    double[] variances() {
      return Arrays.stream(noise())
          .map(v -> predicted(recipe.dynamics(), c, Math.max(0, v), step))
          .toArray();
    }

    /** The variance of each coordinate of the gradient at the centre, from 5,000 estimates. */
    private double[] noise() {
      Gradient gradient = sampler.gradient();
      var workspace = new Workspace();
      gradient.start(centre, workspace);
      var random = RandomStream.of(61);
      double[] g = new double[2];
      double[] sum = new double[2];
      double[] square = new double[2];
      int draws = 5000;
      for (int t = -500; t < draws; t++) {
        gradient.estimate(centre, random, workspace, g);
        for (int k = 0; t >= 0 && k < 2; k++) {
          sum[k] += g[k] / draws;
          square[k] += g[k] * g[k] / draws;
        }
      }
      return new double[] {square[0] - sum[0] * sum[0], square[1] - sum[1] * sum[1]};
    }
  }

  /** The stationary variance under a dynamics: exact where it is linear. */
  static double predicted(DynamicsKind move, double c, double v, double step) {
    double gamma = 2 * Math.sqrt(c);
    double h = step;
    double keep = Math.exp(-gamma * h);
    return switch (move) {
      case LANGEVIN -> (h + h * h / 4 * v) / (1 - square(1 - h * c / 2));
      case LEIMKUHLER_MATTHEWS -> 1 / c + h * h / 4 * v / (1 - square(1 - h * c / 2));
      case HAMILTONIAN -> {
        double k = 1 - h * gamma;
        double q = Math.sqrt(Math.max(2 * gamma * h, h * h * v));
        yield linear(
            new double[][] {{1 - h * h * c, h * k}, {-h * c, k}}, new double[][] {{h * q}, {q}});
      }
      case UNDERDAMPED -> {
        // the state is (θ, p, ξ), ξ the noise of the gradient that the next kick uses again
        double a = h / 2 * (1 + keep);
        double s = Math.sqrt(1 - keep * keep);
        double[] theta = {1 - a * h / 2 * c, a, -a * h / 2};
        double[] thermal = {-keep * h / 2 * c, keep, -keep * h / 2};
        double[] p = new double[3];
        Arrays.setAll(p, j -> thermal[j] - h / 2 * c * theta[j]);
        double root = Math.sqrt(v);
        yield linear(
            new double[][] {theta, p, {0, 0, 0}},
            new double[][] {{h / 2 * s, 0}, {s - h * h / 4 * c * s, -h / 2 * root}, {0, root}});
      }
      case NOSE_HOOVER, MALA, NUTS -> 1 / c;
      case PRECONDITIONED, PRECONDITIONED_GAMMA -> {
        double metric = 1 / (1e-5 * N + Math.sqrt(c + v));
        double e = h * metric;
        yield (e + e * e / 4 * v) / (1 - square(1 - e * c / 2));
      }
    };
  }

  private static double square(double x) {
    return x * x;
  }

  /** The first variance of {@code x' = Ax + Bη} in its stationary state. */
  private static double linear(double[][] a, double[][] b) {
    int m = a.length;
    double[][] cov = new double[m][m];
    for (int round = 0; round < 5000; round++) {
      double[][] next = new double[m][m];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          for (int k = 0; k < b[0].length; k++) {
            next[i][j] += b[i][k] * b[j][k];
          }
          for (int k = 0; k < m; k++) {
            for (int l = 0; l < m; l++) {
              next[i][j] += a[i][k] * cov[k][l] * a[j][l];
            }
          }
        }
      }
      cov = next;
    }
    return cov[0][0];
  }

  /** Means of x and of (x − centre)² for both coordinates, over chains with given streams. */
  static double[][] moments(Case of, int chains, int steps, double loudness) {
    double[][] sums = new double[2][2];
    for (int chain = 0; chain < chains; chain++) {
      Streams streams =
          new Streams(
              RandomStream.of(62, 2 * chain),
              new org.perrin.random.LoudStream(62, 2 * chain + 1, loudness));
      var running = new RunningChain(of.sampler(), of.centre(), streams);
      for (int t = -500; t < steps; t++) {
        if (!running.step()) {
          throw new AssertionError("diverged");
        }
        for (int k = 0; t >= 0 && k < 2; k++) {
          double gap = running.state().position()[k] - of.centre()[k];
          sums[0][k] += gap / steps / chains;
          sums[1][k] += gap * gap / steps / chains;
        }
      }
    }
    return sums;
  }
}
