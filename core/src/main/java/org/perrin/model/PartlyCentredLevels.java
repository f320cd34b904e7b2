package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.math.Matrices;
import org.perrin.math.SmallMatrices;

/**
 * A {@link MixedModel} in coordinates in which its posterior is straighter. In θ effects are not
 * centred, {@code b = A(h) z}: good where the data know little of a level, a funnel where they know
 * much, for b stays where it is and z must follow every change of A. So each level is taken over
 * its standard deviation given its scales, as if what the data know of b were normal. With H their
 * curvature by b at a centre (ẑ, ĥ), and {@code P(h) = I + AᵀHA = CCᵀ},
 *
 * <pre>z = μ(h) + C(h)⁻ᵀ Ĉᵀ (v − ẑ − μ′(ĥ)(h − ĥ)),   μ(h) = P⁻¹ Aᵀ r,</pre>
 *
 * with r so that {@code μ(ĥ) = ẑ}. Where H is 0 this is z as it was; where it is large, b. To first
 * order the identity, so that centre and metric stay what they are. Exact: f has the logarithm of
 * the Jacobian, {@code Σ log det C − log det Ĉ}. H is that of each level given all others; for a
 * smooth, of each coefficient whatever the others of its smooth are. Compare the fixed share of
 * Papaspiliopoulos, Roberts and Sköld (2007).
 */
public final class PartlyCentredLevels extends StraightenedModel {
  private final List<Block> blocks;

  private PartlyCentredLevels(MixedModel model, double[] centre) {
    super(model);
    double[] hessian = model.hessian(centre);
    this.blocks = new ArrayList<>();
    for (ScaledEffects effects : ScaledEffects.of(model.layout())) {
      blocks.add(new Block(effects, centre, hessian));
    }
  }

  /** Around a centre; one pass over the data. */
  public static PartlyCentredLevels of(MixedModel model, double[] centre) {
    return new PartlyCentredLevels(model, centre);
  }

  @Override
  public void toTheta(double[] straight, double[] theta) {
    System.arraycopy(straight, 0, theta, 0, straight.length);
    for (Block block : blocks) {
      block.toTheta(straight, theta);
    }
  }

  @Override
  double jacobian(double[] straight) {
    double sum = 0;
    for (Block block : blocks) {
      sum += block.jacobian(straight);
    }
    return sum;
  }

  @Override
  void pull(double[] straight, double[] theta, double[] gradient, double turn, double[] out) {
    double[] pulled = gradient.clone();
    for (Block block : blocks) {
      block.pull(straight, gradient, turn, pulled);
    }
    for (int k = 0; k < out.length; k++) {
      out[k] += pulled[k];
    }
  }

  /** Effects that have their scales in common. */
  private static final class Block {
    private final ScaledEffects effects;
    private final int k;
    private final int levels;
    private final int[] scales;
    private final double[] centre;

    /** H, Ĉ and r of all levels. */
    private final double[] curvature;

    private final double[] factor;
    private final double[] pull;

    /** μ′(ĥ), scale after scale for every level. */
    private final double[] slope;

    Block(ScaledEffects effects, double[] centre, double[] hessian) {
      this.effects = effects;
      this.k = effects.width();
      this.levels = effects.levels();
      this.scales = effects.scales();
      this.centre = centre.clone();
      this.curvature = new double[levels * k * k];
      this.factor = new double[levels * k * k];
      this.pull = new double[levels * k];
      this.slope = new double[levels * scales.length * k];
      double[] a = new double[k * k];
      effects.factor(centre, a);
      double[] own = effects.smooth() ? marginal(hessian) : own(hessian);
      double[] p = new double[k * k];
      for (int j = 0; j < levels; j++) {
        centre(j, own, a, p);
      }
      var at = new At(centre);
      for (int j = 0; j < levels; j++) {
        at.go(j);
        for (int q = 0; q < scales.length; q++) {
          at.turn(q);
          System.arraycopy(at.mean, 0, slope, (j * scales.length + q) * k, k);
        }
      }
    }

    /** Blocks of the Hessian by z, level after level. */
    private double[] own(double[] hessian) {
      int d = centre.length;
      double[] own = new double[levels * k * k];
      for (int j = 0; j < levels; j++) {
        for (int c = 0; c < k; c++) {
          int from = (effects.place(j) + c) * d + effects.place(j);
          System.arraycopy(hessian, from, own, (j * k + c) * k, k);
        }
      }
      return own;
    }

