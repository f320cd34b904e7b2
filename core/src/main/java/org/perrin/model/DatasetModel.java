package org.perrin.model;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.data.Storage;

/** What models of a data set and a prior have in common. */
abstract class DatasetModel implements Curved {
  final Dataset data;
  final Rows x;
  final Prior prior;

  DatasetModel(Dataset data, Prior prior) {
    this.data = data;
    this.x = data.x();
    this.prior = prior;
  }

  /** What the model was made of. */
  public final Dataset data() {
    return data;
  }

  @Override
  public int dimension() {
    return x.width();
  }

  @Override
  public final int rows() {
    return x.count();
  }

  @Override
  public final Storage storage() {
    return x.storage();
  }

  @Override
  public final Prior prior() {
    return prior;
  }

  @Override
  public List<String> names() {
    return data.names();
  }

  final double y(int row) {
    return data.responses().get(row);
  }

  final double weight(int row) {
    return data.weight(row);
  }
}
