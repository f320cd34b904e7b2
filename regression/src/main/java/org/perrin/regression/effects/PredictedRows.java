package org.perrin.regression.effects;

import java.util.Arrays;
import org.perrin.draws.Draws;
import org.perrin.family.Distribution;
import org.perrin.family.Family;
import org.perrin.io.design.Design;
import org.perrin.regression.predict.DrawPredictor;

/** Rows of a design with their predictors under some draws. */
final class PredictedRows {
  /** Predictions that are made together. */
  private static final int TOGETHER = 1024;

  private final FittedModel model;
  private final DrawPredictor by;
  private final int count;

  /** {@code [predictor][row · draws + draw]}. */
  private final double[][] eta;

  private PredictedRows(FittedModel model, DrawPredictor by, int count, double[][] eta) {
    this.model = model;
    this.by = by;
    this.count = count;
    this.eta = eta;
  }

  static PredictedRows of(FittedModel model, Design design, Draws draws) {
    DrawPredictor by = model.by(draws);
    int count = design.data().count();
    double[][] eta = new double[by.predictors()][count * by.draws()];
    by.each(
        design.data(),
        design.groups(),
        0,
        count,
        (i, own, _) -> {
          for (int v = 0; v < eta.length; v++) {
            System.arraycopy(own[v], 0, eta[v], i * by.draws(), by.draws());
          }
        });
    return new PredictedRows(model, by, count, eta);
  }

  /** The same without what the columns at these places of the design add, where rows have x. */
  PredictedRows without(int[] places, double[][] x) {
    int draws = by.draws();
    double[][] less = new double[eta.length][];
    for (int v = 0; v < less.length; v++) {
      double[] own = eta[v].clone();
      for (int i = 0; i < count; i++) {
        for (int s = 0; s < draws; s++) {
          own[i * draws + s] -= share(places, x[i], v, s);
        }
      }
      less[v] = own;
    }
    return new PredictedRows(model, by, count, less);
  }

  private double share(int[] places, double[] x, int v, int s) {
    double share = 0;
    for (int k = 0; k < places.length; k++) {
      share += x[k] * by.coefficient(s, v, places[k]);
    }
    return share;
  }

  /** The first outcome of each row under the first draw. */
  double[] first() {
    double[][] own = new double[eta.length][by.draws()];
    double[] first = new double[count];
    for (int i = 0; i < count; i++) {
      for (int v = 0; v < own.length; v++) {
        System.arraycopy(eta[v], i * by.draws(), own[v], 0, by.draws());
      }
      first[i] = model.outcome(0, 0, own, by.distribution(own, 0, 1));
    }
    return first;
  }

  /** Means over rows, for each outcome and draw, with what columns at these places add at x. */
  double[][] means(int[] places, double[] x) {
    double[][] shares = new double[eta.length][by.draws()];
    for (int v = 0; v < shares.length; v++) {
      int vector = v;
      Arrays.setAll(shares[v], s -> share(places, x, vector, s));
    }
    double[][] sums = new double[model.outcomes().size()][by.draws()];
    Family family = model.plain();
    if (family != null) {
      add(family, shares[0], sums[0]);
    } else {
      add(shares, sums);
    }
    return sums;
  }

  private void add(Family family, double[] shares, double[] sums) {
    int draws = shares.length;
    int block = Math.max(1, TOGETHER / draws);
    double[] moved = new double[block * draws];
    for (int from = 0; from < count; from += block) {
      int rows = Math.min(block, count - from);
      for (int j = 0; j < rows; j++) {
        for (int s = 0; s < draws; s++) {
          moved[j * draws + s] = eta[0][(from + j) * draws + s] + shares[s];
        }
      }
      family.centres(moved, rows * draws, moved);
      for (int j = 0; j < rows; j++) {
        for (int s = 0; s < draws; s++) {
          sums[s] += moved[j * draws + s] / count;
        }
      }
    }
  }

  private void add(double[][] shares, double[][] sums) {
    int draws = by.draws();
    double[][] moved = new double[shares.length][draws];
    for (int i = 0; i < count; i++) {
      for (int s = 0; s < draws; s++) {
        for (int v = 0; v < moved.length; v++) {
          moved[v][s] = eta[v][i * draws + s] + shares[v][s];
        }
        Distribution given = by.distribution(moved, s, 1);
        for (int c = 0; c < sums.length; c++) {
          sums[c][s] += model.outcome(c, s, moved, given) / count;
        }
      }
    }
  }

  int count() {
    return count;
  }
}