    /** What is known of each coefficient whatever the others are: one over its variance. */
    private double[] marginal(double[] hessian) {
      int d = centre.length;
      double[] block = new double[levels * levels];
      for (int i = 0; i < levels; i++) {
        for (int j = 0; j < levels; j++) {
          block[i * levels + j] = hessian[effects.place(i) * d + effects.place(j)];
        }
      }
      if (Matrices.choleskyOrNull(block, levels) == null) {
        return own(hessian);
      }
      double[] inverse = Matrices.invert(block, levels);
      double[] own = new double[levels];
      Arrays.setAll(own, j -> 1 / inverse[j * (levels + 1)]);
      return own;
    }

    /** H, Ĉ and r of a level; {@code AᵀHA} is what the Hessian by z has beyond the prior's 1. */
    private void centre(int j, double[] own, double[] a, double[] p) {
      double[] data = Arrays.copyOfRange(own, j * k * k, (j + 1) * k * k);
      for (int c = 0; c < k; c++) {
        data[c * k + c] -= 1;
      }
      positive(data);
      int at = j * k * k;
      for (int c = 0; c < k * k; c++) {
        p[c] = data[c] + (c % (k + 1) == 0 ? 1 : 0);
      }
      System.arraycopy(p, 0, factor, at, k * k);
      SmallMatrices.cholesky(factor, at, k);
      // r = A⁻ᵀ P ẑ
      for (int c = 0; c < k; c++) {
        pull[j * k + c] = Matrices.dot(p, c * k, centre, effects.place(j), k);
      }
      SmallMatrices.backward(a, 0, pull, j * k, k);
      // H = A⁻ᵀ (P − I) A⁻¹: columns first, then rows of what is symmetric
      for (int c = 0; c < k; c++) {
        SmallMatrices.backward(a, 0, data, c * k, k);
      }
      double[] turned = Matrices.transpose(data, k);
      for (int c = 0; c < k; c++) {
        SmallMatrices.backward(a, 0, turned, c * k, k);
      }
      System.arraycopy(turned, 0, curvature, at, k * k);
    }

    /** Takes away what is negative of a symmetric matrix. */
    private void positive(double[] a) {
      if (k == 1) {
        a[0] = Math.max(0, a[0]);
        return;
      }
      var eigen = Matrices.eigen(a, k);
      if (eigen.values()[0] >= 0) {
        return;
      }
      Arrays.fill(a, 0);
      for (int e = 0; e < k; e++) {
        double[] vector = eigen.vectors()[e];
        double value = Math.max(0, eigen.values()[e]);
        for (int i = 0; i < k; i++) {
          for (int l = 0; l < k; l++) {
            a[i * k + l] += value * vector[i] * vector[l];
          }
        }
      }
    }

    void toTheta(double[] straight, double[] theta) {
      var at = new At(straight);
      for (int j = 0; j < levels; j++) {
        at.go(j);
        at.rest(straight);
        SmallMatrices.backward(at.c, 0, at.rest, 0, k);
        for (int c = 0; c < k; c++) {
          theta[effects.place(j) + c] = at.mu[c] + at.rest[c];
        }
      }
    }

    double jacobian(double[] straight) {
      var at = new At(straight);
      double sum = 0;
      for (int j = 0; j < levels; j++) {
        at.go(j);
        for (int c = 0; c < k; c++) {
          sum += Math.log(at.c[c * k + c] / factor[j * k * k + c * k + c]);
        }
      }
      return sum;
    }

    /** Replaces a gradient by z by that by v, and adds to that by h. */
    void pull(double[] straight, double[] gradient, double turn, double[] pulled) {
      var at = new At(straight);
      double[] g = new double[k];
      double[] back = new double[k];
      for (int j = 0; j < levels; j++) {
        at.go(j);
        at.rest(straight);
        System.arraycopy(gradient, effects.place(j), g, 0, k);
        // Ĉ C⁻¹ g
        System.arraycopy(g, 0, back, 0, k);
        SmallMatrices.forward(at.c, 0, back, 0, k);
        for (int c = 0; c < k; c++) {
          double sum = Matrices.dot(factor, (j * k + c) * k, back, 0, c + 1);
          pulled[effects.place(j) + c] = sum;
        }
        for (int q = 0; q < scales.length; q++) {
          double trace = at.turn(q);
          int from = (j * scales.length + q) * k;
          double sum = turn * trace / 2;
          for (int c = 0; c < k; c++) {
            sum += g[c] * (at.mean[c] + at.spread[c]);
            sum -= pulled[effects.place(j) + c] * slope[from + c];
          }
          pulled[scales[q]] += sum;
        }
      }
    }

