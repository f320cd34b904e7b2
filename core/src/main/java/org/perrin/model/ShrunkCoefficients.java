package org.perrin.model;

import java.util.List;

/**
 * Coefficients that share what is unknown of their scales.
 *
 * @param columns their places
 * @param units what each is divided by before it is compared with the others
 * @param by how they are held
 */
public record ShrunkCoefficients(int[] columns, double[] units, Shrinkage by) {
  /** Checks the units. */
  public ShrunkCoefficients {
    if (columns.length == 0 || columns.length != units.length) {
      throw new IllegalArgumentException(
          "%d units for %d coefficients".formatted(units.length, columns.length));
    }
    columns = columns.clone();
    units = units.clone();
  }

  /** Priors of the logarithms of scales. */
  List<Density> scales() {
    return by.scales(columns.length);
  }

  /** The log scale of the j-th coefficient, in its own unit. */
  Shrinkage.LogScale logScale(double[] theta, int from, int j) {
    var scale = by.logScale(theta, from, j);
    double value = scale.value() + Math.log(units[j]);
    return new Shrinkage.LogScale(value, scale.by(), scale.slope(), scale.bend());
  }
}
