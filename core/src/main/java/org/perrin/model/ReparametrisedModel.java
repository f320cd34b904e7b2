package org.perrin.model;

import java.util.List;
import org.perrin.data.Storage;

/** A model in other coordinates: the same rows, as many parameters. */
abstract class ReparametrisedModel implements Model {
  private final Model original;

  ReparametrisedModel(Model original) {
    this.original = original;
  }

  /** The model's own coordinates. */
  abstract double[] theta(double[] other);

  @Override
  public int dimension() {
    return original.dimension();
  }

  @Override
  public int rows() {
    return original.rows();
  }

  @Override
  public int effort() {
    return original.effort();
  }

  @Override
  public Storage storage() {
    return original.storage();
  }

  @Override
  public List<String> names() {
    return original.names();
  }

  @Override
  public double rowLoss(double[] other, int row) {
    return original.rowLoss(theta(other), row);
  }
}