    /** What follows from h, level by level. */
    private final class At {
      private final double[] point;
      private final double[] a = new double[k * k];
      private final double[][] by = new double[scales.length][k * k];
      private final double[] ha = new double[k * k];
      private final double[] p = new double[k * k];
      private final double[] c = new double[k * k];
      private final double[] mu = new double[k];
      private final double[] rest = new double[k];
      private final double[] mean = new double[k];
      private final double[] spread = new double[k];
      private final double[] s = new double[k * k];
      private final double[] turned = new double[k * k];
      private int level;

      At(double[] point) {
        this.point = point;
        effects.factor(point, a);
        for (int q = 0; q < scales.length; q++) {
          effects.derivative(point, q, by[q]);
        }
      }

      /** P, C and μ of a level. */
      void go(int j) {
        level = j;
        multiply(curvature, j * k * k, a, ha);
        for (int i = 0; i < k; i++) {
          for (int l = 0; l < k; l++) {
            p[i * k + l] = (i == l ? 1 : 0) + columns(a, i, ha, l);
          }
        }
        System.arraycopy(p, 0, c, 0, k * k);
        SmallMatrices.cholesky(c, 0, k);
        applyTransposed(a, pull, j * k, mu);
        solve(mu);
      }

      /** {@code Ĉᵀ(v − ẑ − μ′(ĥ)(h − ĥ))}. */
      void rest(double[] straight) {
        int place = effects.place(level);
        for (int i = 0; i < k; i++) {
          mean[i] = straight[place + i] - centre[place + i];
          for (int q = 0; q < scales.length; q++) {
            double moved = straight[scales[q]] - centre[scales[q]];
            mean[i] -= slope[(level * scales.length + q) * k + i] * moved;
          }
        }
        for (int i = 0; i < k; i++) {
          rest[i] = 0;
          for (int l = i; l < k; l++) {
            rest[i] += factor[level * k * k + l * k + i] * mean[l];
          }
        }
      }

      /**
       * By one scale: {@code ∂μ = P⁻¹(∂Aᵀ r − ∂P μ)} in mean and {@code ∂C⁻ᵀ rest = −C⁻ᵀ Φ(S)ᵀ
       * rest} in spread, {@code S = C⁻¹ ∂P C⁻ᵀ} and Φ(S) its lower triangle with half the diagonal.
       *
       * @return {@code tr S = ∂ log det P}
       */
      double turn(int q) {
        for (int i = 0; i < k; i++) {
          for (int l = 0; l < k; l++) {
            s[i * k + l] = columns(by[q], i, ha, l) + columns(by[q], l, ha, i);
          }
        }
        applyTransposed(by[q], pull, level * k, mean);
        for (int i = 0; i < k; i++) {
          mean[i] -= Matrices.dot(s, i * k, mu, 0, k);
        }
        solve(mean);
        for (int i = 0; i < k; i++) {
          SmallMatrices.forward(c, 0, s, i * k, k);
        }
        double trace = 0;
        for (int i = 0; i < k; i++) {
          for (int l = 0; l < k; l++) {
            turned[i * k + l] = s[l * k + i];
          }
          SmallMatrices.forward(c, 0, turned, i * k, k);
          trace += turned[i * k + i];
        }
        for (int i = 0; i < k; i++) {
          spread[i] = -turned[i * k + i] * rest[i] / 2;
          for (int l = i + 1; l < k; l++) {
            spread[i] -= turned[l * k + i] * rest[l];
          }
        }
        SmallMatrices.backward(c, 0, spread, 0, k);
        return trace;
      }

      private void solve(double[] x) {
        SmallMatrices.forward(c, 0, x, 0, k);
        SmallMatrices.backward(c, 0, x, 0, k);
      }

      /** {@code out = M B}. */
      private void multiply(double[] m, int from, double[] b, double[] out) {
        for (int i = 0; i < k; i++) {
          for (int l = 0; l < k; l++) {
            double sum = 0;
            for (int n = 0; n < k; n++) {
              sum += m[from + i * k + n] * b[n * k + l];
            }
            out[i * k + l] = sum;
          }
        }
      }

      /** Column i of one matrix times column l of another. */
      private double columns(double[] left, int i, double[] right, int l) {
        double sum = 0;
        for (int n = 0; n < k; n++) {
          sum += left[n * k + i] * right[n * k + l];
        }
        return sum;
      }

      /** {@code out = Bᵀ x}. */
      private void applyTransposed(double[] b, double[] x, int from, double[] out) {
        for (int i = 0; i < k; i++) {
          out[i] = 0;
          for (int l = 0; l < k; l++) {
            out[i] += b[l * k + i] * x[from + l];
          }
        }
      }
    }
  }
}
