package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Rows;

/**
 * Second derivatives of rows of a {@link MixedModel}: {@code Σ_pq ℓ_pq ∇ηₚ∇η_qᵀ + Σₚ ℓₚ ∇²ηₚ}. A
 * row sees few of the parameters: their places and {@code ∇η} are listed first. For as many
 * parameters as a dense Hessian holds.
 */
final class MixedCurvature {
  private final MixedModel model;
  private final MixedPoint point;
  private final MixedPass pass;
  private final int predictors;
  private final int[][] places;
  private final double[][] tangents;
  private final double[] slope;
  private final double[] curvature;

  MixedCurvature(MixedModel model, MixedPoint point) {
    this.model = model;
    this.point = point;
    this.pass = new MixedPass(model, point);
    this.predictors = model.first.length;
    this.slope = new double[predictors];
    this.curvature = new double[predictors * predictors];
    this.places = new int[predictors][];
    this.tangents = new double[predictors][];
    int[] size = model.width.clone();
    for (int p = 0; p < predictors; p++) {
      size[p] += model.layout().smooths().size();
    }
    for (Varying term : model.terms()) {
      size[term.predictor()] += 2 * term.width() + term.correlations();
    }
    for (int p = 0; p < predictors; p++) {
      places[p] = new int[size[p]];
      tangents[p] = new double[Math.max(size[p], model.design(p) == null ? 1 : stride(p))];
    }
  }

  private int stride(int p) {
    Rows x = model.design(p);
    return x == null ? 1 : x.stride();
  }

  void add(int row, double w, double[] h) {
    double[] eta = pass.predictorsOf(row);
    model.family().loss(eta, model.y(row), slope, curvature);
    double weight = w * model.weight(row);
    tangents(row);
    int d = model.dimension();
    for (int p = 0; p < predictors; p++) {
      for (int q = 0; q < predictors; q++) {
        double c = weight * curvature[p * predictors + q];
        for (int a = 0; c != 0 && a < places[p].length; a++) {
          for (int b = 0; b < places[q].length; b++) {
            h[places[p][a] * d + places[q][b]] += c * tangents[p][a] * tangents[q][b];
          }
        }
      }
    }
    for (int p = 0; p < predictors; p++) {
      bendSmooths(p, weight * slope[p], h);
    }
    for (int g = 0; g < point.factor.length; g++) {
      bend(g, row, weight * slope[model.terms().get(g).predictor()], h);
    }
  }

  /** {@code h += c ∇²η} of smooths, {@code η = e^h Σ uⱼ xⱼ zⱼ}; tangents are there. */
  private void bendSmooths(int p, double c, double[] h) {
    int d = model.dimension();
    for (int j = 0; j < model.width[p]; j++) {
      int place = model.first[p] + j;
      int scale = model.smoothOf[place];
      if (scale >= 0) {
        symmetric(h, d, place, scale, c * tangents[p][j]);
        h[scale * d + scale] += c * tangents[p][j] * point.theta[place];
      }
    }
  }

  /** ∇ηₚ of a row for every predictor. */
  private void tangents(int row) {
    int[] next = new int[predictors];
    for (int p = 0; p < predictors; p++) {
      Arrays.fill(tangents[p], 0);
      if (model.design(p) == null) {
        tangents[p][0] = 1;
      } else {
        model.design(p).copy(row, tangents[p]);
      }
      for (; next[p] < model.width[p]; next[p]++) {
        places[p][next[p]] = model.first[p] + next[p];
      }
      Arrays.fill(tangents[p], model.width[p], tangents[p].length, 0);
      next[p] = smoothTangents(p, next[p]);
    }
    for (int g = 0; g < point.factor.length; g++) {
      int p = model.terms().get(g).predictor();
      next[p] = tangent(g, row, places[p], tangents[p], next[p]);
    }
  }

  /** By z instead of coefficients, and by the scales of smooths. */
  private int smoothTangents(int p, int from) {
    int smooths = model.layout().smooths().size();
    for (int b = 0; b < smooths; b++) {
      places[p][from + b] = model.layout().smoothScale(b);
    }
    for (int j = 0; smooths > 0 && j < model.width[p]; j++) {
      int place = model.first[p] + j;
      int scale = model.smoothOf[place];
      if (scale >= 0) {
        tangents[p][j] *= point.stretch[place];
        tangents[p][from + scale - model.layout().smoothScale(0)] +=
            tangents[p][j] * point.theta[place];
      }
    }
    return from + smooths;
  }

  private int tangent(int g, int row, int[] place, double[] tangent, int from) {
    Varying term = model.terms().get(g);
    int k = term.width();
    int m = term.correlations();
    int t = model.layout().scales(g);
    int w = model.layout().correlations(g);
    int z = model.layout().effect(g, term.level()[row], 0);
    for (int c = 0; c < k + m; c++) {
      place[from + c] = t + c;
    }
    for (int c = 0; c < k; c++) {
      place[from + k + m + c] = z + c;
    }
    for (int c = 0; c < k; c++) {
      double v = term.value(c, row);
      double sd = MixedLayout.sd(point.theta[t + c]);
      for (int l = 0; l <= c; l++) {
        double a = point.factor[g][c * k + l];
        tangent[from + c] += v * a * point.theta[z + l];
        tangent[from + k + m + l] += v * a;
        for (int n = 0; m > 0 && n < c; n++) {
          double by = Correlation.derivative(point.theta, w, c, l, n, -1);
          tangent[from + k + Correlation.place(c, n)] += v * sd * by * point.theta[z + l];
        }
      }
    }
    return from + 2 * k + m;
  }

  /** {@code h += c ∇²η} of one term: all of it in rows of A, {@code η = Σ_c v_c Σ_l A_cl z_l}. */
  private void bend(int g, int row, double c, double[] h) {
    Varying term = model.terms().get(g);
    int k = term.width();
    int t = model.layout().scales(g);
    int w = model.layout().correlations(g);
    int z = model.layout().effect(g, term.level()[row], 0);
    int d = model.dimension();
    for (int i = 0; i < k; i++) {
      double v = c * term.value(i, row);
      double sd = MixedLayout.sd(point.theta[t + i]);
      for (int l = 0; l <= i; l++) {
        double a = v * point.factor[g][i * k + l];
        double here = point.theta[z + l];
        h[(t + i) * d + t + i] += a * here;
        symmetric(h, d, t + i, z + l, a);
        for (int m = 0; term.correlated() && m < i; m++) {
          int wm = w + Correlation.place(i, m);
          double by = v * sd * Correlation.derivative(point.theta, w, i, l, m, -1);
          symmetric(h, d, t + i, wm, by * here);
          symmetric(h, d, wm, z + l, by);
          for (int n = 0; n < i; n++) {
            double twice = v * sd * Correlation.derivative(point.theta, w, i, l, m, n);
            h[wm * d + w + Correlation.place(i, n)] += twice * here;
          }
        }
      }
    }
  }

  private static void symmetric(double[] h, int d, int i, int j, double value) {
    h[i * d + j] += value;
    h[j * d + i] += value;
  }
}
