package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.math.Parallel;

/**
 * What a difference of gradients needs of a row beside x, lying together, so that a random row
 * costs one more miss of the cache and not four: the slope at θ̂ and, where there are any, offset,
 * weight and (unless slopes are additive in it) response.
 */
final class RowConstants {
  private final Doubles values;
  private final int width;
  private final int offset;
  private final int response;
  private final int weight;

  private RowConstants(Glm model) {
    int next = 1;
    this.offset = model.data().offsets() == null ? 0 : next++;
    this.weight = model.data().weights() == null ? 0 : next++;
    this.response = model.family().additive() ? 0 : next++;
    this.width = next;
    this.values = model.storage().doubles((long) width * model.rows());
  }

  /** For rows that come later. */
  static RowConstants of(Glm model) {
    return new RowConstants(model);
  }

  /** Takes in rows at θ̂ = 0, where their predictors are their offsets. */
  void renew(Glm model, int[] rows, int from, int to) {
    Dataset data = model.data();
    for (int j = from; j < to; j++) {
      int i = rows[j];
      double eta = data.offset(i);
      double response = model.family().additive() ? 0 : data.responses().get(i);
      put(data, i, model.family().slope(eta, response));
    }
  }

  private void put(Dataset data, int i, double base) {
    long at = (long) width * i;
    if (offset > 0) {
      values.set(at + offset, data.offsets().get(i));
    }
    if (weight > 0) {
      values.set(at + weight, data.weights().get(i));
    }
    if (response > 0) {
      values.set(at + response, data.responses().get(i));
    }
    values.set(at, base);
  }

  static RowConstants of(Glm model, Doubles base) {
    var constants = new RowConstants(model);
    Dataset data = model.data();
    Parallel.overRows(
        model.rows(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            constants.put(data, i, base.get(i));
          }
        });
    return constants;
  }

  void predictors(int[] rows, int from, int n, double[] eta) {
    if (offset > 0) {
      for (int j = 0; j < n; j++) {
        eta[j] = eta[from + j] + values.get((long) width * rows[from + j] + offset);
      }
    } else if (from > 0) {
      System.arraycopy(eta, from, eta, 0, n);
    }
  }

  void responses(int[] rows, int from, int n, double[] responses) {
    if (response == 0) {
      Arrays.fill(responses, 0, n, 0);
      return;
    }
    for (int j = 0; j < n; j++) {
      responses[j] = values.get((long) width * rows[from + j] + response);
    }
  }

  void differences(int[] rows, int from, int n, double[] slopes) {
    for (int j = 0; j < n; j++) {
      slopes[j] -= values.get((long) width * rows[from + j]);
    }
    if (weight > 0) {
      for (int j = 0; j < n; j++) {
        slopes[j] *= values.get((long) width * rows[from + j] + weight);
      }
    }
  }
}
