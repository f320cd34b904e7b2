package org.perrin.model;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.perrin.data.Batch;

/** {@code ∇fᵢ(φᵢ)} of any model, d numbers a row. */
final class GradientMemory implements RowMemory {
  private final Model model;
  private final int d;
  private final double[] kept;
  private final double[] sum;
  private double[] fresh = {};

  GradientMemory(Model model, double[] theta) {
    this.model = model;
    this.d = model.dimension();
    this.kept = new double[Math.multiplyExact(model.rows(), d)];
    this.sum = new double[d];
    double[] gradient = new double[d];
    for (int i = 0; i < model.rows(); i++) {
      Arrays.fill(gradient, 0);
      model.addRowGradient(theta, i, 1, gradient);
      System.arraycopy(gradient, 0, kept, i * d, d);
      for (int k = 0; k < d; k++) {
        sum[k] += gradient[k];
      }
    }
  }

  @Override
  public double[] sum() {
    return sum;
  }

  @Override
  public void addDifference(double[] theta, Batch batch, int from, int to, double[] out) {
    if (fresh.length < batch.size() * d) {
      fresh = new double[batch.size() * d];
    }
    double[] gradient = batch.sum(d);
    for (int j = from; j < to; j++) {
      int row = batch.rows()[j];
      double weight = batch.weights()[j];
      Arrays.fill(gradient, 0);
      model.addRowGradient(theta, row, 1, gradient);
      System.arraycopy(gradient, 0, fresh, j * d, d);
      for (int k = 0; k < d; k++) {
        out[k] += weight * (gradient[k] - kept[row * d + k]);
      }
    }
  }

  @Override
  public void renew(Batch batch) {
    for (int j = 0; j < batch.size(); j++) {
      int at = batch.rows()[j] * d;
      for (int k = 0; k < d; k++) {
        sum[k] += fresh[j * d + k] - kept[at + k];
        kept[at + k] = fresh[j * d + k];
      }
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    SlopeMemory.write(out, sum);
    SlopeMemory.write(out, kept);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    SlopeMemory.read(in, sum);
    SlopeMemory.read(in, kept);
  }
}
