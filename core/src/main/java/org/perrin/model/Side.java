package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.math.Parallel;

/**
 * What a difference of gradients needs of a row beside x, lying together, so that a random row
 * costs one more miss of the cache and not four: the slope at θ̂ and, where there are any, offset,
 * weight and (unless slopes are additive in it) response.
 */
final class Side {
  private final double[] values;
  private final int width;
  private final int offset;
  private final int response;
  private final int weight;

  private Side(Glm model) {
    int next = 1;
    this.offset = model.data().offset() == null ? 0 : next++;
    this.weight = model.data().weight() == null ? 0 : next++;
    this.response = model.family().additive() ? 0 : next++;
    this.width = next;
    this.values = new double[Math.multiplyExact(width, model.rows())];
  }

  static Side of(Glm model, double[] base) {
    var side = new Side(model);
    Dataset data = model.data();
    Parallel.overRows(
        model.rows(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int at = side.width * i;
            if (side.offset > 0) {
              side.values[at + side.offset] = data.offset()[i];
            }
            if (side.weight > 0) {
              side.values[at + side.weight] = data.weight()[i];
            }
            if (side.response > 0) {
              side.values[at + side.response] = data.y()[i];
            }
            side.values[at] = base[i];
          }
        });
    return side;
  }

  void predictors(int[] rows, int from, int n, double[] eta) {
    if (offset > 0) {
      for (int j = 0; j < n; j++) {
        eta[j] = eta[from + j] + values[width * rows[from + j] + offset];
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
      responses[j] = values[width * rows[from + j] + response];
    }
  }

  void differences(int[] rows, int from, int n, double[] slopes) {
    for (int j = 0; j < n; j++) {
      slopes[j] -= values[width * rows[from + j]];
    }
    if (weight > 0) {
      for (int j = 0; j < n; j++) {
        slopes[j] *= values[width * rows[from + j] + weight];
      }
    }
  }
}
