package org.perrin.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.Part;
import org.perrin.model.Density;
import org.perrin.model.Independent;
import org.perrin.model.Prior;
import org.perrin.model.Priors;

/**
 * Columns centred and scaled while the sampler works, {@code xₖ' = (xₖ − mₖ)/sₖ}, and the default
 * priors of the command line for them: {@code normal(0, 2.5 s_y / spread(x))} for coefficients, the
 * intercept at the mean of all columns, {@code exponential(1/s_y)} for σ.
 *
 * @param intercept whether the first column is one
 * @param centre m
 * @param scale s
 * @param spread sd of a column, its range if it has two values
 */
record Standard(boolean intercept, double[] centre, double[] scale, double[] spread)
    implements Serializable {
  private static final double WIDTH = 2.5;

  /** Columns as they are. */
  static Standard none(boolean intercept, int width) {
    double[] ones = new double[width];
    Arrays.fill(ones, 1);
    return new Standard(intercept, new double[width], ones, ones);
  }

  /** From the first pass. */
  static Standard of(Encoding encoding, Map<String, ColumnDigest> digests) {
    List<double[]> columns = new ArrayList<>();
    if (encoding.intercept()) {
      columns.add(new double[] {0, 1, 1});
    }
    for (List<Part> term : encoding.terms()) {
      Part part = term.getFirst();
      ColumnDigest digest = digests.get(part.columns().iterator().next());
      if (part instanceof Part.Levels levels) {
        addLevels(levels, digest, columns);
      } else {
        double sd = digest.sd();
        boolean constant = !(sd > 1e-12 * Math.abs(digest.mean()));
        double spread = digest.twoValued() ? digest.range() : constant ? 1 : sd;
        columns.add(new double[] {digest.mean(), constant ? 1 : sd, spread});
      }
    }
    double[][] c = columns.toArray(double[][]::new);
    double[] centre = new double[c.length];
    double[] scale = new double[c.length];
    double[] spread = new double[c.length];
    for (int k = 0; k < c.length; k++) {
      centre[k] = encoding.intercept() ? c[k][0] : 0;
      scale[k] = c[k][1];
      spread[k] = c[k][2];
    }
    return new Standard(encoding.intercept(), centre, scale, spread);
  }

  private static void addLevels(Part.Levels part, ColumnDigest digest, List<double[]> columns) {
    for (String level : part.levels().subList(part.full() ? 0 : 1, part.levels().size())) {
      double n = digest.count();
      double p = digest.texts().getOrDefault(level, 0L) / n;
      columns.add(new double[] {p, Math.sqrt(p * (1 - p) * n / Math.max(1, n - 1)), 1});
    }
  }

  void apply(double[] row) {
    for (int k = 0; k < row.length; k++) {
      row[k] = (row[k] - centre[k]) / scale[k];
    }
  }

  /** The default priors, for the scaled columns; that of log σ last if there is one. */
  Prior prior(Kind kind, ColumnDigest target) {
    double sy = kind == Kind.LINEAR && target.sd() > 0 ? target.sd() : 1;
    List<Density> densities = new ArrayList<>();
    for (int k = 0; k < centre.length; k++) {
      densities.add(Priors.normal(0, WIDTH * sy * scale[k] / spread[k]));
    }
    if (intercept) {
      densities.set(0, Priors.normal(kind == Kind.LINEAR ? target.mean() : 0, WIDTH * sy));
    }
    return new Independent(withScale(densities, kind, sy));
  }

  /** One density for all coefficients. */
  Prior prior(Kind kind, ColumnDigest target, Density density) {
    List<Density> densities = new ArrayList<>();
    for (int k = 0; k < centre.length; k++) {
      densities.add(density);
    }
    return new Independent(withScale(densities, kind, target.sd() > 0 ? target.sd() : 1));
  }

  private static List<Density> withScale(List<Density> densities, Kind kind, double sy) {
    if (kind.scaled()) {
      densities.add(Priors.exponential(1 / sy));
    }
    return densities;
  }

  /** Coefficients of the user's columns, and σ from its logarithm. */
  void toUser(double[] inner, double[] out) {
    System.arraycopy(inner, 0, out, 0, inner.length);
    for (int k = 0; k < scale.length; k++) {
      out[k] = inner[k] / scale[k];
    }
    for (int k = 1; intercept && k < scale.length; k++) {
      out[0] -= out[k] * centre[k];
    }
    if (inner.length > scale.length) {
      out[scale.length] = Math.exp(inner[scale.length]);
    }
  }
}
