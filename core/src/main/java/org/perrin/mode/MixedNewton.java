package org.perrin.mode;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.math.SmallMatrices;
import org.perrin.model.Curved;
import org.perrin.model.MixedModel;
import org.perrin.model.ScaledEffects;

/**
 * A centre for a model with effects by level: h, what scales and correlations of effects are made
 * of, at the mode of their own marginal, and all others at their best for it. The mode of all
 * together lies where scales are too small or vanish, far out in the posterior. Given h the others
 * are taken to be normal. With {@code b = A(h) z} and {@code K = A⁻¹ ∂A} the gradient of the
 * marginal is, beside that of the prior of h (Fisher's identity),
 *
 * <pre>J tr K − tr(K M),   M = Σⱼ (ẑⱼ ẑⱼᵀ + Cov zⱼ),</pre>
 *
 * and its curvature is taken to be {@code 2 Σ s²} for a log standard deviation and {@code Σ s s′}
 * for the correlation of two columns, {@code s = 1 − Var zⱼ} being the share of what is known of an
 * effect that is the data's, at least {@link #LEAST}. Effects b are held when h moves. One pass a
 * step, O(N w² + d³).
 */
final class MixedNewton {
  /** Curvature of a log scale: that of one known to a factor of e². */
  private static final double LEAST = 0.25;

  private final MixedModel model;
  private final List<ScaledEffects> blocks;
  private final int[] hyper;
  private final int[] others;
  private final int n;
  private final int d;
  private int passes;

  private MixedNewton(MixedModel model) {
    this.model = model;
    this.blocks = ScaledEffects.of(model.layout());
    this.hyper = blocks.stream().flatMapToInt(block -> IntStream.of(block.scales())).toArray();
    this.d = model.dimension();
    boolean[] scale = new boolean[d];
    IntStream.of(hyper).forEach(k -> scale[k] = true);
    this.others = IntStream.range(0, d).filter(k -> !scale[k]).toArray();
    this.n = others.length;
  }

  static Mode find(MixedModel model, double[] start) {
    var search = new MixedNewton(model);
    return MarginalDescent.find(model, start, search::point, () -> search.passes);
  }

  private Point point(double[] theta) {
    return new Point(theta);
  }

  /** What is known at one θ. */
  private final class Point implements MarginalDescent.Point {
    private final double[] theta;
    private final Curved.Expansion here;
    private final double[] lower;
    private final double[] direction;
    private final double decrement;

    /** Of h, in the order of {@link #hyper}. */
    private final double[] slope = new double[hyper.length];

    private final double[] curvature = new double[hyper.length];
    private final double marginalDecrement;

    Point(double[] theta) {
      this.theta = theta;
      this.here = model.expand(theta);
      passes++;
      double[] own = new double[n * n];
      double[] gradient = new double[n];
      for (int i = 0; i < n; i++) {
        gradient[i] = here.gradient()[others[i]];
        for (int j = 0; j < n; j++) {
          own[i * n + j] = here.hessian()[others[i] * d + others[j]];
        }
      }
      this.lower = DampedFactor.of(own);
      this.direction = Matrices.solve(lower, gradient, n);
      this.decrement = Kernels.best().dot(direction, 0, gradient, 0, n);
      this.marginalDecrement = marginal();
    }

    /** Slope and curvature of the marginal of h; the size of Newton's step in its own units. */
    private double marginal() {
      double[] prior = new double[d];
      model.prior().addGradient(theta, prior);
      double[] bend = new double[d * d];
      model.prior().addHessian(theta, bend);
      double[] covariance = Matrices.transpose(Matrices.invertLower(lower, n), n);
      int at = 0;
      double sum = 0;
      for (ScaledEffects block : blocks) {
        marginal(block, covariance, at);
        for (int q = 0; q < block.scales().length; q++, at++) {
          slope[at] += prior[hyper[at]];
          curvature[at] += Math.max(0, bend[hyper[at] * (d + 1)]);
          curvature[at] = Math.max(LEAST, curvature[at]);
          sum += slope[at] * slope[at] / curvature[at];
        }
      }
      return sum;
    }

