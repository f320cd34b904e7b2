package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Rows;
import org.perrin.family.ScaledLikelihood;
import org.perrin.math.Matrices;
import org.perrin.metric.ArrowMetric;

/**
 * Second derivatives of {@link VaryingIntercepts}. A row sees θ through four slots, xᵀβ, s, t and
 * its group's z; everything is made of their 4 × 4 derivatives and the slots' vectors in θ.
 */
final class GroupCurvature {
  private final VaryingIntercepts model;
  private final ScaledLikelihood family;
  private final boolean scaled;
  private final int[] group;
  private final Rows x;
  private final int p;
  private final int q;

  GroupCurvature(VaryingIntercepts model, ScaledLikelihood family, boolean scaled, int[] group) {
    this.model = model;
    this.family = family;
    this.scaled = scaled;
    this.group = group;
    this.x = model.data.x();
    this.p = x.width();
    this.q = model.shared();
  }

  /**
   * Second derivatives of a row by its slots (xᵀβ, s, t, z), 4 × 4: with {@code η = xᵀβ + e^t z},
   * {@code ∇²f = ℓ_ηη ∇η∇ηᵀ + ℓ_ηs (…) + ℓ_ss + ℓ_η ∇²η}. With m of the group: in the coordinates
   * of {@link PartlyCentredGroups}, at its centre.
   */
  private double[] slots(VaryingIntercepts.Point point, int row, double m, double[] h) {
    double eta = point.eta(row);
    double y = model.y(row);
    double w = model.weight(row);
    double aa = w * family.curvature(eta, point.s, y);
    double ab = w * family.crossCurvature(eta, point.s, y);
    double bb = w * family.scaleCurvature(eta, point.s, y);
    double a = w * family.slope(eta, point.s, y);
    double[] v = {1, 0, point.tau * point.z(row), point.tau};
    for (int i = 0; i < 4; i++) {
      for (int k = 0; k < 4; k++) {
        h[4 * i + k] = aa * v[i] * v[k] + (i == 1 ? ab * v[k] : 0) + (k == 1 ? ab * v[i] : 0);
      }
    }
    h[5] += bb;
    h[10] += (1 - m * m) * a * point.tau * point.z(row);
    h[11] += (1 - m) * a * point.tau;
    h[14] += (1 - m) * a * point.tau;
    return h;
  }

  /** Where slot k ≥ 1 stands in θ. */
  private int place(int slot, int row) {
    return slot == 1 ? p : slot == 2 ? q - 1 : q + group[row];
  }

  /** {@link Curved#addRowHessian}. */
  void addRowHessian(VaryingIntercepts.Point point, int row, double w, double[] h) {
    double[] s = slots(point, row, 0, new double[16]);
    int d = model.dimension();
    for (int i = 0; i < p; i++) {
      double xi = x.get(row, i);
      for (int k = 0; k < p; k++) {
        h[i * d + k] += w * s[0] * xi * x.get(row, k);
      }
      for (int slot = scaled ? 1 : 2; slot < 4; slot++) {
        h[i * d + place(slot, row)] += w * s[slot] * xi;
        h[place(slot, row) * d + i] += w * s[slot] * xi;
      }
    }
    for (int i = scaled ? 1 : 2; i < 4; i++) {
      for (int k = scaled ? 1 : 2; k < 4; k++) {
        h[place(i, row) * d + place(k, row)] += w * s[4 * i + k];
      }
    }
  }

  /** Adds an arrow's parts for the rows at places {@code from ≤ j < to} of {@code rows}. */
  void add(
      VaryingIntercepts.Point point,
      int[] rows,
      int from,
      int to,
      double[] corner,
      double[] border,
      double[] diagonal) {
    double[] s = new double[16];
    double[] slot = new double[4 * q];
    for (int place = from; place < to; place++) {
      int i = rows[place];
      slots(point, i, 0, s);
      columns(i, slot);
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          addOuter(s[4 * a + b], slot, a * q, b * q, corner);
        }
        for (int k = 0; k < q; k++) {
          border[group[i] * q + k] += s[4 * a + 3] * slot[a * q + k];
        }
      }
      diagonal[group[i]] += s[15];
    }
  }

  /** {@code corner += c uvᵀ}, u and v two slots; most of their elements are zero. */
  private void addOuter(double c, double[] slot, int u, int v, double[] corner) {
    for (int k = 0; k < q && c != 0; k++) {
      double left = c * slot[u + k];
      for (int l = 0; l < q && left != 0; l++) {
        corner[k * q + l] += left * slot[v + l];
      }
    }
  }

  /** The slots' vectors in the shared parameters; that of z has none there. */
  private void columns(int row, double[] slot) {
    Arrays.fill(slot, 0);
    for (int k = 0; k < p; k++) {
      slot[k] = x.get(row, k);
    }
    if (scaled) {
      slot[q + p] = 1;
    }
    slot[2 * q + q - 1] = 1;
  }

  /** {@link Curved#metricScores} in an arrow's metric, with bends m of groups. O(q²) a row. */
  void scores(
      VaryingIntercepts.Point point,
      ArrowMetric arrow,
      double[] m,
      int from,
      int to,
      double[] out) {
    double[] s = new double[16];
    double[] slot = new double[4 * q];
    double[][] pulled = new double[4][q];
    double[] z = new double[4];
    for (int i = from; i < to; i++) {
      slots(point, i, m[group[i]], s);
      columns(i, slot);
      for (int a = 0; a < 4; a++) {
        System.arraycopy(slot, a * q, pulled[a], 0, q);
        z[a] = arrow.pull(pulled[a], group[i], a == 3 ? 1 : 0);
      }
      out[i - from] = norm(s, pulled, z);
    }
  }

  /** {@code √tr(S M S M)}, M the inner products of the slots' vectors. */
  private static double norm(double[] s, double[][] v, double[] z) {
    double[] inner = new double[16];
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 4; b++) {
        double m = z[a] * z[b];
        for (int k = 0; k < v[a].length; k++) {
          m = Math.fma(v[a][k], v[b][k], m);
        }
        inner[4 * a + b] = m;
      }
    }
    return Math.sqrt(Math.max(0, Matrices.sandwich(s, inner, inner, 4)));
  }
}
