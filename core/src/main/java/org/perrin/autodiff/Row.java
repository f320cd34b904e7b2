package org.perrin.autodiff;

import org.perrin.data.Dataset;

/** One row of the data, as a {@link RowModel} sees it; lent, and filled again for the next row. */
public final class Row {
  private final Dataset data;
  private final double[] x;
  private int place;
  private int index;

  Row(Dataset data) {
    this.data = data;
    this.x = new double[data.x().width()];
  }

  /** Moves to a row of the data at hand, which is row {@code number} of all. */
  Row at(int row, int number) {
    place = row;
    index = number;
    data.x().copy(row, x);
    return this;
  }

  /** Its number, from 0. */
  public int index() {
    return index;
  }

  /** Its columns, an intercept first if the design has one. Not to be changed. */
  public double[] x() {
    return x;
  }

  /** Column {@code k}, from 0. */
  public double x(int k) {
    return x[k];
  }

  /** The target. */
  public double y() {
    return data.responses().get(place);
  }

  /** What is to be added to the linear predictor, 0 if there is nothing. */
  public double offset() {
    return data.offset(place);
  }

  /** How often the row counts; a model need not look at it, its loss is multiplied by it anyway. */
  double weight() {
    return data.weight(place);
  }
}
