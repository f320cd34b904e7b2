package org.perrin.bench.truth;

import java.util.List;
import org.perrin.autodiff.Differentiated;
import org.perrin.data.Dataset;
import org.perrin.model.Curved;
import org.perrin.model.Prior;

/**
 * The rows of an own model with gradients written by hand, some twenty times as fast as on a tape:
 * so that long runs of NUTS end. Everything else is the model's.
 */
record OwnByHand(Differentiated own, Rows rowsByHand) implements Curved {
  /** A row's loss up to a constant; its gradient, times a weight, is added. */
  @FunctionalInterface
  interface Rows {
    double add(double[] theta, int row, double weight, double[] out);
  }

  /** θ: logit of the share, first mean, log gap, both log sds. */
  static Rows mixture(Dataset data) {
    return (theta, i, weight, out) -> {
      double y = data.responses().get(i);
      double share = 1 / (1 + Math.exp(-theta[0]));
      double gap = Math.exp(theta[2]);
      double one = Math.exp(-theta[3]);
      double two = Math.exp(-theta[4]);
      double a = (y - theta[1]) * one;
      double b = (y - theta[1] - gap) * two;
      double first = Math.log1p(-share) - theta[3] - a * a / 2;
      double second = Math.log(share) - theta[4] - b * b / 2;
      double top = Math.max(first, second);
      double log = top + Math.log(Math.exp(first - top) + Math.exp(second - top));
      double w = Math.exp(second - log);
      out[0] += weight * ((1 - w) * share - w * (1 - share));
      out[1] -= weight * ((1 - w) * a * one + w * b * two);
      out[2] -= weight * w * b * two * gap;
      out[3] -= weight * (1 - w) * (a * a - 1);
      out[4] -= weight * w * (b * b - 1);
      return -log;
    };
  }

  /** θ: coefficients, logit of the share of zeros. */
  static Rows zeros(Dataset data) {
    int last = data.x().width();
    return (theta, i, weight, out) -> {
      double y = data.responses().get(i);
      double share = 1 / (1 + Math.exp(-theta[last]));
      double eta = 0;
      for (int k = 0; k < last; k++) {
        eta += theta[k] * data.x().get(i, k);
      }
      double mu = Math.exp(eta);
      double chance = share + (1 - share) * Math.exp(-mu);
      double w = y > 0 ? 0 : share / chance;
      double slope = (1 - w) * mu - y;
      for (int k = 0; k < last; k++) {
        out[k] += weight * slope * data.x().get(i, k);
      }
      out[last] += weight * ((1 - w) * share - w * (1 - share));
      return y > 0 ? mu - y * eta - Math.log1p(-share) : -Math.log(chance);
    };
  }

  /** θ: logarithms of most, half and sigma. */
  static Rows saturation(Dataset data) {
    return (theta, i, weight, out) -> {
      double x = data.x().get(i, 0);
      double half = Math.exp(theta[1]);
      double mean = Math.exp(theta[0]) * x / (half + x);
      double precision = Math.exp(-theta[2]);
      double r = (data.responses().get(i) - mean) * precision;
      out[0] -= weight * r * precision * mean;
      out[1] += weight * r * precision * mean * half / (half + x);
      out[2] += weight * (1 - r * r);
      return r * r / 2 + theta[2];
    };
  }

  @Override
  public int dimension() {
    return own.dimension();
  }

  @Override
  public int rows() {
    return own.rows();
  }

  @Override
  public Prior prior() {
    return own.prior();
  }

  @Override
  public List<String> names() {
    return own.names();
  }

  @Override
  public double[] start() {
    return own.start();
  }

  @Override
  public boolean multimodal() {
    return true;
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return rowsByHand.add(theta, row, 0, new double[theta.length]);
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    rowsByHand.add(theta, row, weight, out);
  }

  @Override
  public double addRangeAndLoss(double[] theta, int from, int to, double[] out) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += rowsByHand.add(theta, i, 1, out);
    }
    return sum;
  }

  @Override
  public void addRowHessian(double[] theta, int row, double weight, double[] h) {
    own.addRowHessian(theta, row, weight, h);
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    own.addRangeHessian(theta, from, to, h);
  }
}