    /**
     * The same of one block, without the prior.
     *
     * @param root rows whose products are covariances
     */
    private void marginal(ScaledEffects block, double[] root, int at) {
      int k = block.width();
      int count = block.scales().length;
      double[] moments = new double[k * k];
      double[] share = new double[k];
      for (int j = 0; j < block.levels(); j++) {
        int place = block.place(j);
        int first = Arrays.binarySearch(others, place) * n;
        for (int i = 0; i < k; i++) {
          for (int l = 0; l < k; l++) {
            double covariance = Kernels.best().dot(root, first + i * n, root, first + l * n, n);
            moments[i * k + l] += theta[place + i] * theta[place + l] + covariance;
            if (i == l) {
              share[i] = Math.clamp(1 - covariance, 0, 1);
            }
          }
        }
        for (int q = 0; q < count; q++) {
          double both = share[block.row(q)] * share[block.column(q)];
          curvature[at + q] += q < k ? 2 * both : both;
        }
      }
      double[] a = new double[k * k];
      block.factor(theta, a);
      double[] by = new double[k * k];
      for (int q = 0; q < count; q++) {
        block.derivative(theta, q, by);
        double[] columns = Matrices.transpose(by, k);
        double sum = 0;
        for (int l = 0; l < k; l++) {
          // column l of K
          SmallMatrices.forward(a, 0, columns, l * k, k);
          sum += block.levels() * columns[l * k + l];
          sum -= Matrices.dot(columns, l * k, moments, l * k, k);
        }
        slope[at + q] = sum;
      }
    }

    @Override
    public double decrement() {
      return decrement + marginalDecrement;
    }

    @Override
    public double[] next(double share) {
      double[] next =
          MarginalDescent.halved(
              theta,
              others,
              direction,
              here.value(),
              decrement <= n ? OptionalDouble.of(here.value()) : OptionalDouble.empty(),
              model::potential);
      double[] moved = next.clone();
      for (int q = 0; q < hyper.length; q++) {
        double step =
            Math.clamp(slope[q] / curvature[q], -MarginalDescent.LONGEST, MarginalDescent.LONGEST);
        moved[hyper[q]] -= share * step;
      }
      for (ScaledEffects block : blocks) {
        hold(block, next, moved);
      }
      return moved;
    }

    @Override
    public double[] hessian() {
      double[] hessian = here.hessian().clone();
      double[] own = DampedFactor.square(lower);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          hessian[others[i] * d + others[j]] = own[i * n + j];
        }
      }
      for (int p = 0; p < hyper.length; p++) {
        double[] solved = Matrices.solve(lower, cross(p), n);
        for (int q = 0; q <= p; q++) {
          double corner = Kernels.best().dot(solved, 0, cross(q), 0, n);
          corner += p == q ? curvature[p] : 0;
          hessian[hyper[p] * d + hyper[q]] = corner;
          hessian[hyper[q] * d + hyper[p]] = corner;
        }
      }
      return hessian;
    }

    private double[] cross(int q) {
      return IntStream.of(others).mapToDouble(k -> here.hessian()[hyper[q] * d + k]).toArray();
    }
  }

  /** Effects b stay where they are: {@code z′ = A(h′)⁻¹ A(h) z}. */
  private static void hold(ScaledEffects block, double[] before, double[] after) {
    int k = block.width();
    double[] was = new double[k * k];
    double[] is = new double[k * k];
    block.factor(before, was);
    block.factor(after, is);
    double[] b = new double[k];
    for (int j = 0; j < block.levels(); j++) {
      for (int c = 0; c < k; c++) {
        b[c] = Matrices.dot(was, c * k, before, block.place(j), c + 1);
      }
      SmallMatrices.forward(is, 0, b, 0, k);
      System.arraycopy(b, 0, after, block.place(j), k);
    }
  }
}
