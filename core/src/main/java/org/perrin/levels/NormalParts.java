package org.perrin.levels;

import java.util.List;
import org.perrin.model.Density;

/**
 * Priors of coefficients as normals: exactly, or, for other families, near their centre, where
 * {@link #excess} is what a Metropolis step must correct.
 */
final class NormalParts {
  private final List<Density> densities;
  private final boolean normal;
  final double[] mean;
  final double[] precision;

  NormalParts(List<Density> densities) {
    this.densities = densities;
    this.mean = new double[densities.size()];
    this.precision = new double[densities.size()];
    boolean all = true;
    for (int k = 0; k < mean.length; k++) {
      switch (densities.get(k)) {
        case Density.Normal(double centre, double sd) -> set(k, centre, 1 / (sd * sd));
        case Density.Flat _ -> set(k, 0, 0);
        case Density.StudentT(_, double centre, double scale) -> {
          set(k, centre, 0.5 / (scale * scale));
          all = false;
        }
        case Density.Laplace(double centre, double scale) -> {
          set(k, centre, 0.25 / (scale * scale));
          all = false;
        }
        default -> {
          set(k, 0, 0);
          all = false;
        }
      }
    }
    this.normal = all;
  }

  private void set(int k, double centre, double inverse) {
    mean[k] = centre;
    precision[k] = inverse;
  }

  /** Whether nothing is to be corrected. */
  boolean exact() {
    return normal;
  }

  /** The potential of the densities less that of the normals. */
  double excess(double[] beta) {
    double sum = 0;
    for (int k = 0; !normal && k < mean.length; k++) {
      double gap = beta[k] - mean[k];
      sum += densities.get(k).value(beta[k]) - precision[k] * gap * gap / 2;
    }
    return sum;
  }
}
