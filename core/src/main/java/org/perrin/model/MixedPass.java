package org.perrin.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Rows;

/** Loss and gradient of rows of a {@link MixedModel}: what one thread works with. */
final class MixedPass {
  private static final int BLOCK = 64;

  private final MixedModel model;
  private final MixedPoint point;
  private final int predictors;
  private final double[][] beta;
  private final double[][] eta;
  private final double[][] slopes;
  private final double[] at;
  private final double[] slope;
  private final double[][] sums;
  private final double[][] outer;

  MixedPass(MixedModel model, MixedPoint point) {
    this.model = model;
    this.point = point;
    this.predictors = model.first.length;
    this.beta = new double[predictors][];
    this.eta = new double[predictors][BLOCK];
    this.slopes = new double[predictors][BLOCK];
    this.at = new double[predictors];
    this.slope = new double[predictors];
    this.sums = new double[predictors][];
    this.outer = new double[point.factor.length][];
    for (int p = 0; p < predictors; p++) {
      Rows x = model.design(p);
      int from = model.first[p];
      double[] own = Arrays.copyOfRange(point.shared, from, from + model.width[p]);
      beta[p] = x == null ? own : Arrays.copyOf(own, x.stride());
      sums[p] = new double[beta[p].length];
    }
    for (int g = 0; g < outer.length; g++) {
      outer[g] = new double[point.factor[g].length];
    }
  }

  /** Adds {@code w} times the gradient of rows {@code from ≤ i < to}; returns their loss. */
  double add(int from, int to, double w, double @Nullable [] out) {
    double sum = 0;
    for (int start = from; start < to; start += BLOCK) {
      int count = Math.min(BLOCK, to - start);
      predictors(start, count);
      sum += losses(start, count, w, out != null);
      if (out != null) {
        gradients(start, count, out);
      }
    }
    if (out != null) {
      finish(out);
    }
    return sum;
  }

  /** Predictors of a row after {@link #add} or by themselves; for curvature. */
  double[] predictorsOf(int row) {
    predictors(row, 1);
    for (int p = 0; p < predictors; p++) {
      at[p] = eta[p][0];
    }
    return at;
  }

  private void predictors(int start, int count) {
    for (int p = 0; p < predictors; p++) {
      if (model.design(p) == null) {
        Arrays.fill(eta[p], 0, count, beta[p][0]);
      } else {
        model.design(p).dots(start, count, beta[p], eta[p]);
      }
    }
    for (int j = 0; j < count; j++) {
      eta[0][j] += model.data.offset(start + j);
    }
    for (int g = 0; g < outer.length; g++) {
      Varying term = model.terms().get(g);
      double[] own = eta[term.predictor()];
      int k = term.width();
      for (int j = 0; j < count; j++) {
        int z = model.layout().effect(g, term.level()[start + j], 0);
        for (int c = 0; c < k; c++) {
          double b = 0;
          for (int l = 0; l <= c; l++) {
            b = Math.fma(point.factor[g][c * k + l], point.theta[z + l], b);
          }
          own[j] = Math.fma(term.value(c, start + j), b, own[j]);
        }
      }
    }
  }

  private double losses(int start, int count, double w, boolean gradient) {
    double sum = 0;
    for (int j = 0; j < count; j++) {
      for (int p = 0; p < predictors; p++) {
        at[p] = eta[p][j];
      }
      double weight = w * model.weight(start + j);
      sum += weight * model.family().loss(at, model.y(start + j), gradient ? slope : null, null);
      for (int p = 0; gradient && p < predictors; p++) {
        slopes[p][j] = weight * slope[p];
      }
    }
    return sum;
  }

  private void gradients(int start, int count, double[] out) {
    for (int p = 0; p < predictors; p++) {
      if (model.design(p) != null) {
        model.design(p).add(start, count, slopes[p], sums[p]);
      } else {
        for (int j = 0; j < count; j++) {
          sums[p][0] += slopes[p][j];
        }
      }
    }
    for (int g = 0; g < outer.length; g++) {
      Varying term = model.terms().get(g);
      int k = term.width();
      double[] own = slopes[term.predictor()];
      for (int j = 0; j < count; j++) {
        int z = model.layout().effect(g, term.level()[start + j], 0);
        for (int c = 0; c < k; c++) {
          double a = own[j] * term.value(c, start + j);
          for (int l = 0; l <= c; l++) {
            out[z + l] = Math.fma(a, point.factor[g][c * k + l], out[z + l]);
            outer[g][c * k + l] = Math.fma(a, point.theta[z + l], outer[g][c * k + l]);
          }
        }
      }
    }
  }

  /** From {@code M = Σ a v zᵀ} the derivatives by t and w: {@code tr(Mᵀ ∂A)}. */
  private void finish(double[] out) {
    for (int p = 0; p < predictors; p++) {
      for (int c = 0; c < model.width[p]; c++) {
        int place = model.first[p] + c;
        out[place] += point.stretch[place] * sums[p][c];
        if (model.smoothOf[place] >= 0) {
          out[model.smoothOf[place]] += point.shared[place] * sums[p][c];
        }
      }
    }
    for (int g = 0; g < outer.length; g++) {
      Varying term = model.terms().get(g);
      int k = term.width();
      int w = model.layout().correlations(g);
      for (int c = 0; c < k; c++) {
        int t = model.layout().scales(g) + c;
        double sd = MixedLayout.sd(point.theta[t]);
        for (int l = 0; l <= c; l++) {
          out[t] += outer[g][c * k + l] * point.factor[g][c * k + l];
          for (int m = 0; term.correlated() && m < c; m++) {
            double by = Correlation.derivative(point.theta, w, c, l, m, -1);
            out[w + Correlation.place(c, m)] += sd * outer[g][c * k + l] * by;
          }
        }
      }
    }
  }
}
