package org.perrin.model;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.perrin.data.Batch;
import org.perrin.math.Parallel;

/** {@code ∇fᵢ(φᵢ) = cᵢ xᵢ} of a GLM: one number a row, {@code cᵢ = vᵢ ℓ'(xᵢᵀφᵢ + oᵢ)}. */
final class SlopeMemory implements RowMemory {
  private final Glm model;
  private final double[] kept;
  private final double[] sum;
  private double[] fresh = {};

  SlopeMemory(Glm model, double[] theta) {
    this.model = model;
    this.kept = new double[model.rows()];
    Parallel.overRows(model.rows(), (from, to) -> model.slopes(theta, from, to, kept));
    this.sum = model.likelihoodGradient(theta);
  }

  @Override
  public double[] sum() {
    return sum;
  }

  @Override
  public void addDifference(double[] theta, Batch batch, int from, int to, double[] out) {
    if (fresh.length < batch.size()) {
      fresh = new double[batch.size()];
    }
    model.addParts(
        batch, from, to, (first, last, sum) -> addPart(theta, batch, first, last, sum), out);
  }

  private void addPart(double[] theta, Batch batch, int from, int to, double[] sum) {
    double[] slopes = model.slopes(theta, batch, from, to);
    int[] rows = batch.rows();
    for (int j = from; j < to; j++) {
      fresh[j] = slopes[j - from];
      slopes[j - from] -= kept[rows[j]];
    }
    model.addRows(batch, from, to, slopes, sum);
  }

  @Override
  public void renew(Batch batch) {
    int n = batch.size();
    int[] rows = batch.rows();
    double[] change = batch.coefficients();
    for (int j = 0; j < n; j++) {
      change[j] = fresh[j] - kept[rows[j]];
      kept[rows[j]] = fresh[j];
    }
    double[] padded = batch.sum(model.data().x().stride());
    model.data().x().add(rows, 0, n, change, padded);
    for (int k = 0; k < sum.length; k++) {
      sum[k] += padded[k];
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    write(out, sum);
    write(out, kept);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    read(in, sum);
    read(in, kept);
  }

  static void write(DataOutput out, double[] values) throws IOException {
    for (double v : values) {
      out.writeDouble(v);
    }
  }

  static void read(DataInput in, double[] values) throws IOException {
    for (int k = 0; k < values.length; k++) {
      values[k] = in.readDouble();
    }
  }
}
